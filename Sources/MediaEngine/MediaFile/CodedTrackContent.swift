import CoreMedia
import MovieFile

/// A track that GStreamer's parsers have read.
struct CodedTrackContent: TrackContent {
  let facts: TrackFacts
  private let track: any CodedTrack
  private let formats: [CMFormatDescription]
  private let timeline: EditedTimeline
  private let known: OnceResult<SampleStatistics> = .init()

  /// - Parameter number: Its place among the tracks, from 1; the ID where the file has none.
  init(_ track: ParsedTrack, number: Int32) throws {
    self.track = track
    timeline = EditedTimeline(track.edits, timescale: track.timescale, mediaEnd: try track.mediaEnd())
    formats = track.formats.compactMap(\.description)
    let isVideo = track.formats.first?.codec.isPicture ?? false
    facts = TrackFacts(id: number, mediaType: isVideo ? "vide" : "soun", timescale: track.timescale)
  }

  func formatDescriptions() throws -> [CMFormatDescription] { formats }

  func segments() throws -> [TrackTimeline.Segment] {
    timeline.pieces.map { piece in
      let target = CMTimeRange(start: piece.start, end: piece.end)
      let source = piece.mediaStart.map { start in
        CMTimeRange(
          start: CMTime(value: start, timescale: timeline.timescale),
          duration: CMTimeMultiplyByRatio(target.duration, multiplier: piece.rate, divisor: 65536))
      }
      return TrackTimeline.Segment(
        target: target, source: source, rate: FixedPoint(piece.rate, fractionBits: 16))
    }
  }

  func statistics() throws -> SampleStatistics {
    try known.get {
      var statistics = SampleStatistics(
        sampleCount: track.count, byteCount: 0, duration: track.time(try track.mediaEnd()), shortestDuration: .invalid)
      var shortest = Int64.max
      for index in 0..<track.count {
        let sample = try track.sample(index)
        statistics.byteCount += Int64(sample.size)
        if sample.duration > 0, index + 1 < track.count || track.count == 1 {
          shortest = min(shortest, sample.duration)
        }
      }
      if shortest < .max { statistics.shortestDuration = track.time(shortest) }
      return statistics
    }
  }

  func presentationTime(at time: CMTime) throws -> CMTime? {
    guard let piece = timeline.piece(at: time), piece.mediaStart != nil,
      let index = try track.sampleShown(at: piece.mediaTime(at: time, timescale: track.timescale))
    else { return nil }
    return piece.time(ofMedia: try track.sample(index).presentationTime, timescale: track.timescale)
  }

  func characteristics() throws -> [String] {
    (facts.mediaType == "vide"
      ? ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased"] : ["AVMediaCharacteristicAudible"])
      + ["public.main-program-content"]
  }

  func mediaTrack() throws -> MediaTrack { MediaTrack(track) }
}
