internal import GStreamer
import CoreMedia
import MovieFile

/// A stream of a file that GStreamer's parsers read: from its headers, and on demand from the whole file.
struct ParsedContainerTrack: ContainerTrack {
  let stream: ContainerHeaders.Stream
  let file: DemuxedContainer
  let attributes: TrackAttributes
  /// Matroska's fields of the track's purpose.
  private let purpose: MatroskaTrack?
  /// The duration in the file's headers; nil if there is none.
  private let headerDuration: CMTime?
  private let formats: OnceResult<[CMFormatDescription]> = .init()
  private let known: OnceResult<SampleStatistics> = .init()

  init(
    _ stream: ContainerHeaders.Stream, _ attributes: TrackAttributes, _ purpose: MatroskaTrack?, duration: CMTime?,
    of file: DemuxedContainer
  ) {
    (self.stream, self.attributes, self.purpose, self.file, headerDuration) = (
      stream, attributes, purpose, file, duration
    )
  }

  /// Returns the stream after reading the whole file.
  private func track() throws -> ParsedTrack {
    let tracks = try file.parsedTracks()
    if let track = tracks.first(where: { $0.streamID != nil && $0.streamID == stream.streamID }) { return track }
    // Elementary streams have no constant stream ID.
    if tracks.count == 1, let codec = tracks[0].formats.first?.codec, codec.isVideo == (attributes.mediaType == "vide")
    {
      return tracks[0]
    }
    throw DecoderError(
      .missingDecoder, "'\(StreamFormat(stream.caps)?.structure.name ?? "unknown")' can't be decoded")
  }

  func timescale() throws -> Int32 {
    if attributes.mediaType == "soun",
      let rate = try formatDescriptions().first?.audioStreamBasicDescription?.mSampleRate,
      rate >= 1, rate < Double(Int32.max)
    {
      return Int32(rate)
    }
    return try attributes.mediaType == "vide" ? track().timescale : 1000
  }

  func formatDescriptions() throws -> [CMFormatDescription] {
    try formats.get { try stream.formatDescription().map { [$0] } ?? [] }
  }

  func segments() throws -> [TrackTimeline.Segment] {
    // Only samples of video and audio are counted.
    let isCounted = attributes.mediaType == "vide" || attributes.mediaType == "soun"
    if !file.input.options.isPrecise || !isCounted, let headerDuration {
      let range = CMTimeRange(start: .zero, duration: headerDuration)
      return [TrackTimeline.Segment(target: range, source: range, rate: FixedPoint(65536, fractionBits: 16))]
    }
    return try track().shownSegments()
  }

  func statistics() throws -> SampleStatistics {
    try known.get {
      let track = try track()
      let rate = track.formats.lazy.compactMap(\.caps.frameRate).first
      return try SampleStatistics(
        of: track, isVideo: attributes.mediaType == "vide",
        frameDuration: rate.map { CMTime(value: Int64($0.1), timescale: $0.0) })
    }
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    try track().presentationTime(at: time)
  }

  func characteristics() throws -> [String] {
    attributes.inferredCharacteristics
      + (purpose?.characteristics(mediaType: attributes.mediaType) ?? ["public.main-program-content"])
  }

  func isDecodable() throws -> Bool { StreamDecoding.isDecodable(stream.caps, mediaType: attributes.mediaType) }

  /// Returns the names of Matroska's tracks; all other metadata are the file's.
  func metadata() throws -> Metadata {
    var metadata = Metadata()
    if let name = purpose?.name, !name.isEmpty {
      metadata.items = [
        MetadataItem(keySpace: .matroska, key: .name("TITLE"), value: .text(name, .utf8))
      ]
    }
    return metadata
  }

  var knowsMetadata: Bool { true }

  func codedTrack() throws -> any CodedTrack { try track() }
}
