import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

/// The only track of an MP3 or ADTS file.
struct FrameFileContent: TrackContent {
  let frames: AudioFrameFile
  /// True if frames are counted, which requires reading the whole file.
  let isPrecise: Bool
  let file: MediaFileReader
  let facts: TrackFacts
  private let known = OnceResult<SampleStatistics>()

  init(_ frames: AudioFrameFile, of file: MediaFileReader) {
    (self.frames, self.file, isPrecise) = (frames, file, file.options.isPrecise)
    facts = TrackFacts(id: 1, mediaType: "soun")
  }

  func timescale() throws -> Int32 { frames.sampleRate }

  func formatDescriptions() throws -> [CMFormatDescription] { [try formatDescription()] }

  /// AAC's configuration is in an ES descriptor, as in movies.
  private func formatDescription() throws -> CMFormatDescription {
    let bare = frames.formatDescription
    guard let stream = bare.audioStreamBasicDescription, stream.mFormatID == kAudioFormatMPEG4AAC,
      let configuration = bare.magicCookie
    else { return bare }
    let descriptor = ESDescriptor.bytes(objectType: 0x40, streamType: 5, info: [UInt8](configuration))
    return try CMFormatDescription(
      audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: Data(descriptor))
  }

  /// Returns the duration of the audio; exact if `isPrecise`.
  func duration() throws -> CMTime {
    if isPrecise { _ = try frames.samples() }
    return try frames.estimatedDuration().duration
  }

  func segments() throws -> [TrackTimeline.Segment] {
    let target = CMTimeRange(start: .zero, duration: try duration())
    let start = CMTime(value: frames.gapless?.priming ?? 0, timescale: frames.sampleRate)
    let source = CMTimeRange(start: start, duration: target.duration)
    return [TrackTimeline.Segment(target: target, source: source, rate: FixedPoint(65536, fractionBits: 16))]
  }

  func statistics() throws -> SampleStatistics {
    try known.get {
      let table = try frames.samples()
      return SampleStatistics(
        sampleCount: table.count, byteCount: table.byteCount,
        duration: CMTime(value: table.decodeEnd, timescale: table.timescale), shortestDuration: .invalid)
    }
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    let segment = try segments()[0]
    guard segment.target.containsTime(time), let source = segment.source else { return nil }
    let units = CMTimeConvertScale(
      time + source.start, timescale: frames.sampleRate, method: .roundTowardNegativeInfinity)
    guard let sample = try frames.samples().sample(atPresentationTime: units.value) else { return nil }
    let shown = CMTime(value: sample.presentationTime, timescale: frames.sampleRate) - source.start
    return max(shown, .zero)
  }

  func characteristics() throws -> [String] { ["AVMediaCharacteristicAudible", "public.main-program-content"] }

  func isDecodable() throws -> Bool { try StreamDecoding.isDecodable(formatDescription()) }

  /// All metadata are the file's; the track has none.
  func metadata() throws -> Metadata { Metadata() }

  var knowsMetadata: Bool { true }

  func mediaTrack() throws -> MediaTrack {
    guard let track = try file.parsedTracks().first else {
      throw DecoderError(.missingDecoder, "the file has no sound that can be decoded")
    }
    return MediaTrack(track)
  }
}
