/// A track's part of a movie fragment.
struct Fragment {
  private(set) var runs: [FragmentRun] = []
  /// The groups of each of the track's 'traf' boxes.
  private(set) var groups: [SampleGroups] = []
  /// The byte ranges of each 'traf' box's dependencies, a byte per sample; nil if the runs' flags hold them.
  private(set) var dependencies: [Range<Int64>?] = []

  /// Reads the 'moof' box at an offset of the file.
  ///
  /// - Parameter defaults: The values of the movie's 'trex' box for the track.
  init(at offset: Int64, trackID: UInt32, defaults: FragmentDefaults, window: ByteWindow) throws(MovieError) {
    var boxes = BoxSequence(topLevelOf: window, from: offset)
    guard let moof = try boxes.next(), moof.type == .moof else {
      throw MovieError(.changed, "the fragment at byte \(offset) is gone", offset: offset, file: window.source.name)
    }
    try window.prefetch(at: moof.start, count: moof.payloadSize)
    var children = BoxSequence(in: moof, window: window)
    // The end of the previous 'traf' box's data, where the next one's begin by default.
    var dataEnd = moof.offset
    while let child = try children.next() {
      guard child.type == .traf else { continue }
      guard var header = try TrackFragmentHeader(in: child, window: window) else { continue }
      let isOurs = header.trackID == trackID
      // Runs of other tracks only matter for the place of ours.
      if !isOurs, header.base != nil || header.startsAtMoof { continue }
      let base = header.base ?? (header.startsAtMoof ? moof.offset : dataEnd)
      header.complete(isOurs ? defaults : FragmentDefaults())
      try read(child, header, base: base, isOurs: isOurs, dataEnd: &dataEnd, window)
    }
  }

  private mutating func read(
    _ traf: Box, _ header: TrackFragmentHeader, base: Int64, isOurs: Bool, dataEnd: inout Int64, _ window: ByteWindow
  ) throws(MovieError) {
    var decodeTime: Int64?
    var isFirst = true
    var groups = SampleGroups()
    var dependencies: Range<Int64>?
    var first = 0
    var children = BoxSequence(in: traf, window: window)
    while let child = try children.next() {
      switch child.type {
      case .trackFragmentDecodeTime:
        var reader = PayloadReader(child, window: window)
        let time = try reader.unsigned(version: try reader.versionAndFlags().version)
        guard time < 1 << 62 else { throw .malformed("the fragment starts after 2^62 units", in: child) }
        decodeTime = Int64(time)
      case .trackFragmentRun:
        let run = try FragmentRun(
          child, window: window, base: isFirst || child.hasDataOffset(window) ? base : nil,
          decodeTime: isFirst ? decodeTime : nil, defaults: header.defaults, trackFragment: self.groups.count,
          firstSample: first)
        first += run.count
        dataEnd = min(try (run.dataStart ?? dataEnd) + run.byteCount(window: window), 1 << 62 - 1)
        isFirst = false
        guard isOurs else { continue }
        guard runs.count < 65_536 else {
          throw .excessive("the fragment has over 65536 runs", in: traf)
        }
        runs.append(run)
      case "sdtp": dependencies = min(child.start + 4, child.end)..<child.end
      case "sgpd", "sbgp":
        if isOurs { try groups.read(child, window) }
      default: break
      }
    }
    if isOurs {
      self.groups.append(groups)
      self.dependencies.append(dependencies)
    }
  }
}

/// The contents of a 'tfhd' box (ISO/IEC 14496-12, clause 8.8.7).
struct TrackFragmentHeader {
  let trackID: UInt32
  /// The base of data offsets, if the box states it.
  let base: Int64?
  /// True if data offsets are relative to the 'moof' box.
  let startsAtMoof: Bool
  private let descriptionIndex: Int?
  private let duration: UInt32?
  private let size: UInt32?
  private let flags: UInt32?
  private(set) var defaults = FragmentDefaults()

  /// Nil if the 'traf' box has no header.
  init?(in traf: Box, window: ByteWindow) throws(MovieError) {
    var children = BoxSequence(in: traf, window: window)
    guard let box = try children.first("tfhd") else { return nil }
    var reader = PayloadReader(box, window: window)
    let has = try reader.versionAndFlags().flags
    trackID = try reader.u32()
    if has & 0x1 != 0 {
      guard let base = Int64(exactly: try reader.u64()), base < 1 << 62 else {
        throw .malformed("the fragment's data start beyond any file", in: box)
      }
      self.base = base
    } else {
      base = nil
    }
    startsAtMoof = has & 0x20000 != 0
    descriptionIndex = has & 0x2 != 0 ? Int(try reader.u32()) - 1 : nil
    duration = has & 0x8 != 0 ? try reader.u32() : nil
    size = has & 0x10 != 0 ? try reader.u32() : nil
    flags = has & 0x20 != 0 ? try reader.u32() : nil
  }

  /// Fills in the values that the box does not state.
  mutating func complete(_ movie: FragmentDefaults) {
    defaults = FragmentDefaults(
      descriptionIndex: max(0, descriptionIndex ?? movie.descriptionIndex), duration: duration ?? movie.duration,
      size: size ?? movie.size, flags: flags ?? movie.flags)
  }
}

extension Box {
  /// True if a 'trun' box states where its data start.
  fileprivate func hasDataOffset(_ window: ByteWindow) -> Bool {
    guard payloadSize >= 4, let flags = try? window.u32(at: start) else { return false }
    return flags & 1 != 0
  }
}

extension BoxType {
  static let trackFragmentDecodeTime: BoxType = "tfdt"
  static let trackFragmentRun: BoxType = "trun"
}
