internal import CCurl
internal import FetchKit
internal import Foundation
internal import Glibc

extension CurlTransfer {
    /// How the exchange ended: by the gate first, by libcurl's code second, and by what success left unsaid third.
    func outcome(code: CURLcode) -> TransferOutcome {
        let code = wasKeptFromSendingAgain(code) ? CURLE_OK : code
        if code == CURLE_OK { state.intake.finish() }
        if code == CURLE_WEIRD_SERVER_REPLY { state.intake.breakOffHead() }
        if let refusal = state.intake.gate.refusal { return failed(refusal.failure, because: refusal.reason) }
        if code == CURLE_COULDNT_CONNECT, state.lack != 0 {
            // libcurl calls it a server that cannot be reached.
            let words = unsafe String(cString: strerror(state.lack))
            return failed(.transport(.unknown), because: "no socket could be opened: \(words)")
        }
        if code != CURLE_OK, watch.watchdog.hasCut(port: easy.get(.localPort)) {
            return failed(.transport(.dataLengthExceedsMaximum), because: BarrenLimit.reason)
        }
        guard code == CURLE_OK else {
            let failure = CurlFailureMap.code(for: code, verifyResult: easy.get(.verifyResult))
            return failed(.transport(failure), because: explanation(of: code))
        }
        if case .cutShort(let reason) = state.intake.completion {
            return failed(.transport(.networkConnectionLost), because: reason)
        }
        let head = state.intake.gate.head
        return .reply(
            status: head?.status ?? 0, headers: head?.headers ?? FetchHeaders(), body: state.intake.takeBody(),
            receipt: receipt)
    }

    private func failed(_ failure: FetchFailure, because reason: String) -> TransferOutcome {
        let receipt = receipt
        let isConnected = receipt.connected > .zero || receipt.connectionReused
        let stage = state.intake.gate.stage == .connect && isConnected ? .head : state.intake.gate.stage
        return .failure(failure, FetchDiagnosis(stage: stage, reason: reason, receipt: receipt))
    }

    /// libcurl's own words for this failure where it wrote any, else its words for the code; always one line.
    private func explanation(of code: CURLcode) -> String {
        // SAFETY: libcurl ends the text it writes with a NUL; the other string is static.
        let own = unsafe String(cString: errorText)
        let text = own.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : own
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return "\(line) (libcurl code \(code.rawValue))"
    }

    private var receipt: FetchReceipt {
        var receipt = FetchReceipt()
        // Before, the handle would tell of the exchange before.
        if state.place != nil { fill(&receipt) }
        return receipt
    }

    private func fill(_ receipt: inout FetchReceipt) {
        receipt.headBytes = state.intake.gate.headBytes
        receipt.codedBodyBytes = state.intake.gate.codedBodyBytes
        receipt.bodyBytes = state.intake.gate.bodyBytes
        receipt.sentBodyBytes = state.sentBytes == 0 ? 0 : Int(easy.get(.sentBytes))
        receipt.connectionReused = state.intake.gate.headBytes > 0 && easy.get(.newConnections) == 0
        if !receipt.connectionReused {
            receipt.nameLookup = .microseconds(easy.get(.nameLookupTime))
            receipt.connected = .microseconds(easy.get(.connectTime))
            receipt.secured = .microseconds(easy.get(.secureTime))
        }
        receipt.firstByte = .microseconds(easy.get(.firstByteTime))
        receipt.total = .microseconds(easy.get(.totalTime))
        receipt.httpVersion =
            switch UInt32(easy.get(.httpVersion)) {
            case UInt32(CURL_HTTP_VERSION_1_0): "1.0"
            case UInt32(CURL_HTTP_VERSION_1_1): "1.1"
            case UInt32(CURL_HTTP_VERSION_2_0): "2"
            case UInt32(CURL_HTTP_VERSION_3): "3"
            default: nil
            }
    }
}
