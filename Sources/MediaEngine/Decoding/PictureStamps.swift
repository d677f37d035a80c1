/// When the pictures of a parsed file are shown and decoded, in units of the file.
///
/// Where the file says nothing of presentation (AVI, bare streams), the pictures' own order counts: the picture that is shown as the
/// nth takes the nth place on the decoding timeline. Single stamps that are missing (MPEG program streams) are filled in.
struct PictureStamps {
  let timescale: Int32
  private(set) var times: [(presentation: Int64, decode: Int64, duration: Int64)] = []

  init(_ entries: [ParsedTrackBuilder.Entry], frameRate: (Int32, Int32)?, zero: ClockTime, _ kind: ContainerKind) {
    let frame = frameRate.map { Int64(ClockTime(1, times: UInt($0.1), over: UInt($0.0)).nanoseconds) } ?? 0
    func relative(_ time: ClockTime?) -> Int64? {
      time.map { Int64(clamping: $0.nanoseconds) - Int64(clamping: zero.nanoseconds) }
    }
    var decode: [Int64] = []
    for entry in entries {
      let next = decode.last.map { $0 + frame } ?? 0
      decode.append(relative(entry.decode) ?? relative(entry.presentation) ?? next)
    }
    // Matroska does not say when anything is decoded: one after the other, in the steps in which it is shown.
    if entries.allSatisfy({ $0.decode == nil && $0.presentation != nil }) { decode.sort() }
    let presentation = Self.presentation(entries.map { relative($0.presentation) }, entries, decode, frame)
    let grid =
      if case .matroska(let timescale) = kind {
        TimeGrid(timescale: timescale)
      } else {
        TimeGrid(of: presentation, frameRate: frameRate)
      }
    timescale = grid.timescale
    for (index, entry) in entries.enumerated() {
      let step = index + 1 < decode.count ? grid.value(of: decode[index + 1]) - grid.value(of: decode[index]) : 0
      let stated = entry.duration.map { grid.value(of: Int64(clamping: $0.nanoseconds)) } ?? 0
      times.append(
        (
          grid.value(of: presentation[index]), grid.value(of: decode[index]),
          max(1, stated > 0 ? stated : step > 0 ? step : grid.value(of: frame))
        ))
    }
  }

  private static func presentation(
    _ stated: [Int64?], _ entries: [ParsedTrackBuilder.Entry], _ decode: [Int64], _ frame: Int64
  ) -> [Int64] {
    let missing = stated.count { $0 == nil }
    guard missing > 0 else { return stated.compactMap(\.self) }
    let shown = PicturePlace.order(entries.map(\.place)) ?? Array(entries.indices)
    var result = zip(stated, decode).map { $0 ?? $1 }
    if missing * 2 > stated.count {
      for (index, time) in zip(shown, decode.sorted()) { result[index] = time }
    } else {
      for (before, index) in zip(shown, shown.dropFirst()) where stated[index] == nil {
        result[index] = result[before] + frame
      }
    }
    return result
  }
}

/// The units in which a file keeps its times, found from the nanoseconds that a demuxer made of them.
private struct TimeGrid {
  let timescale: Int32

  init(timescale: Int32) { self.timescale = timescale }

  init(of stamps: [Int64], frameRate: (Int32, Int32)?) {
    let candidates = [1000, frameRate?.0, 90000].compactMap(\.self)
    timescale =
      candidates.first { scale in
        stamps.allSatisfy { abs(Self.nanoseconds(Self.value($0, scale), scale) - $0) <= 1 }
      } ?? 1_000_000_000
  }

  func value(of nanoseconds: Int64) -> Int64 { Self.value(nanoseconds, timescale) }

  private static func value(_ nanoseconds: Int64, _ timescale: Int32) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(nanoseconds) * Int128(timescale), over: 1_000_000_000))
  }

  private static func nanoseconds(_ value: Int64, _ timescale: Int32) -> Int64 {
    Int64(clamping: ExactScale.nearest(Int128(value) * 1_000_000_000, over: Int128(timescale)))
  }
}
