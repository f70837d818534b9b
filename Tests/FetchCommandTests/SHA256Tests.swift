import TestTurns
import Testing

@testable import FetchCommand

@Suite(.inTurn) struct `SHA-256` {
    private func digest(_ text: String, count: Int = 1) -> String {
        var digest = SHA256()
        for _ in 0..<count { digest.update(text.utf8) }
        return digest.hexDigest()
    }

    @Test func `the standard's examples have their digests`() {
        #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(
            digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
                == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
        #expect(
            digest(
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                    + "mnopqrstnopqrstu") == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
        #expect(
            digest(String(repeating: "a", count: 1_000), count: 1_000)
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test(arguments: [55, 56, 57, 63, 64, 65, 119, 120])
    func `pieces give the digest of the whole`(length: Int) {
        let message = (0..<length).map { UInt8($0) }
        var whole = SHA256()
        whole.update(message)
        var pieces = SHA256()
        for byte in message {
            _ = pieces.hexDigest()
            pieces.update([byte])
        }
        #expect(pieces.hexDigest() == whole.hexDigest())
        #expect(whole.hexDigest() != SHA256().hexDigest())
    }
}
