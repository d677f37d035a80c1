internal import CoreMedia
internal import MediaEngine
internal import MediaSource

/// Audio of a run at the samples of its timeline, in the timeline's format. Belongs to one thread at a time.
protocol AudioRunReader: AnyObject {
  /// Goes on in another range of samples of the timeline.
  func move(to samples: Range<Int64>)
  /// The next chunk; nil after the last. What no chunk holds is silent.
  func next(_ cancellation: Cancellation) throws -> DecodedAudio?
}

extension DecodedAudio {
  /// The same audio at other samples.
  func moved(by shift: Int64) -> DecodedAudio {
    shift == 0 ? self : DecodedAudio(format: format, position: position + shift, bytes: bytes)
  }
}

/// A track at its own speed: each sample of the timeline is the sample of the source that is nearest to its time.
///
/// The source has the timeline's rate, or is converted to it, so one shift serves all samples of a run.
final class TrackSamples: AudioRunReader {
  private let cursor: AudioCursor
  /// Added to a sample of the timeline, it gives that of the source.
  private let shift: Int64
  private let rate: CMTimeScale

  init(_ track: any CodedTrack, shift: Int64, _ format: DecodedAudioFormat) {
    cursor = AudioCursor(track, range: .zero, gaps: .silence, format: AudioFormatRequest(format))
    (self.shift, rate) = (shift, CMTimeScale(clamping: format.rate))
  }

  func move(to samples: Range<Int64>) {
    let first = max(0, samples.lowerBound + shift)
    let range = CMTimeRange(
      start: CMTime(value: first, timescale: rate),
      end: CMTime(value: max(first, samples.upperBound + shift), timescale: rate))
    cursor.move(to: range)
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? { try cursor.next(cancellation)?.moved(by: -shift) }
}

/// A nested timeline at its own speed.
final class NestedSamples: AudioRunReader {
  private let audio: TimelineAudio
  private let shift: Int64

  init(_ audio: TimelineAudio, shift: Int64) { (self.audio, self.shift) = (audio, shift) }

  func move(to samples: Range<Int64>) {
    let first = max(0, samples.lowerBound + shift)
    audio.move(toSamples: first..<max(first, samples.upperBound + shift))
  }

  func next(_ cancellation: Cancellation) throws -> DecodedAudio? { try audio.next(cancellation)?.moved(by: -shift) }
}

extension TimeMap {
  /// The number that makes a sample of the source of one of the timeline, where the source keeps its speed.
  func sampleShift(_ rate: Int) -> Int64 { (ExactTime(sourceRange.start) - ExactTime(range.start)).nearest(rate) }
}

extension AudioFormatRequest {
  /// A request for a format as it is.
  init(_ format: DecodedAudioFormat) {
    self.init(
      sampleFormat: format.sampleFormat, rate: format.rate, channels: format.channels,
      // Two channels and one are what they are.
      channelMask: format.channels > 2 ? format.channelMask : nil)
  }
}
