import CoreMedia
import MovieFile

/// The only track of a WAVE or AIFF file whose sound is coded.
struct ChunkedSoundContent: TrackContent {
  let sound: ChunkedSoundFile
  let facts = TrackFacts(id: 1, mediaType: "soun")

  func timescale() throws -> Int32 { sound.sampleRate }

  func formatDescriptions() throws -> [CMFormatDescription] { [sound.formatDescription] }

  private func end() throws -> CMTime { CMTime(value: try sound.samples().decodeEnd, timescale: sound.sampleRate) }

  func segments() throws -> [TrackTimeline.Segment] {
    let range = CMTimeRange(start: .zero, end: try end())
    return [TrackTimeline.Segment(target: range, source: range, rate: FixedPoint(65536, fractionBits: 16))]
  }

  func statistics() throws -> SampleStatistics {
    let table = try sound.samples()
    return SampleStatistics(
      sampleCount: table.count, byteCount: table.byteCount, duration: try end(), shortestDuration: .invalid)
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    guard try time >= .zero && time < end() else { return nil }
    let units = CMTimeConvertScale(time, timescale: sound.sampleRate, method: .roundTowardNegativeInfinity)
    guard let sample = try sound.samples().sample(atPresentationTime: units.value) else { return nil }
    return CMTime(value: sample.presentationTime, timescale: sound.sampleRate)
  }

  func characteristics() throws -> [String] { ["AVMediaCharacteristicAudible", "public.main-program-content"] }

  func isDecodable() throws -> Bool { try StreamDecoding.isDecodable(sound.formatDescription) }

  func mediaTrack() throws -> MediaTrack { MediaTrack(try SoundFileTrack(sound)) }
}

extension ChunkedSoundFile {
  /// Opens a file whose sound is coded; nil for all others.
  ///
  /// Of uncompressed sound GStreamer keeps the places of the channels; of MP3 it loses the last packet, and of AIFF-C it knows the
  /// uncompressed only.
  static func coded(in source: any ByteSource) throws(MovieError) -> ChunkedSoundFile? {
    guard try isOne(source), let file = try? ChunkedSoundFile(source: source), file.isCoded else { return nil }
    return file
  }

  /// Whether the sound is coded, in a way that can be decoded.
  var isCoded: Bool {
    channels <= 2 && formatDescription.mediaSubType != .linearPCM && (try? CodedFormat(formatDescription)) != nil
  }

  /// Whether all packets have to be walked to know how many there are.
  var isWalked: Bool { formatDescription.audioStreamBasicDescription?.mBytesPerPacket == 0 }
}
