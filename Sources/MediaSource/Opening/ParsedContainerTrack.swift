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
    throw MediaFileError(.uncounted(StreamFormat(stream.caps)?.structure.name ?? "unknown"))
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
    let track = try track()
    let segments = try timeline(track).pieces.map { piece in
      let target = CMTimeRange(start: piece.start, end: piece.end)
      let source = piece.mediaStart.map { start in
        CMTimeRange(
          start: track.time(start),
          duration: CMTimeMultiplyByRatio(target.duration, multiplier: piece.rate, divisor: 65536))
      }
      return TrackTimeline.Segment(target: target, source: source, rate: FixedPoint(piece.rate, fractionBits: 16))
    }
    return try Self.withoutLeadingGap(segments, track)
  }

  /// Removes the empty edit at the beginning: clocks of some containers begin before the first frame.
  private static func withoutLeadingGap(
    _ segments: [TrackTimeline.Segment], _ track: ParsedTrack
  ) throws -> [TrackTimeline.Segment] {
    guard segments.count == 1, let only = segments.first, let source = only.source, source.start == .zero,
      let first = try track.presentationTime(after: -1), first > 0, track.time(first) < only.target.end
    else { return segments }
    let start = track.time(first)
    let shown = CMTimeRange(start: start, end: only.target.end)
    return [
      TrackTimeline.Segment(target: CMTimeRange(start: .zero, end: start), source: nil, rate: only.rate),
      TrackTimeline.Segment(target: shown, source: shown, rate: only.rate),
    ]
  }

  private func timeline(_ track: ParsedTrack) throws -> EditedTimeline {
    EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: try track.presentationEnd())
  }

  func statistics() throws -> SampleStatistics {
    try known.get {
      let track = try track()
      var statistics = SampleStatistics(
        sampleCount: track.count, byteCount: 0, duration: .zero, shortestDuration: .invalid)
      var times: [Int64] = []
      times.reserveCapacity(track.count)
      for index in 0..<track.count {
        let sample = try track.sample(index)
        statistics.byteCount += Int64(sample.size)
        times.append(sample.presentationTime)
      }
      times.sort()
      guard let first = times.first, let last = times.last else { return statistics }
      // The mean step replaces the last sample's duration, which containers without durations do not have.
      statistics.duration =
        times.count > 1 && attributes.mediaType == "vide"
        ? CMTimeMultiplyByRatio(
          track.time(last - first), multiplier: Int32(clamping: times.count), divisor: Int32(clamping: times.count - 1))
        : track.time(try track.presentationEnd() - first)
      if let shortest = zip(times.dropFirst(), times).lazy.map({ $0 - $1 }).filter({ $0 > 0 }).min() {
        statistics.shortestDuration = track.time(shortest)
      }
      statistics.steadyDuration = Self.steadyDuration(times, track)
      return statistics
    }
  }

  /// Returns the nominal frame duration of the stream, if all steps are multiples of it and most of them equal it: AVI
  /// has empty places for dropped frames.
  ///
  /// - Parameter times: The frames' presentation times, ascending.
  private static func steadyDuration(_ times: [Int64], _ track: ParsedTrack) -> CMTime {
    guard let rate = track.formats.lazy.compactMap(\.caps.frameRate).first, times.count > 1 else { return .invalid }
    // Times are rounded to the container's units: up to one in each step.
    let unit = Int128(track.timescale) * Int128(rate.1)
    var steady = 0
    for (time, next) in zip(times, times.dropFirst()) {
      let step = Int128(next - time) * Int128(rate.0)
      let count = max(1, ExactScale.nearest(step, over: unit))
      guard abs(step - count * unit) <= Int128(rate.0) else { return .invalid }
      if count == 1 { steady += 1 }
    }
    return steady * 2 >= times.count - 1 ? CMTime(value: Int64(rate.1), timescale: rate.0) : .invalid
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    let track = try track()
    guard let piece = try timeline(track).piece(at: time), piece.mediaStart != nil,
      let index = try track.sampleShown(at: piece.mediaTime(at: time, timescale: track.timescale))
    else { return nil }
    return piece.time(ofMedia: try track.sample(index).presentationTime, timescale: track.timescale)
  }

  func characteristics() throws -> [String] {
    let inferred =
      switch attributes.mediaType {
      case "vide": ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased"]
      case "soun": ["AVMediaCharacteristicAudible"]
      case "sbtl", "clcp": ["AVMediaCharacteristicLegible"]
      default: [] as [String]
      }
    return inferred + (purpose?.characteristics(mediaType: attributes.mediaType) ?? ["public.main-program-content"])
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
