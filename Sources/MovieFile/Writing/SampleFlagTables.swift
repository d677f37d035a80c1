/// Sync samples and sample dependencies (ISO/IEC 14496-12, clauses 8.6.2, 8.6.4 and 10.4; QuickTime File Format,
/// "Partial sync sample atom" and "Sample dependency flags atom").
struct SampleFlagTables {
  private var count = 0
  /// The numbers of sync samples; empty as long as all samples are.
  private var syncSamples = WordTable()
  private var syncCount = 0
  /// The numbers of the first samples of open GOPs; and the same as runs.
  private var partialSamples = WordTable()
  private var partialGroups = RunTable()
  private var dependencies: [UInt8] = []
  private var hasDependencies = false

  /// Adds samples with equal flags.
  mutating func append(_ flags: SampleFlags, count new: Int) {
    let numbers = UInt32(count + 1)..<UInt32(count + new + 1)
    if flags.contains(.sync) {
      if syncCount < count { for number in numbers { syncSamples.append(number) } }
      syncCount += new
    } else if syncCount == count {
      for number in 0..<UInt32(count) { syncSamples.append(number + 1) }
    }
    let isPartial = flags.contains(.partialSync)
    if isPartial { for number in numbers { partialSamples.append(number) } }
    partialGroups.append(isPartial ? 1 : 0, count: new)
    var bits = flags.dependencies
    if flags.contains(.earlierDisplayTimesAllowed) { bits |= Self.earlierDisplay }
    if bits != 0, !hasDependencies {
      hasDependencies = true
      dependencies = [UInt8](repeating: 0, count: count)
    }
    if hasDependencies { dependencies.append(contentsOf: repeatElement(bits, count: new)) }
    count += new
  }

  /// Ends the last run; called after all samples.
  mutating func finish() { partialGroups.finish() }

  /// A redundancy bit that is otherwise unused, for a flag that only QuickTime has.
  private static let earlierDisplay: UInt8 = 0x02

  func write(to stbl: inout BoxWriter, isQuickTime: Bool) {
    if syncCount < count {
      Self.writeNumbers(syncSamples, as: "stss", to: &stbl)
      if isQuickTime, partialSamples.count > 0 { Self.writeNumbers(partialSamples, as: "stps", to: &stbl) }
    }
    if hasDependencies {
      stbl.fullBox("sdtp") { $0.append(dependencies.map { Self.stored($0, isQuickTime: isQuickTime) }) }
    }
  }

  private static func writeNumbers(_ numbers: WordTable, as type: BoxType, to stbl: inout BoxWriter) {
    stbl.fullBox(type) { box in
      box.u32(UInt32(numbers.count))
      box.table(numbers)
    }
  }

  /// Returns a sample's 'sdtp' byte: QuickTime's has no leading flag.
  private static func stored(_ bits: UInt8, isQuickTime: Bool) -> UInt8 {
    let common = bits & ~earlierDisplay
    guard isQuickTime else { return common }
    return common & 0x3f | (bits & earlierDisplay != 0 ? 0x40 : 0)
  }

  /// Writes groups of open GOPs, for files without partial sync samples; requires `finish()`.
  func writeGroups(to stbl: inout BoxWriter, isQuickTime: Bool) {
    guard !isQuickTime, partialSamples.count > 0 else { return }
    stbl.fullBox("sgpd", version: 1) { box in
      box.boxType(.randomAccessPoint)
      box.u32(1)
      box.u32(1)
      // The number of leading samples is unknown.
      box.u8(0)
    }
    stbl.writeGroups(.randomAccessPoint, partialGroups)
  }
}
