/// A picture of a file without a sample table, with its times in nanoseconds from the beginning of the file.
package struct StampedPicture: Hashable, Sendable {
  package var presentation: Int64?
  package var decode: Int64?
  package var duration: Int64?
  /// The place in the order of presentation, from the picture's header.
  package var place: PictureOrder?
  /// True if the sample only states that there is no picture.
  package var isUncoded: Bool

  package init(
    presentation: Int64?, decode: Int64?, duration: Int64? = nil, place: PictureOrder? = nil, isUncoded: Bool = false
  ) {
    self.presentation = presentation
    self.decode = decode
    self.duration = duration
    self.place = place
    self.isUncoded = isUncoded
  }
}

/// The presentation and decode times of pictures in a file without a sample table, in units of the file.
///
/// If the file stores no presentation times (AVI, bare streams), the pictures' own order decides: the n-th picture in
/// order of presentation takes the n-th decode time. Single missing timestamps (MPEG program streams) are interpolated.
package struct PictureStamps {
  package let timescale: Int32
  package private(set) var times: [(presentation: Int64, decode: Int64, duration: Int64)] = []

  /// - Parameters:
  ///   - frameRate: The frame rate as a ratio; nil if it is not constant.
  ///   - matroskaTimescale: The units per second of Matroska's blocks; nil for other files, whose units are derived
  ///     from the times.
  package init(_ pictures: [StampedPicture], frameRate: (Int32, Int32)?, matroskaTimescale: Int32?) {
    let frame =
      frameRate.map { rate in
        Int64(clamping: ExactScale.nearest(Int128(rate.1) * 1_000_000_000, over: Int128(rate.0)))
      } ?? 0
    var decode: [Int64] = []
    for picture in pictures {
      decode.append(picture.decode ?? picture.presentation ?? decode.last.map { $0 + frame } ?? 0)
    }
    // Matroska stores no decode times: they are the presentation times, sorted.
    if pictures.allSatisfy({ $0.decode == nil && $0.presentation != nil }) { decode.sort() }
    let presentation = Self.presentation(pictures, decode, frame)
    let grid = matroskaTimescale.map { TimeGrid(timescale: $0) } ?? TimeGrid(of: presentation, frameRate: frameRate)
    timescale = grid.timescale
    for (index, picture) in pictures.enumerated() {
      let step = index + 1 < decode.count ? grid.value(of: decode[index + 1]) - grid.value(of: decode[index]) : 0
      let stated = picture.duration.map { grid.value(of: $0) } ?? 0
      times.append(
        (
          grid.value(of: presentation[index]), grid.value(of: decode[index]),
          max(1, stated > 0 ? stated : step > 0 ? step : grid.value(of: frame))
        ))
    }
  }

  private static func presentation(_ pictures: [StampedPicture], _ decode: [Int64], _ frame: Int64) -> [Int64] {
    let stated = pictures.map(\.presentation)
    let missing = stated.count { $0 == nil }
    guard missing > 0 else { return stated.compactMap(\.self) }
    let shown = PictureOrder.order(pictures.map(\.place)) ?? Array(pictures.indices)
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

/// The units of a file's times, derived from the nanoseconds that a demuxer reported.
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
