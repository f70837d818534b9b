extension Scenario {
    /// The whole catalogue, family by family.
    public static let all: [Scenario] =
        lesson + budget + framing + redirects + time + cancellation + ends + heads + coding + requests
        + earlyAnswers + connections + earlyUploadAnswers
        + streamedReplies + streamTurns + lines + events + reconnections + downloads + resumptions + fileUploads
}
