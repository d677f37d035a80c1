import Synchronization

/// The tables of a transport stream at a place: its programs, and the PIDs of their streams.
struct TransportTables: Sendable {
  enum Role: Hashable, Sendable {
    case association
    case map(program: Int)
    case stream(Int)
  }

  struct Program: Hashable, Sendable {
    var number: UInt16
    var mapPID: UInt16
    var map: ProgramMap?
  }

  var programs: [Program] = []
  /// The meaning of packets by their PIDs.
  var roles: [UInt16: Role] = [0: .association]
  /// The programs whose clock references are in packets of a PID.
  var referencePIDs: [UInt16: [Int]] = [:]
  /// The PID of each stream.
  var pids: [UInt16] = []

  /// Moves a program to the PID of a new association.
  mutating func move(_ program: Int, to entry: ProgramAssociation.Entry) {
    programs[program].number = entry.number
    guard programs[program].mapPID != entry.pid else { return }
    if case .map(program)? = roles[programs[program].mapPID] { roles[programs[program].mapPID] = nil }
    programs[program].mapPID = entry.pid
    roles[entry.pid] = .map(program: program)
  }

  /// Moves a stream to another PID.
  mutating func move(stream: Int, to pid: UInt16) {
    if case .stream(stream)? = roles[pids[stream]] { roles[pids[stream]] = nil }
    pids[stream] = pid
    roles[pid] = .stream(stream)
  }

  /// Takes the map of a program, and the PID of its clock references.
  mutating func set(_ map: ProgramMap, of program: Int) {
    programs[program].map = map
    for (pid, users) in referencePIDs {
      let others = users.filter { $0 != program }
      referencePIDs[pid] = others.isEmpty ? nil : others
    }
    if map.referencePID != 0x1fff { referencePIDs[map.referencePID, default: []].append(program) }
  }
}

/// The changes of a file's tables, as far as walks have met them: a walk from a place begins with those before it.
final class TransportTableHistory: Sendable {
  private static let limit = 4096
  private let changes = Mutex<[(offset: Int64, tables: TransportTables)]>([])

  init() {}

  func note(_ tables: TransportTables, at offset: Int64) {
    changes.withLock { changes in
      let index = changes.partitioningIndex { $0.offset >= offset }
      if changes.indices.contains(index), changes[index].offset == offset {
        changes[index].tables = tables
      } else if changes.count < Self.limit {
        changes.insert((offset, tables), at: index)
      }
    }
  }

  /// The last tables before an offset; nil if walks have met no change before it.
  func tables(before offset: Int64) -> TransportTables? {
    changes.withLock { changes in
      let index = changes.partitioningIndex { $0.offset >= offset } - 1
      return index >= 0 ? changes[index].tables : nil
    }
  }
}
