/// The times of the frames of a block, in units of packets' times.
struct MatroskaFrameTimes {
  private let start: Int64?
  private let count: Int
  private let info: MatroskaInfo
  /// The duration of all frames by their group; nil if it is not stated.
  private let stated: Int64?
  /// The duration of one frame by the track, in nanoseconds; nil if it is not stated.
  private let defaultDuration: Int64?

  init(
    _ block: MatroskaBlock, _ group: MatroskaBlockGroup?, clusterTime: Int64, _ info: MatroskaInfo, scale: Double,
    defaultDuration: Int64?
  ) {
    let (units, overflow) = clusterTime.addingReportingOverflow(Int64(block.time))
    start = overflow ? nil : info.time(units, scale: scale)
    count = block.frames.count
    (self.info, self.defaultDuration) = (info, defaultDuration)
    stated = group?.duration.flatMap { info.time($0, scale: scale) }
  }

  /// Returns the time of a frame; nil if only the frames before it tell.
  func time(of index: Int) -> Int64? {
    guard let start, let offset = offset(of: index) else { return nil }
    let (time, overflow) = start.addingReportingOverflow(offset)
    return overflow ? nil : time
  }

  /// Returns the stated duration of a frame; nil if there is none.
  func duration(of index: Int) -> Int64? {
    guard stated != nil, let start = offset(of: index), let end = offset(of: index + 1) else { return nil }
    return end - start
  }

  private func offset(of index: Int) -> Int64? {
    if index == 0 { return 0 }
    if let stated {
      return Int64(clamping: ExactScale.nearest(Int128(stated) * Int128(index), over: Int128(count)))
    }
    return defaultDuration.map { info.time(nanoseconds: $0 * Int64(index)) }
  }
}
