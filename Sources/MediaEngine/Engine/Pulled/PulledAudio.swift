package import MediaSource
package import CoreMedia

/// Audio that is made when it is asked for. Belongs to the thread of its sink.
package protocol PulledAudio: AnyObject {
  /// The format of the first block.
  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat
  /// The next block; nil after the last.
  func next(_ cancellation: Cancellation) throws -> DecodedAudio?
  /// Goes on in another range: from the sample nearest to its start up to the one nearest to its end.
  func move(to range: CMTimeRange)
}

/// The audio of a track, with silence in gaps.
final class TrackAudio: PulledAudio {
  private let cursor: AudioCursor
  init(_ track: any CodedTrack, in range: CMTimeRange) { cursor = AudioCursor(track, range: range, gaps: .silence) }
  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat { try cursor.format(cancellation) }
  func next(_ cancellation: Cancellation) throws -> DecodedAudio? { try cursor.next(cancellation) }
  func move(to range: CMTimeRange) { cursor.move(to: range) }
}

/// Audio in another format. The samples of any range are those of the whole.
final class ConvertedAudio: PulledAudio {
  private let input: any PulledAudio
  private let request: AudioFormatRequest
  private var converter: AudioConverter?
  private var ready: [DecodedAudio] = []
  /// The range to begin with; the input goes on where its samples depend on.
  private var sought: CMTimeRange?
  /// The samples of the range, in the wanted rate; nil for all.
  private var wanted: Range<Int64>?

  init(_ input: any PulledAudio, to request: AudioFormatRequest) { (self.input, self.request) = (input, request) }

  func format(_ cancellation: Cancellation) throws -> DecodedAudioFormat {
    request.format(from: try input.format(cancellation))
  }

  func move(to range: CMTimeRange) { (converter, ready, wanted, sought) = (nil, [], nil, range) }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? {
    try begin(cancellation)
    while ready.isEmpty {
      guard let chunk = try input.next(cancellation) else {
        while let rest = try converter?.finish() {
          if let part = clamped(rest) { return part }
        }
        return nil
      }
      if converter?.source != chunk.format {
        keep(try converter?.finish())
        converter = try AudioConverter(
          from: chunk.format, to: request.format(from: chunk.format), quality: request.quality)
      }
      keep(try converter?.convert(chunk))
    }
    return ready.removeFirst()
  }

  /// Lets the input go on where a range's first sample depends on it.
  private func begin(_ cancellation: Cancellation) throws {
    guard let range = sought else { return }
    let source = try input.format(cancellation)
    sought = nil
    let target = request.format(from: source)
    guard target.rate != source.rate else { return input.move(to: range) }
    let converter = try AudioConverter(from: source, to: target, quality: request.quality)
    let first = sample(range.start, target.rate)
    let wanted = first..<max(first, sample(range.end, target.rate))
    let needed = converter.needed(for: wanted)
    let rate = CMTimeScale(clamping: source.rate)
    input.move(
      to: CMTimeRange(
        start: CMTime(value: needed.lowerBound, timescale: rate),
        end: needed.upperBound == .max ? .positiveInfinity : CMTime(value: needed.upperBound, timescale: rate)))
    (self.converter, self.wanted) = (converter, wanted)
  }

  private func sample(_ time: CMTime, _ rate: Int) -> Int64 {
    guard time.isNumeric else { return .max }
    return time.convertScale(CMTimeScale(clamping: rate), method: .roundHalfAwayFromZero).value
  }

  private func keep(_ chunk: DecodedAudio?) {
    if let chunk, let part = clamped(chunk) { ready.append(part) }
  }

  private func clamped(_ chunk: DecodedAudio) -> DecodedAudio? { wanted.map { chunk.clamped(to: $0) } ?? chunk }
}
