internal import MediaSource

/// A track whose ranges are to be inserted into a composition.
struct SourceSegments {
  private let segments: CompositionSegments
  private let name: String

  /// Reads the track's timeline; may block.
  ///
  /// - Throws: `AVError` for a track that cannot be inserted into a track of a media type.
  init(of track: AVAssetTrack, into mediaType: AVMediaType) throws {
    guard track.mediaType == mediaType else {
      throw AVError(
        .operationNotSupportedForAsset,
        reason: "a track of type '\(track.mediaType)' does not fit into one of type '\(mediaType)'",
        suggestion: "insert it into a track that mutableTrack(compatibleWith:) returns")
    }
    name = "track \(track.trackID)"
    if let track = track as? AVCompositionTrack {
      segments = track.contents.state.segments
      return
    }
    guard let content = track.content, let file = track.file else {
      throw AVError(.operationNotSupportedForAsset, reason: "\(name) is not read from a file")
    }
    do {
      guard try !file.isProtected() else {
        throw AVError(.contentIsProtected, reason: "samples of \(file.url.lastPathComponent) are encrypted")
      }
      guard try file.isReadable() else {
        throw AVError(
          .operationNotSupportedForAsset,
          reason: "the media of \(file.url.lastPathComponent) are known only when played")
      }
      let source = CompositionSource(content, in: file, of: track.asset)
      let end = try source.end()
      let whole = CMTimeRange(start: .zero, duration: end)
      segments = CompositionSegments([
        CompositionSegment(media: .init(source: source, range: whole), duration: end)
      ])
    } catch {
      throw AVError(reading: error)
    }
  }

  /// The duration of the track.
  var duration: CMTime { segments.duration }

  /// True if a part of a range is within the track.
  func overlaps(_ range: CMTimeRange) -> Bool {
    range.intersection(CMTimeRange(start: .zero, duration: duration)).duration > .zero
  }

  /// Returns the segments of a range, exactly as long as it is.
  ///
  /// - Throws: `AVError` for a range without times, and for one outside of the track.
  func part(_ range: CMTimeRange) throws -> [CompositionSegment] {
    let range = try Self.checked(range, of: name, duration)
    guard range.duration > .zero else { return [] }
    guard overlaps(range) else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceStartTime,
        reason: "\(range.text) is outside of \(name), which ends at \(duration.text)")
    }
    return segments.part(range)
  }

  /// Returns a range with an end: an infinite one ends with its source.
  ///
  /// - Throws: `AVError` for a range without times.
  static func checked(_ range: CMTimeRange, of name: String, _ end: CMTime) throws -> CMTimeRange {
    guard range.start.isPlain else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceStartTime, reason: "\(range.text) has no start in \(name)")
    }
    if range.duration.isPositiveInfinity { return CMTimeRange(start: range.start, end: max(end, range.start)) }
    guard range.duration.isPlain, range.duration >= .zero else {
      throw AVError(
        .invalidCompositionTrackSegmentSourceDuration, reason: "\(range.text) has no duration in \(name)")
    }
    return range
  }
}
