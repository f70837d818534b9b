import Testing

@testable import FetchBench

@Suite struct `A bench's arguments` {
    @Test func `none ask for everything`() throws {
        let arguments = try BenchArguments([])
        guard case .run = arguments.role else { return #expect(Bool(false)) }
        #expect(arguments.contenders == [.baseline, .curl, .urlsession])
        #expect(!arguments.isQuick)
    }

    @Test func `flags are read in any order`() throws {
        let arguments = try BenchArguments(["--rounds", "7", "--only", "8MiB", "--quick", "--json", "a"])
        #expect(arguments.rounds == 7)
        #expect(arguments.only == "8MiB")
        #expect(arguments.json == "a")
        #expect(arguments.isQuick)
    }

    @Test(arguments: [("--loops", Contender.curlLoops), ("--on-loop", .curlOnLoop)])
    func `a contender more is measured where it is asked for`(flag: String, contender: Contender) throws {
        #expect(try BenchArguments([flag]).contenders == [.baseline, .curl, .urlsession, contender])
    }

    @Test(arguments: [
        (["--fast"], "there is no flag --fast; --help names them"), (["--rounds"], "--rounds needs a value"),
        (["--rounds", "0"], "--rounds cannot be '0'"), (["--rounds", "-3"], "--rounds cannot be '-3'"),
        (["--rounds", "x"], "--rounds cannot be 'x'"), (["--contender", "wget"], "--contender cannot be 'wget'"),
        (["--profile", "8MiB"], "--profile needs a --contender"),
    ])
    func `what cannot be meant is said`(tokens: [String], message: String) {
        #expect {
            _ = try BenchArguments(tokens)
        } throws: { "\($0)" == message }
    }

    @Test(arguments: [false, true]) func `each workload has a name of its own`(isQuick: Bool) {
        let names = Workload.all(quick: isQuick).map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.count >= 16)
    }

    @Test func `a quick run has the same workloads`() {
        #expect(Workload.all(quick: true).map(\.name) == Workload.all(quick: false).map(\.name))
    }
}
