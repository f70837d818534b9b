import TestTurns
import Testing

@testable import FetchComparison

@Suite(.inTurn) struct CommandWordsTests {
    @Test(arguments: [
        ("", []), ("  a\tb \n c ", ["a", "b", "c"]), ("a 'b  c' d", ["a", "b  c", "d"]),
        (#"a "b 'c'" d"#, ["a", "b 'c'", "d"]), (#"a b\ c \"d"#, ["a", "b c", "\"d"]),
        (#"'a\b' "c\"d\\""#, [#"a\b"#, #"c"d\"#]), ("a '' \"\"", ["a", "", ""]), ("x='a b'c", ["x=a bc"]),
        ("a; rm -rf $HOME `b` > c *", ["a;", "rm", "-rf", "$HOME", "`b`", ">", "c", "*"]),
    ])
    func `Words are what a shell would split, and nothing is expanded`(command: String, words: [String]) throws {
        #expect(try CommandWords(command).words == words)
    }

    @Test(arguments: ["a 'b", "a \"b", "a \\", "'", "\"\\\""])
    func `What has no end is a fault`(command: String) {
        #expect(throws: OutsideProgram.Fault.self) { try CommandWords(command) }
    }
}
