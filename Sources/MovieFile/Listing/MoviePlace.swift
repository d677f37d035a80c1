/// Maps media times to the movie's timeline, with values cached for many samples.
struct MoviePlace {
  private let timeline: TrackTimeline
  private let timescale: Int32
  /// The units per second of `zero + time * factor`, the movie time if the current segment has the rate 1.
  private let unit: Int64
  private let factor: Int64
  private let hasOneSegment: Bool
  private var segment: TrackTimeline.Segment?
  private var zero: Int64?

  init(_ timeline: TrackTimeline, timescale: Int32, movieTimescale: Int32) {
    self.timeline = timeline
    self.timescale = timescale
    let divisor = greatestCommonDivisor(Int64(timescale), Int64(movieTimescale))
    unit = Int64(timescale) / divisor * Int64(movieTimescale)
    factor = unit / Int64(timescale)
    hasOneSegment = timeline.segments.count == 1
  }

  /// Moves to the segment that shows a time of the media.
  mutating func move(to time: Int64) {
    if hasOneSegment, segment != nil { return }
    let next = timeline.segment(ofMedia: CMTime(value: time, timescale: timescale))
    guard next != segment || segment == nil else { return }
    segment = next
    zero = nil
    guard let next, next.rate == .one || next.rate.rawValue <= 0 else { return }
    // The movie time of the media's time 0.
    let start = next.movieTime(ofMedia: .zero)
    let scaled = CMTimeConvertScale(start, timescale: Int32(clamping: unit), method: .default)
    if unit <= Int64(Int32.max), scaled.isNumeric, !scaled.hasBeenRounded { zero = scaled.value }
  }

  func append(_ time: Int64, to text: inout TextBuffer) {
    if let zero {
      let product = time.multipliedReportingOverflow(by: factor)
      let sum = product.partialValue.addingReportingOverflow(zero)
      if !product.overflow, !sum.overflow { return text.appendSeconds(sum.partialValue, perSecond: unit) }
    }
    let place = segment?.movieTime(ofMedia: CMTime(value: time, timescale: timescale)) ?? .invalid
    guard place.isNumeric else { return text.append("0.000000000") }
    text.appendSeconds(place.value, perSecond: Int64(place.timescale))
  }
}
