import CoreMedia
import MovieFile

/// A stream of a file whose packets lie interleaved.
struct InterleavedContainerTrack: ContainerTrack {
  private let container: InterleavedContainer
  /// The position in the file's streams.
  private let position: Int
  let attributes: TrackAttributes
  private let listed: OnceResult<InterleavedTrack> = .init()
  private let known: OnceResult<SampleStatistics> = .init()

  init(_ position: Int, _ attributes: TrackAttributes, of container: InterleavedContainer) {
    (self.position, self.attributes, self.container) = (position, attributes, container)
  }

  private var stream: ContainerStream { container.file.streams[position] }

  /// The samples, whether they can be decoded or not.
  private func track() throws -> InterleavedTrack {
    try listed.get { try track(mayLackDecoder: true) }
  }

  private func track(mayLackDecoder: Bool) throws -> InterleavedTrack {
    try InterleavedTrack(
      position, of: container.index, mayLackDecoder: mayLackDecoder, endsByTail: container.isRemote)
  }

  func timescale() throws -> Int32 { container.index.timescale(of: position) }

  func formatDescriptions() throws -> [CMFormatDescription] { stream.formatDescription.map { [$0] } ?? [] }

  func segments() throws -> [TrackTimeline.Segment] {
    // Only samples of video and audio are counted.
    if !container.input.options.isPrecise || !isAudiovisual, let stated = container.file.statedDuration {
      if isAudiovisual {
        let quick = try InterleavedTrack(position, of: container.index, mayLackDecoder: true, endsByTail: true)
        if try quick.endsNearby() { return try quick.shownSegments() }
      }
      let range = CMTimeRange(start: .zero, duration: stated)
      return [TrackTimeline.Segment(target: range, source: range, rate: .one)]
    }
    return try track().shownSegments()
  }

  func statistics() throws -> SampleStatistics {
    try known.get(isPassing: \.mayPass) {
      try SampleStatistics(
        of: track(), isVideo: attributes.mediaType == "vide", frameDuration: stream.frameDuration)
    }
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    try track().presentationTime(at: time)
  }

  func characteristics() throws -> [String] {
    attributes.inferredCharacteristics + stream.flags.characteristics(mediaType: attributes.mediaType)
  }

  /// Returns the name of the stream; all other metadata are the file's.
  func metadata() throws -> Metadata {
    var metadata = Metadata()
    if let name = stream.name, !name.isEmpty {
      metadata.items = [MetadataItem(keySpace: .matroska, key: .name("TITLE"), value: .text(name, .utf8))]
    }
    return metadata
  }

  func isDecodable() throws -> Bool {
    guard isAudiovisual else { return true }
    return (try? CodedFormat(stream)).map { StreamDecoding.hasDecoder($0) } ?? false
  }

  func codedTrack() throws -> any CodedTrack { try DecodeOrderTrack.correcting(track(mayLackDecoder: false)) }
}

extension CodedTrack {
  func timeline() throws -> EditedTimeline {
    EditedTimeline(edits, timescale: timescale, mediaEnd: try presentationEnd())
  }

  /// Returns the time at which what is shown at a time of the timeline began to be shown; nil where nothing is.
  func presentationTime(at time: CMTime) throws -> CMTime? {
    guard let piece = try timeline().piece(at: time), piece.mediaStart != nil,
      let sample = try sample(shownAt: piece.mediaTime(at: time, timescale: timescale))
    else { return nil }
    return piece.time(ofMedia: sample.presentationTime, timescale: timescale)
  }

  /// Returns the edits as segments: of a track that begins late, with an empty one before.
  func shownSegments() throws -> [TrackTimeline.Segment] {
    let segments = try timeline().pieces.map { piece in
      let target = CMTimeRange(start: piece.start, end: piece.end)
      let source = piece.mediaStart.map { start in
        CMTimeRange(
          start: time(start),
          duration: CMTimeMultiplyByRatio(target.duration, multiplier: piece.rate, divisor: 65536))
      }
      return TrackTimeline.Segment(target: target, source: source, rate: FixedPoint(piece.rate, fractionBits: 16))
    }
    // Clocks of some containers begin before the first frame.
    guard segments.count == 1, let only = segments.first, let source = only.source, source.start == .zero,
      let first = try presentationTime(after: -1), first > 0, time(first) < only.target.end
    else { return segments }
    let start = time(first)
    let shown = CMTimeRange(start: start, end: only.target.end)
    return [
      TrackTimeline.Segment(target: CMTimeRange(start: .zero, end: start), source: nil, rate: only.rate),
      TrackTimeline.Segment(target: shown, source: shown, rate: only.rate),
    ]
  }
}
