import CoreMedia
import Foundation
import MovieFile

/// The only track of a Core Audio file, or of a WAVE or AIFF file with compressed audio.
struct SoundFileContent: TrackContent {
  let sound: any SoundFile
  let facts = TrackFacts(id: 1, mediaType: "soun")

  init(_ sound: any SoundFile) { self.sound = sound }

  func timescale() throws -> Int32 { sound.sampleRate }

  func formatDescriptions() throws -> [CMFormatDescription] { [sound.formatDescription] }

  /// Returns the valid range: without priming and padding, which some files count.
  private func range() throws -> CMTimeRange {
    let heard = sound.gapless
    let units = try heard?.sampleCount ?? sound.samples().decodeEnd
    return CMTimeRange(
      start: CMTime(value: heard?.priming ?? 0, timescale: sound.sampleRate),
      duration: CMTime(value: units, timescale: sound.sampleRate))
  }

  func segments() throws -> [TrackTimeline.Segment] {
    let source = try range()
    let target = CMTimeRange(start: .zero, duration: source.duration)
    return [TrackTimeline.Segment(target: target, source: source, rate: FixedPoint(65536, fractionBits: 16))]
  }

  func statistics() throws -> SampleStatistics {
    let table = try sound.samples()
    return SampleStatistics(
      sampleCount: table.count, byteCount: table.byteCount,
      duration: CMTime(value: table.decodeEnd, timescale: table.timescale), shortestDuration: .invalid)
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    let source = try range()
    guard time >= .zero, time < source.duration else { return nil }
    let units = CMTimeConvertScale(
      time + source.start, timescale: sound.sampleRate, method: .roundTowardNegativeInfinity)
    guard let sample = try sound.samples().sample(atPresentationTime: units.value) else { return nil }
    return max(CMTime(value: sample.presentationTime, timescale: sound.sampleRate) - source.start, .zero)
  }

  func characteristics() throws -> [String] { ["AVMediaCharacteristicAudible", "public.main-program-content"] }

  func isDecodable() throws -> Bool { try StreamDecoding.isDecodable(sound.formatDescription) }

  func mediaTrack() throws -> MediaTrack { MediaTrack(try SoundFileTrack(sound)) }
}
