extension Workload {
    private static let kibibyte = 1024
    private static let mebibyte = 1024 * 1024

    /// Every workload, in the order measured. `quick` asks for less of the same.
    static func all(quick: Bool) -> [Workload] {
        small(quick: quick) + large(quick: quick) + crowds(quick: quick) + uploads(quick: quick) + moments(quick: quick)
    }

    private static func small(quick: Bool) -> [Workload] {
        let origins: [(Origin, String)] = [(.plain, ""), (.http2, "https-http2-"), (.http1, "https-http1-")]
        return origins.flatMap { origin, prefix in
            [(1, quick ? 500 : 5_000), (64, quick ? 2_000 : 40_000)].map { width, count in
                Workload(
                    name: "\(prefix)1KiB-x\(width)", origin: origin, path: "/\(kibibyte)", replySize: kibibyte,
                    count: count, width: width)
            }
        }
    }

    private static func large(quick: Bool) -> [Workload] {
        [
            Workload(
                name: "8MiB", unit: .mebibytes, path: "/\(8 * mebibyte)", replySize: 8 * mebibyte,
                count: quick ? 8 : 50),
            Workload(
                name: "256MiB", kind: .coldReplies, unit: .mebibytes, path: "/\(256 * mebibyte)",
                replySize: 256 * mebibyte, count: 1),
            Workload(
                name: "64MiB-memory", kind: .coldReplies, unit: .mebibytes, path: "/\(64 * mebibyte)",
                replySize: 64 * mebibyte, count: 1),
        ]
    }

    private static func crowds(quick: Bool) -> [Workload] {
        let (trickles, trickleSize) = quick ? (300, 5) : (1_000, 20)
        let (pending, wait) = quick ? (1_000, 500) : (10_000, 5_000)
        let eight = Workload(
            name: "1KiB-x8", path: "/\(kibibyte)", replySize: kibibyte, count: quick ? 2_000 : 20_000, width: 8)
        let besideQuiet = Workload(
            name: "1KiB-x8-beside-quiet", path: eight.path, replySize: kibibyte, count: eight.count, width: 8,
            quietCount: quick ? 300 : 2_000)
        return [
            Workload(
                name: "trickles", kind: .coldReplies, origin: .scripted, path: "/trickle/\(trickleSize)",
                replySize: trickleSize, count: trickles, width: trickles),
            eight, besideQuiet,
            Workload(
                name: "pending", kind: .coldReplies, origin: .scripted, path: "/pending/\(wait)",
                replySize: kibibyte, count: pending, width: pending),
        ]
    }

    private static func uploads(quick: Bool) -> [Workload] {
        [
            Workload(
                name: "post-1KiB-x64", path: "/sink", upload: Upload(method: "POST", size: kibibyte),
                count: quick ? 1_000 : 20_000, width: 64),
            Workload(
                name: "put-64MiB", unit: .mebibytes, path: "/sink",
                upload: Upload(method: "PUT", size: 64 * mebibyte), count: quick ? 1 : 4),
        ]
    }

    private static func moments(quick: Bool) -> [Workload] {
        [
            Workload(name: "cancel", kind: .cuts, unit: .cuts, path: "", count: quick ? 64 : 256, width: 64),
            Workload(
                name: "first-request", kind: .firstReply, unit: .starts, path: "/\(kibibyte)", replySize: kibibyte,
                count: 1),
        ]
    }
}
