import FetchKit
import FetchTesting
import Foundation
import TestTurns
import Testing

@testable import FetchComparison

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite(.inTurn) struct PageTests {
    private static let hostile = "</style><script>alert(1)</script>\u{0}\u{1B}[2J\u{202E}&\"'"

    /// A few of each family: the whole catalogue would hold a thread that the timing of other tests needs.
    private static let scenarios = Scenario.all.indices.filter { $0 % 7 == 0 }.map { Scenario.all[$0] }

    /// Cells of every verdict, and texts that would break a page.
    private static let report = ComparisonReport(
        scenarios: scenarios, contenders: ["curl", hostile], programs: ["a program"],
        results: scenarios.enumerated().flatMap { index, scenario in
            let verdict = Verdict.ofBackends[index % 4]
            let program = Verdict.ofPrograms[index % 3]
            return [
                result(scenario, "curl", .match, ""), result(scenario, hostile, verdict, hostile),
                result(scenario, "a program", program, program == .match ? "" : "why"),
            ]
        })

    private static func result(
        _ scenario: Scenario, _ contender: String, _ verdict: Verdict, _ message: String
    ) -> ScenarioResult {
        ScenarioResult(
            scenario: scenario.name, contender: contender, verdict: verdict, outcome: "outcome \(message)",
            milliseconds: 12, wireBytes: 1_234_567,
            wire: WireFigures(WireObservation(connections: [], decidedAt: .now, port: 1)), message: message)
    }

    private static let page = report.page(of: scenarios, circumstances: hostile)

    @Test func `The page is well-formed, whatever texts it holds`() {
        let outline = Outline(Self.page)
        #expect(outline.fault == nil)
        #expect(outline.count(of: "td", where: { $0["role"] == "cell" }) == Self.scenarios.count * 3)
        #expect(outline.count(of: "summary") == Self.scenarios.count * 3 + 1)
        #expect(outline.count(of: "details") == outline.count(of: "summary"))
    }

    @Test func `The page needs nothing from anywhere and runs nothing`() {
        let outline = Outline(Self.page)
        for name in ["script", "link", "img", "iframe", "object", "base", "form"] {
            #expect(outline.count(of: name) == 0, "\(name)")
        }
        #expect(outline.count { $0["src"] != nil || $0.keys.contains { $0.hasPrefix("on") } } == 0)
        #expect(outline.count(of: "a", where: { $0["href"]?.hasPrefix("#") != true }) == 0)
        #expect(!PageStyle.sheet.contains("url(") && !PageStyle.sheet.contains("@import"))
    }

    @Test func `The style sheet stands on the page as it is written`() {
        #expect(Self.page.contains("<style>\(PageStyle.sheet)</style>"))
    }

    @Test func `Each verdict stands there in words`() {
        for words in [
            "match", "declared divergence", "unexpected", "declared crash", "differs", "not applicable",
            "a program; nothing is asserted",
        ] { #expect(Self.page.contains(words), "\(words)") }
    }

    @Test func `An open cell tells what was expected, what came, the wire and the script`() throws {
        let scenario = try #require(Scenario.all.first { $0.name == "redirects-endless-body" })
        let report = ComparisonReport(
            scenarios: [scenario], contenders: ["curl"],
            results: [Self.result(scenario, "curl", .unexpected, "it went wrong")])
        let page = report.page(of: [scenario])
        for words in [
            "<dt>Expected</dt><dd>redirectRefused(302)</dd>", "<dt>Came</dt><dd>outcome it went wrong</dd>",
            "<dd>1\u{202F}234\u{202F}567</dd>", "<dt>Connections</dt><dd>0</dd>", "it went wrong",
            "sends the same without an end", "Location: /elsewhere", "1 scenarios on curl: 1 unexpected.",
            "has-unexpected",
        ] { #expect(page.contains(words), "\(words)") }
    }

    @Test func `A cell without a result says so`() {
        let report = ComparisonReport(scenarios: [Stub.scenario()], contenders: ["curl"], results: [])
        #expect(report.page(of: []).contains("curl: not run"))
    }
}

/// The elements of a page in order, as an XML parser sees them.
private final class Outline: NSObject, XMLParserDelegate {
    private(set) var fault: String?
    private var elements: [(name: String, attributes: [String: String])] = []

    init(_ page: String) {
        super.init()
        let parser = XMLParser(data: Data(page.utf8))
        parser.delegate = self
        if !parser.parse() {
            fault = "line \(parser.lineNumber): \(parser.parserError.map { "\($0)" } ?? "not well-formed")"
        }
    }

    func count(of name: String, where holds: ([String: String]) -> Bool = { _ in true }) -> Int {
        elements.count { $0.name == name && holds($0.attributes) }
    }

    func count(_ holds: ([String: String]) -> Bool) -> Int {
        elements.count { holds($0.attributes) }
    }

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append((name, attributes))
    }
}
