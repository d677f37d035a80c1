import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

/// The only track of an audio file: MP3, AAC, Core Audio, WAVE, AIFF.
struct AudioFileContainerTrack: ContainerTrack {
  private let audio: any AudioFile
  private let format: CMFormatDescription
  /// The duration of what is heard; nil where the packets have to be counted.
  private let estimate: (@Sendable () throws -> CMTime)?
  let attributes = TrackAttributes(id: 1, mediaType: "soun")

  /// - Parameters:
  ///   - format: The format as movies have it; nil if it is that of the file.
  ///   - estimate: The duration of what is heard, of files that know it without counting their packets.
  init(_ audio: any AudioFile, format: CMFormatDescription? = nil, estimate: (@Sendable () throws -> CMTime)? = nil) {
    (self.audio, self.format, self.estimate) = (audio, format ?? audio.formatDescription, estimate)
  }

  func timescale() throws -> Int32 { audio.sampleRate }

  func formatDescriptions() throws -> [CMFormatDescription] { [format] }

  /// The media that are heard: without priming and padding, which some files count.
  private func range() throws -> CMTimeRange {
    let heard = audio.gapless
    let start = CMTime(value: heard?.priming ?? 0, timescale: audio.sampleRate)
    if let estimate { return CMTimeRange(start: start, duration: try estimate()) }
    let units = try heard?.sampleCount ?? audio.samples().decodeEnd
    return CMTimeRange(start: start, duration: CMTime(value: units, timescale: audio.sampleRate))
  }

  func segments() throws -> [TrackTimeline.Segment] {
    let source = try range()
    let target = CMTimeRange(start: .zero, duration: source.duration)
    return [TrackTimeline.Segment(target: target, source: source, rate: FixedPoint(65536, fractionBits: 16))]
  }

  func statistics() throws -> SampleStatistics {
    let table = try audio.samples()
    return SampleStatistics(
      sampleCount: table.count, byteCount: table.byteCount,
      duration: CMTime(value: table.decodeEnd, timescale: table.timescale), shortestDuration: .invalid)
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    let source = try range()
    guard time >= .zero, time < source.duration else { return nil }
    let units = CMTimeConvertScale(
      time + source.start, timescale: audio.sampleRate, method: .roundTowardNegativeInfinity)
    guard let sample = try audio.samples().sample(atPresentationTime: units.value) else { return nil }
    return max(CMTime(value: sample.presentationTime, timescale: audio.sampleRate) - source.start, .zero)
  }

  func characteristics() throws -> [String] { ["AVMediaCharacteristicAudible", "public.main-program-content"] }

  func isDecodable() throws -> Bool { try StreamDecoding.isDecodable(format) }

  func codedTrack() throws -> any CodedTrack { try AudioFileTrack(audio) }
}

extension AudioFrameFile {
  /// The format as movies have it, with AAC's configuration in a descriptor of its stream.
  func movieFormatDescription() throws -> CMFormatDescription {
    guard let stream = formatDescription.audioStreamBasicDescription, stream.mFormatID == kAudioFormatMPEG4AAC,
      let configuration = formatDescription.magicCookie
    else { return formatDescription }
    let descriptor = ESDescriptor.bytes(objectType: 0x40, streamType: 5, info: [UInt8](configuration))
    return try CMFormatDescription(
      audioStreamBasicDescription: stream, layoutSize: 0, layout: nil, magicCookie: Data(descriptor))
  }
}
