internal import MediaSource

/// A track of a mutable composition, which can be edited. Edits never change the sources.
///
/// Ranges and times are exact; they may have any timescale. Edit a composition on one thread at a time.
///
/// Source: `AVMutableCompositionTrack`.
open class AVMutableCompositionTrack: AVCompositionTrack, AVMutableCompositionTrackSegments, @unchecked Sendable {
  // Unchecked like its superclass; it stores nothing.
  /// Returns an immutable copy of the track as it is now.
  open override func copy(with zone: NSZone? = nil) -> Any {
    AVCompositionTrack(contents.snapshot(), of: owningAsset as? AVComposition)
  }

  // MARK: Values

  /// True if the track is presented by default; true unless set.
  open override var isEnabled: Bool {
    get { super.isEnabled }
    set { contents.edit { $0.isEnabled = newValue } }
  }

  /// The language, three letters of ISO 639-2/T; nil if unset.
  open override var languageCode: String? {
    get { super.languageCode }
    set { contents.edit { $0.languageCode = newValue } }
  }

  /// The language as a tag of RFC 4646; nil if unset.
  open override var extendedLanguageTag: String? {
    get { super.extendedLanguageTag }
    set { contents.edit { $0.extendedLanguageTag = newValue } }
  }

  /// The timescale of the track's times. Unset, it is that of the first segment with media, or 600 without such a segment;
  /// zero restores that.
  open override var naturalTimeScale: CMTimeScale {
    get { super.naturalTimeScale }
    set { contents.edit { $0.naturalTimeScale = max(newValue, 0) } }
  }

  /// The transform for displaying the frames; the identity if unset, whatever the sources' are.
  open override var preferredTransform: CGAffineTransform {
    get { super.preferredTransform }
    set { contents.edit { $0.preferredTransform = newValue } }
  }

  /// The natural playback volume; 1 if unset.
  open override var preferredVolume: Float {
    get { super.preferredVolume }
    set { contents.edit { $0.preferredVolume = newValue } }
  }

  // MARK: Associations

  /// Associates another track of the composition with this one, as `associatedTracks(ofType:)` tells. An association that there is, one of
  /// the track with itself, and one with a track of another composition are ignored. A removed track has no associations any more.
  open func addTrackAssociation(to compositionTrack: AVCompositionTrack, type trackAssociationType: AssociationType) {
    guard compositionTrack !== self, trackAssociationType.rawValue.utf8.count == 4, let composition = owningAsset,
      compositionTrack.owningAsset === composition
    else { return }
    let association = CompositionTrackState.Association(
      trackID: compositionTrack.trackID, type: trackAssociationType.rawValue)
    contents.edit { if !$0.associations.contains(association) { $0.associations.append(association) } }
  }

  /// Removes the association of another track with this one; without one, nothing happens.
  open func removeTrackAssociation(to compositionTrack: AVCompositionTrack, type trackAssociationType: AssociationType)
  {
    let association = CompositionTrackState.Association(
      trackID: compositionTrack.trackID, type: trackAssociationType.rawValue)
    contents.edit { $0.associations.removeAll { $0 == association } }
  }

  // MARK: Editing

  /// Inserts a range of a track, at its natural speed. What is presented from the time on is pushed back by the range's
  /// duration.
  ///
  /// Where the range begins before the source or ends after it, an empty segment is inserted. A track of a composition is
  /// inserted as the ranges of files that it presents.
  ///
  /// - Parameters:
  ///   - timeRange: A range of the source's timeline; a duration of positive infinity ends with the source.
  ///   - startTime: The time in this track: after its end, a gap comes before; invalid, the range is appended.
  /// - Throws: `AVError`: `contentIsProtected`; `operationNotSupportedForAsset` for other media types, streams and tracks
  ///   without a file; `invalidCompositionTrackSegmentSourceStartTime` for a range outside of the source; read errors. The
  ///   track is unchanged then.
  open func insertTimeRange(_ timeRange: CMTimeRange, of track: AVAssetTrack, at startTime: CMTime) throws {
    let segments = try SourceSegments(of: track, into: mediaType).part(timeRange)
    try insert(segments, at: startTime)
  }

  /// Inserts ranges of several tracks one after the other: all of them, or none if one of them cannot be inserted.
  ///
  /// - Parameters:
  ///   - timeRanges: Values of `CMTimeRange`, as many as there are tracks.
  ///   - tracks: Tracks; an `NSNull`, with a range whose start is invalid, inserts an empty segment of its duration.
  ///   - startTime: As for `insertTimeRange(_:of:at:)`.
  /// - Throws: `AVError` as `insertTimeRange(_:of:at:)`.
  open func insertTimeRanges(_ timeRanges: [NSValue], of tracks: [Any], at startTime: CMTime) throws {
    guard timeRanges.count == tracks.count else {
      throw AVError(.unknown, reason: "there are \(timeRanges.count) ranges for \(tracks.count) tracks")
    }
    var segments: [CompositionSegment] = []
    for (range, track) in zip(timeRanges.map(\.timeRangeValue), tracks) {
      if let track = track as? AVAssetTrack {
        segments += try SourceSegments(of: track, into: mediaType).part(range)
      } else if track is NSNull, !range.start.isValid, range.duration.isPlain, range.duration >= .zero {
        segments.append(.empty(range.duration))
      } else {
        throw AVError(
          .invalidCompositionTrackSegmentSourceDuration,
          reason: "\(range.text) of \(type(of: track)) is no range of a track",
          suggestion: "pass NSNull and a range with an invalid start and a duration for an empty segment")
      }
    }
    try insert(segments, at: startTime)
  }

  private func insert(_ segments: [CompositionSegment], at startTime: CMTime) throws {
    guard !startTime.isValid || startTime.isPlain && startTime >= .zero else {
      throw AVError(.unknown, reason: "\(startTime.text) is no time of a composition track")
    }
    try contents.edit { state throws(AVError) in
      guard state.segments.insert(segments, at: startTime.isValid ? startTime : state.segments.duration) else {
        throw AVError(.unknown, reason: "the track would end after the largest time there is")
      }
    }
  }

  /// Inserts an empty segment: silence, or nothing to see. What is presented from its start on is pushed back.
  ///
  /// A range without times is ignored; times before zero count as none.
  open func insertEmptyTimeRange(_ timeRange: CMTimeRange) {
    guard let range = timeRange.editable, range.duration.isNumeric else { return }
    contents.edit { $0.segments.insert([.empty(range.duration)], at: range.start) }
  }

  /// Removes a range; what comes after it moves up. The track remains, even if nothing is left in it.
  ///
  /// A range without times is ignored; times outside of the track count as none.
  open func removeTimeRange(_ timeRange: CMTimeRange) {
    guard let range = timeRange.editable else { return }
    contents.edit { $0.segments.remove(range) }
  }

  /// Changes the duration of a range: its media are played faster or slower, at `source.duration / target.duration`. What
  /// comes after it moves.
  ///
  /// A range without times, and a duration that is not above zero, are ignored.
  open func scaleTimeRange(_ timeRange: CMTimeRange, toDuration duration: CMTime) {
    guard let range = timeRange.editable, duration.isPlain, duration > .zero else { return }
    contents.edit { state in
      let shown =
        range.duration.isNumeric ? range : range.intersection(.init(start: .zero, end: state.segments.duration))
      state.segments.scale(shown, to: duration)
    }
  }

  /// Checks the rules for segments: the first starts at zero and each other one where the one before ends; all durations
  /// are above zero.
  ///
  /// - Throws: `AVError`: `compositionTrackSegmentsNotContiguous`, `invalidCompositionTrackSegmentDuration`,
  ///   `invalidCompositionTrackSegmentSourceStartTime`, `invalidCompositionTrackSegmentSourceDuration`.
  open func validateSegments(_ trackSegments: [AVCompositionTrackSegment]) throws {
    try CompositionSegments.validate(trackSegments)
  }
}

/// The segments of mutable composition tracks, which can be set.
public protocol AVMutableCompositionTrackSegments: AVCompositionTrackSegments {}

extension AVMutableCompositionTrackSegments where Self: AVMutableCompositionTrack {
  /// The segments: without gaps, from zero on.
  ///
  /// Set them to make a stored composition anew. Segments that `validateSegments(_:)` refuses are ignored: where Apple's
  /// systems raise an exception, the track keeps the segments that it has.
  public var segments: [AVCompositionTrackSegment]! {
    get { contents.state.segments.objects }
    set {
      let options = (owningAsset as? AVComposition)?.contents.fileOptions ?? MediaFile.Options()
      guard let segments = try? CompositionSegments(newValue ?? [], options) else { return }
      contents.edit { $0.segments = segments }
    }
  }
}

extension CMTimeRange {
  /// The part of a range that editing can use: from zero on; nil for a range without times or without a duration.
  var editable: CMTimeRange? {
    guard start.isPlain, duration.isPlain || duration.isPositiveInfinity, duration > .zero else { return nil }
    let shown = CMTimeRange(start: max(start, .zero), end: end)
    return shown.isValid && shown.duration > .zero ? shown : nil
  }
}
