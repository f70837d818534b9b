import TestTurns
import Testing

/// The suites that use a real session, one case at a time: all sessions of a process share one serial queue on Linux,
/// which spins while a first response is awaited, so that parallel cases would measure each other.
@Suite("URLSession", .serialized, .inTurn) enum URLSessionTests {}
