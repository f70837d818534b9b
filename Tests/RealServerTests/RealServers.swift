import TestTurns
import Testing

/// Servers that people run, each test with its own. One at a time: they are other processes, and so is URLSession here,
/// and what they take of a small machine is missed by the timed tests beside them.
@Suite(.serialized, .inTurn) enum RealServers {}
