internal import FetchKit

/// What a small reply needs of memory, allocated by the thread that asks for it.
///
/// That thread most likely frees it too. What one thread allocates and another frees has to go through the allocator's
/// lock, on which the two then wait for one another.
struct ReplyMemory: ~Copyable {
    var headers: FetchHeaders
    var body: BodyBuffer

    /// None: it is allocated as it is needed.
    init() {
        headers = FetchHeaders()
        body = BodyBuffer()
    }

    /// Enough for a usual head, and for a collected body up to a kilobyte; allocators keep blocks of that size for their
    /// thread.
    init(collecting budget: Int) {
        headers = .roomy
        body = BodyBuffer(reserving: min(budget, 1024))
    }
}
