import Foundation
import Testing

@testable import FetchKit

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// In a process of its own, whose descriptors are nobody else's.
@Suite struct OpenFileTests {
    @Test func `what is refused is closed once, and no descriptor of another thread with it`() async {
        await #expect(processExitsWith: .success) {
            let opener = Task.detached {
                for _ in 0..<50_000 {
                    #expect(throws: FileFault.self) { try OpenFile(reading: "/") }
                }
            }
            // Stopped by its own count, since a lost descriptor stays lost.
            var lost = 0
            for _ in 0..<100_000 where lost == 0 {
                let own = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
                for _ in 0..<8 where fcntl(own, F_GETFD) < 0 { lost += 1 }
                close(own)
            }
            await opener.value
            #expect(lost == 0)
        }
    }
}
