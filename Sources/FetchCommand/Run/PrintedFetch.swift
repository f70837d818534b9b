internal import FetchKit
internal import Foundation

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Prints a body while it comes, each line or event at once.
struct PrintedFetch {
    let arguments: FetchArguments
    let printing: StreamPrinting
    let console: Console
    let request: URLRequest

    /// Fetches and prints; returns what the process ends with.
    ///
    /// - Throws: ``FileFault`` where standard output takes no more; the wire is cut.
    func run() async throws(FileFault) -> ExitCode {
        // Ending the process cuts the wire, and leaves nothing undone; a print that waits for its reader could not be
        // ended otherwise.
        let signals = await SignalWatch()
        signals.onFirst { [console] signal in
            console.complain("interrupted")
            _exit(128 + signal)
        }
        defer { signals.stop() }
        let observed = ObservedFetch(arguments)
        let end = try await arguments.reconnects ? printEventsOfManyConnections(observed) : printStream(observed)
        if arguments.verbose { console.log(VerboseReport.lines(for: end)) }
        if let reason = end.reason { console.complain(reason) }
        return end.exitCode
    }

    private func printStream(_ observed: ObservedFetch) async throws(FileFault) -> FetchEnd {
        let stream: FetchStream
        do throws(FetchFailure) {
            stream = try await observed.fetch.stream(request)
        } catch {
            return observed.end(.failure(error))
        }
        if arguments.verbose { console.log(VerboseReport.lines(for: stream)) }
        let failure: FetchFailure?
        switch printing {
        case .lines:
            failure = try await print(stream.body.lines()) { $0 }
        case .events:
            if let reason = stream.eventFault {
                return observed.end(.failure(.transport(.badServerResponse)), body: .printed, because: reason)
            }
            failure = try await print(stream.body.events(), as: Self.json)
        }
        let reply = FetchReply(
            status: stream.status, body: Data(), headers: stream.headers, url: stream.url,
            receipt: stream.body.receipt ?? FetchReceipt())
        return end(observed, failure, reply)
    }

    private func printEventsOfManyConnections(_ observed: ObservedFetch) async throws(FileFault) -> FetchEnd {
        guard let url = request.url else { return observed.end(.failure(.transport(.badURL))) }
        let policy = ReconnectionPolicy(deadline: arguments.deadline)
        let failure = try await print(observed.fetch.events(request, reconnecting: policy), as: Self.json)
        // What ends the connections without a failure is a 204.
        return end(observed, failure, FetchReply(status: 204, body: Data(), url: url))
    }

    private func end(_ observed: ObservedFetch, _ failure: FetchFailure?, _ reply: FetchReply) -> FetchEnd {
        guard let failure else { return observed.end(.success(reply), body: .printed) }
        let limits = EventLimits()
        let tooLong = "a line is longer than \(limits.line) bytes, or an event than \(limits.event)"
        return observed.end(
            .failure(failure), body: .printed,
            because: failure == .transport(.dataLengthExceedsMaximum) ? tooLong : nil)
    }

    /// Prints what comes, and returns what ended it before its time.
    private func print<Elements: AsyncSequence>(
        _ elements: Elements, as text: (Elements.Element) -> String
    ) async throws(FileFault) -> FetchFailure? where Elements.Failure == FetchFailure {
        var iterator = elements.makeAsyncIterator()
        while true {
            let element: Elements.Element?
            do throws(FetchFailure) {
                element = try await iterator.next(isolation: #isolation)
            } catch {
                return error
            }
            guard let element else { return nil }
            try console.write(Data("\(text(element))\n".utf8))
        }
    }

    private static func json(_ event: ServerSentEvent) -> String {
        let members = [("event", event.event), ("id", event.id), ("data", event.data)]
        return JSONText.object(members.map { ($0, .string($1)) }).description
    }
}

extension FetchStream {
    /// Why the reply has no events to print, or `nil` where it may have some. A 204 has none and is no fault.
    fileprivate var eventFault: String? {
        switch status {
        case 204: nil
        case 200 where headers.announceEvents: nil
        case 200: "the reply's content type is not text/event-stream; --lines shows what it is"
        default: "the status is \(status), which brings no events; --lines shows what it brings"
        }
    }
}
