/// A grouping of samples: the group of each sample, and the meanings of the groups (ISO/IEC 14496-12, clause 8.9).
struct SampleGroup: Sendable {
  /// Runs of samples with the number of their group's description; 0 for none.
  var runs: Table
  /// The value of each group, from number 1 on: the roll distance, or for `rap ` the number of leading samples, -1 if
  /// unknown.
  var descriptions: [Int]
  /// The number for samples outside of the runs; 0 for none.
  var defaultNumber: Int

  /// Returns the value of a group, or nil if there is no such group. Numbers from 65 537 on are a fragment's own
  /// descriptions.
  func value(_ number: UInt32) -> Int? {
    let index = number == 0 ? defaultNumber : Int(number)
    return index > 0 && index <= descriptions.count ? descriptions[index - 1] : nil
  }
}

/// Collects the boxes of sample groups.
struct SampleGroups {
  private var runs: [BoxType: Table] = [:]
  private var descriptions: [BoxType: [Int]] = [:]
  private var defaults: [BoxType: Int] = [:]

  func group(_ type: BoxType) -> SampleGroup? {
    guard let runs = runs[type], let descriptions = descriptions[type] else { return nil }
    return SampleGroup(runs: runs, descriptions: descriptions, defaultNumber: defaults[type] ?? 0)
  }

  /// Returns the runs of samples in groups of a type.
  func runs(of type: BoxType) -> Table? { runs[type] }

  /// Returns the values of the groups of a type.
  func descriptions(of type: BoxType) -> [Int] { descriptions[type] ?? [] }

  mutating func read(_ box: Box, _ window: ByteWindow) throws(MovieError) {
    if box.type == "sbgp" {
      try readRuns(box, window)
    } else if box.type == "sgpd" {
      try readDescriptions(box, window)
    }
  }

  private mutating func readRuns(_ box: Box, _ window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, _) = try reader.versionAndFlags()
    let type = try reader.boxType()
    if version == 1 { try reader.skip(4) }
    let count = try reader.u32()
    runs[type] = try Table(box, offset: reader.position, stride: 8, count: count)
  }

  private mutating func readDescriptions(_ box: Box, _ window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    let (version, _) = try reader.versionAndFlags()
    let type = try reader.boxType()
    guard [.rollRecovery, .audioPreRoll, .randomAccessPoint].contains(type) else { return }
    let defaultLength = version == 1 ? Int64(try reader.u32()) : 0
    if version >= 2 { defaults[type] = Int(try reader.u32()) }
    let count = try reader.u32()
    guard Int64(count) <= reader.remaining else {
      throw .malformed("'sgpd' says that it holds \(count) groups in \(reader.remaining) bytes", in: box)
    }
    guard count <= 65_536 else { throw .excessive("'sgpd' has \(count) groups", in: box) }
    var values: [Int] = []
    for _ in 0..<count {
      let length = version == 1 && defaultLength == 0 ? Int64(try reader.u32()) : defaultLength
      let start = reader.position
      if type == .randomAccessPoint {
        let byte = try reader.u8()
        values.append(byte & 0x80 != 0 ? Int(byte & 0x7f) : -1)
      } else {
        values.append(Int(try reader.i16()))
      }
      let used = reader.position - start
      if version == 1, length > used { try reader.skip(length - used) }
    }
    descriptions[type] = values
  }
}

extension BoxType {
  static let rollRecovery: BoxType = "roll"
  static let audioPreRoll: BoxType = "prol"
  static let randomAccessPoint: BoxType = "rap "
}
