import FetchKit
import Foundation
import TestTurns
import Testing

@testable import FetchCommand

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite(.inTurn) struct `Exit code` {
    @Test(arguments: [
        (FetchFailure.overBudget(limit: 1), Int32(63)), (.redirectRefused(status: 302), 47),
        (.transport(.unsupportedURL), 1), (.transport(.badURL), 3), (.transport(.cannotFindHost), 6),
        (.transport(.cannotConnectToHost), 7), (.transport(.badServerResponse), 8), (.transport(.timedOut), 28),
        (.transport(.secureConnectionFailed), 35), (.transport(.networkConnectionLost), 56),
        (.transport(.serverCertificateUntrusted), 60), (.transport(.cannotDecodeContentData), 61),
        (.transport(.dataLengthExceedsMaximum), 63), (.transport(.cancelled), 130), (.transport(.unknown), 56),
    ])
    func `each failure has curl's number`(failure: FetchFailure, code: Int32) {
        #expect(ExitCode(failure).rawValue == code)
    }

    @Test func `help names each code`() {
        for code in ExitCode.allCases { #expect(HelpText.fetch.contains("  \(code.rawValue)  \(code.meaning)")) }
    }
}

@Suite(.inTurn) struct `Report` {
    private func end(_ result: Result<FetchReply, FetchFailure>, _ diagnosis: FetchDiagnosis? = nil) -> FetchEnd {
        FetchEnd(backend: .curl, result: result, diagnosis: diagnosis)
    }

    private let receipt =
        #"{"headBytes":0,"codedBodyBytes":0,"bodyBytes":0,"sentBodyBytes":0,"nameLookupMilliseconds":0.0,"#
        + #""connectedMilliseconds":0.0,"securedMilliseconds":0.0,"firstByteMilliseconds":0.0,"#
        + #""totalMilliseconds":0.0,"connectionReused":false}"#

    private func reply(headers: [(String, String)] = []) throws -> FetchReply {
        let url = try #require(URL(string: "http://a"))
        return FetchReply(status: 404, body: Data("abc".utf8), headers: FetchHeaders(headers), url: url)
    }

    @Test func `a reply in JSON has its digest and its headers in order`() throws {
        let reply = try reply(headers: [("B", "\"\u{1B}\u{9B}"), ("A", ""), ("B", "é")])
        #expect(
            JSONReport(end: end(.success(reply))).description
                == #"{"backend":"curl","outcome":"reply","status":404,"bytes":3,"sha256":"#
                + #""ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad","#
                + #""headers":[["B","\"\u001b\u009b"],["A",""],["B","é"]],"receipt":\#(receipt)}"#)
    }

    @Test func `a failure in JSON has only what applies`() {
        let diagnosis = FetchDiagnosis(stage: .body, reason: "one\ntwo")
        #expect(
            JSONReport(end: end(.failure(.overBudget(limit: 5)), diagnosis)).description
                == #"{"backend":"curl","outcome":"overBudget","limit":5,"detail":"one\ntwo","receipt":\#(receipt)}"#)
        #expect(
            JSONReport(end: end(.failure(.redirectRefused(status: 302)))).description
                == #"{"backend":"curl","outcome":"redirectRefused","status":302}"#)
        #expect(
            JSONReport(end: end(.failure(.transport(.timedOut)))).description
                == #"{"backend":"curl","outcome":"transport","code":"timedOut","codeValue":-1001}"#)
    }

    @Test func `the reason says what happened, how far it had come and what to do`() {
        var receipt = FetchReceipt()
        receipt.bodyBytes = 7
        let body = FetchDiagnosis(stage: .body, reason: "crossed", receipt: receipt)
        #expect(
            end(.failure(.overBudget(limit: 5)), body).reason
                == "crossed (in the body, 7 bytes of it received); --budget grants a larger body")
        let request = FetchDiagnosis(stage: .request, reason: "the URL has no host")
        #expect(end(.failure(.transport(.badURL)), request).reason == "the URL has no host")
        #expect(
            end(.failure(.redirectRefused(status: 302))).reason
                == "redirect refused (status 302); ask for the final URL")
    }

    @Test func `a reply has no reason`() throws {
        #expect(try end(.success(reply())).reason == nil)
    }

    @Test func `credentials are left out of what is asked`() throws {
        var request = URLRequest(url: try #require(URL(string: "http://a/b")))
        for name in ["Authorization", "Proxy-Authorization", "Cookie", "X-Plain"] {
            request.setValue("secret", forHTTPHeaderField: name)
        }
        let lines = VerboseReport.lines(for: request)
        #expect(lines.first == "> GET http://a/b")
        #expect(lines.filter { $0.hasSuffix(": [left out]") }.count == 3)
        #expect(lines.filter { $0.contains("secret") } == ["> X-Plain: secret"])
    }

    @Test func `what a server says cannot steer a terminal`() throws {
        let reply = try reply(headers: [("A", "\u{1B}[2J\u{9B}\u{202E}")])
        #expect(VerboseReport.lines(for: end(.success(reply))).contains(#"< A: \x1b[2J\x9b\u{202e}"#))
        #expect(String(repeating: "a", count: 9).printable(limit: 4) == "aaaa...")
    }
}
