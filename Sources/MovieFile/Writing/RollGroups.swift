/// Groups of samples by their roll distance: the number of samples to decode before one is correct, or after which it
/// is (ISO/IEC 14496-12, clauses 8.9 and 10.1).
struct RollGroups {
  /// The number of the first description: from 65537 on in fragments, for descriptions in the fragment itself.
  private let firstNumber: UInt32
  private var distances: [Int] = []
  private var groups = RunTable()

  /// - Parameter isFragment: True if the samples are those of a fragment.
  init(isFragment: Bool = false) {
    firstNumber = isFragment ? 65_537 : 1
  }

  /// Adds samples; nil for those in no group.
  mutating func append(_ distance: Int?, count: Int) {
    guard let distance else { return groups.append(0, count: count) }
    let place = distances.firstIndex(of: distance) ?? distances.count
    if place == distances.count { distances.append(distance) }
    groups.append(firstNumber + UInt32(place), count: count)
  }

  /// Ends the last run; called after all samples.
  mutating func finish() { groups.finish() }

  /// Writes descriptions and groups, if there are any; requires `finish()`.
  func write(to writer: inout BoxWriter) {
    guard !distances.isEmpty else { return }
    writer.fullBox("sgpd", version: 1) { box in
      box.boxType(.rollRecovery)
      box.u32(2)
      box.u32(UInt32(distances.count))
      for distance in distances { box.i16(Int16(clamping: distance)) }
    }
    writer.writeGroups(.rollRecovery, groups)
  }
}

extension BoxWriter {
  /// Writes the groups of samples ('sbgp').
  mutating func writeGroups(_ type: BoxType, _ runs: RunTable) {
    fullBox("sbgp") { box in
      box.boxType(type)
      box.u32(UInt32(runs.runCount))
      box.table(runs.words)
    }
  }
}
