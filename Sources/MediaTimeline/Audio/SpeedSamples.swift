internal import CoreMedia
internal import MediaSource

/// Audio at another speed, with the pitch that follows from it: each sample has the exact time of the source.
final class VarispeedSamples: AudioRunReader {
  private let source: any AudioRunReader
  private let pace: Varispeed.Pace
  private let format: DecodedAudioFormat
  /// The sample of the timeline at which the pace starts.
  private let origin: Int64
  /// The samples of the source that are heard; around them, it is silent.
  private let heard: Range<Int64>
  private var varispeed: Varispeed?

  /// - Parameter source: The source by its own samples, in the timeline's rate.
  init(_ source: any AudioRunReader, _ run: AudioRun, _ format: DecodedAudioFormat) throws {
    (self.source, self.format) = (source, format)
    origin = run.samples.lowerBound
    let rate = CMTimeScale(clamping: format.rate)
    let start =
      run.map.forwards.sourceTime(at: CMTime(value: origin, timescale: rate)) * ExactTime(Int128(rate), over: 1)
    let speed = run.map.speed
    pace = try Varispeed.Pace(
      speed: (speed.numerator, speed.denominator), start: start.numerator, over: start.denominator)
    heard = run.sourceSamples(format.rate)
  }

  func move(to samples: Range<Int64>) {
    let varispeed = Varispeed(pace, format, of: samples, from: origin)
    self.varispeed = varispeed
    let first = min(max(heard.lowerBound, varispeed.firstSample), heard.upperBound)
    source.move(to: first..<heard.upperBound)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    try varispeed?.next { try source.next(cancellation) }
  }
}
