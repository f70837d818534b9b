extension FetchArguments {
    /// Checks that the flags go together.
    ///
    /// - Throws: ``UsageError`` that says what to leave out or to add.
    func checkTogether() throws(UsageError) {
        if upload != nil, !data.isEmpty { throw UsageError("-T and -d are two bodies; leave one of them out") }
        if upload != nil, method == "GET" { throw UsageError("-T is not sent by GET; leave out -X for PUT") }
        if let printing { try check(printing) }
        if reconnects { try checkReconnecting() }
        if resumes { try checkResuming() }
    }

    private func check(_ printing: StreamPrinting) throws(UsageError) {
        let flag = "--\(printing.rawValue)"
        if json { throw UsageError("\(flag) prints the body and --json the report; leave one of them out") }
        if output != nil { throw UsageError("\(flag) prints to standard output; leave out -o and use > FILE") }
        if upload != nil { throw UsageError("\(flag) does not print the reply to -T; leave one of them out") }
    }

    private func checkReconnecting() throws(UsageError) {
        guard printing == .events else { throw UsageError("--reconnect is for event streams; add --events") }
        guard isPlainGET else { throw UsageError("--reconnect repeats the request, a GET without -d; leave it out") }
    }

    private func checkResuming() throws(UsageError) {
        guard output != nil else { throw UsageError("--continue goes on with a file; name it with -o FILE") }
        guard upload == nil, isPlainGET else {
            throw UsageError("--continue asks for a part, by a GET without -d or -T; leave it out")
        }
    }

    private var isPlainGET: Bool { method ?? "GET" == "GET" && data.isEmpty }
}
