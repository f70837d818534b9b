import FetchComparison
import Foundation
import Testing

@testable import FetchPictures

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite struct PicturesTests {
    static func bench(name: String = "1KiB-x1", curl: Double, urlsession: Double?) -> BenchFile {
        var ratios = ["curl": BenchFile.Ratio(rate: curl, cpu: 1)]
        ratios["urlsession"] = urlsession.map { BenchFile.Ratio(rate: $0, cpu: 1) }
        return BenchFile(
            date: "2026-11-30T07:17:24Z", machine: "2 cores", server: "nginx", rounds: 5,
            workloads: [BenchFile.Workload(name: name, ratios: ratios)])
    }

    /// The value of an attribute of the first element of a class, in the chart's first panel.
    static func marks(_ style: String, _ attribute: String, in svg: String) throws -> [String] {
        let document = try XMLDocument(xmlString: svg)
        return try document.nodes(forXPath: "//*[@class='\(style)']/@\(attribute)").compactMap(\.stringValue)
    }

    @Test func `a rate as that of the C program stands on the line`() throws {
        let svg = BenchChart(Self.bench(curl: 1, urlsession: nil)).svg
        let line = try Self.marks("one", "x1", in: svg)
        #expect(line.count == 2)
        #expect(try Self.marks("curl", "cx", in: svg).dropFirst() == line[...])
    }

    @Test(arguments: [0, -1, 1e-30, 1e30, .infinity, .nan])
    func `a rate off the scale stands at its edge`(rate: Double) throws {
        let places = try Self.marks("curl", "cx", in: BenchChart(Self.bench(curl: rate, urlsession: rate)).svg)
        #expect(places.compactMap(Int.init).allSatisfy { (0...840).contains($0) })
    }

    @Test func `names are text whatever they hold`() throws {
        let svg = BenchChart(Self.bench(name: "<b>&", curl: 1, urlsession: nil)).svg
        #expect(try XMLDocument(xmlString: svg).nodes(forXPath: "//*[text()='<b>&']").count == 1)
    }

    @Test func `a scenario is a square in each column, in the colour of its verdict`() throws {
        let cell = { (verdict: String) in
            #"{"verdict": "\#(verdict)", "outcome": "", "milliseconds": 0, "wireBytes": 0}"#
        }
        let json = """
            {"contenders": ["one", "two"], "programs": [], "summary": {}, "scenarios": [{"name": "a", "family": "b",
            "expected": "", "results": {"one": \(cell("match")), "two": \(cell("divergence"))}}]}
            """
        let report = try JSONDecoder().decode(ComparisonReport.self, from: Data(json.utf8))
        let svg = ComparisonMatrix(report).svg
        // One of each is the legend's.
        #expect(try Self.marks("match", "x", in: svg).count == 2)
        #expect(try Self.marks("divergence", "x", in: svg).count == 2)
        #expect(try Self.marks("unexpected", "x", in: svg).count == 1)
    }
}
