/// What `fetch-bench --json` writes, as far as it is drawn.
struct BenchFile: Decodable {
    /// A contender's cost over that of the C program.
    struct Ratio: Decodable {
        let rate: Double
        let cpu: Double
    }

    struct Workload: Decodable {
        let name: String
        let ratios: [String: Ratio]
    }

    let date: String
    let machine: String
    let server: String
    let rounds: Int
    let workloads: [Workload]
}
