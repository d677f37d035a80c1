/// A timecode: hours, minutes, seconds and frames (QuickTime File Format, "Timecode Media").
public struct TimeCode: Hashable, Sendable, CustomStringConvertible {
  /// The number of frames since 00:00:00:00, without dropped numbers.
  public let frameNumber: Int64
  /// The frames per second that the timecode counts, such as 30 at 29.97.
  public let framesPerSecond: Int64
  /// True for drop-frame timecode, which skips the first two frame numbers, at 60 per second four, of each minute that
  /// is no multiple of ten.
  public let dropsFrames: Bool

  /// - Precondition: `framesPerSecond` is positive.
  public init(frameNumber: Int64, framesPerSecond: Int64, dropsFrames: Bool) {
    precondition(framesPerSecond > 0, "a second has frames")
    self.frameNumber = frameNumber
    self.framesPerSecond = framesPerSecond
    self.dropsFrames = dropsFrames
  }

  /// The numbers that nine of ten minutes of drop-frame timecode skip; 0 for other timecode.
  private var droppedNumbers: UInt64 {
    let rate = framesPerSecond.magnitude
    guard dropsFrames, rate >= 15 else { return 0 }
    return rate / 15 % 2 == 0 || rate == 30 ? rate / 15 : 2
  }

  /// The timecode that starts over after 24 hours, as clocks do; negative timecode does so in the other direction.
  public var withinDay: TimeCode {
    let (day, overflows) = framesPerSecond.multipliedReportingOverflow(by: 86_400)
    guard !overflows else { return self }
    // A day has 144 times ten minutes.
    return TimeCode(
      frameNumber: frameNumber % (day - Int64(droppedNumbers) * 9 * 144), framesPerSecond: framesPerSecond,
      dropsFrames: dropsFrames)
  }

  /// The text, such as `01:00:00:00`; with a semicolon before the frames for drop frame.
  public var description: String {
    var number = frameNumber.magnitude
    let (rate, left) = (framesPerSecond.magnitude, droppedNumbers)
    if left > 0 {
      // Nine of ten minutes skip numbers.
      let (tens, minute) = (rate * 600 - 9 * left, rate * 60 - left)
      let (blocks, rest) = number.quotientAndRemainder(dividingBy: tens)
      number += blocks * 9 * left
      if rest >= left { number += left * ((rest - left) / minute) }
    }
    let (seconds, frames) = number.quotientAndRemainder(dividingBy: rate)
    func two(_ number: UInt64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let separator = dropsFrames ? ";" : ":"
    return (frameNumber < 0 ? "-" : "")
      + "\(two(seconds / 3600)):\(two(seconds / 60 % 60)):\(two(seconds % 60))"
      + separator + two(frames)
  }
}

extension Movie {
  /// Returns the timecode of a time on the movie's timeline; nil if the track has none there.
  ///
  /// - Parameter track: A timecode track; other tracks refer to theirs with `tmcd`.
  public func timeCode(at time: CMTime, in track: Track) throws(MovieError) -> TimeCode? {
    let samples = try track.samples()
    guard let media = try track.timeline().media(at: time)?.time,
      let sample = try samples.sample(atPresentationTime: media.floor(timescale: track.timescale)),
      try track.formatDescriptions().indices.contains(sample.descriptionIndex)
    else { return nil }
    let format = try track.formatDescriptions()[sample.descriptionIndex]
    guard format.mediaType == .timeCode, format.frameQuanta > 0, format.frameDuration.isNumeric
    else { return nil }
    var scanner = ByteScanner(try data(of: sample, in: track))
    guard let start = scanner.i32() else {
      throw .malformed(
        "time code \(sample.index) has \(sample.size) bytes", in: track.box, at: sample.offset)
    }
    // Each sample holds the timecode of its beginning.
    let passed = media - sample.presentationTimeStamp
    let frames = CMTimeMultiplyByRatio(
      passed, multiplier: format.frameDuration.timescale,
      divisor: Int32(clamping: max(format.frameDuration.value, 1)))
    let code = TimeCode(
      frameNumber: Int64(start) + frames.floor(timescale: 1),
      framesPerSecond: Int64(format.frameQuanta),
      dropsFrames: format.timeCodeFlags.contains(.dropFrame))
    return format.timeCodeFlags.contains(.twentyFourHourMax) ? code.withinDay : code
  }
}

extension CMTime {
  /// Returns the last integer in a timescale that is not after this time.
  fileprivate func floor(timescale: Int32) -> Int64 {
    CMTimeConvertScale(self, timescale: timescale, method: .roundTowardNegativeInfinity).value
  }
}
