internal import MediaSource

extension AVSampleCursor {
  /// Moves by a number of samples in the order of decoding, backwards if it is negative; stops at the first and last.
  ///
  /// - Returns: The number of samples moved: fewer also if the file cannot be read further, since the call has no errors.
  @discardableResult
  public final func stepInDecodeOrder(byCount stepCount: Int64) -> Int64 {
    move(stepCount) { sample in
      stepCount < 0 ? try self.track.sample(before: sample) : try self.track.sample(after: sample)
    }
  }

  /// Moves by a number of samples in the order of display, backwards if it is negative; stops at the first and last.
  ///
  /// - Returns: The number of samples moved: fewer also if the file cannot be read further, since the call has no errors.
  @discardableResult
  public final func stepInPresentationOrder(byCount stepCount: Int64) -> Int64 {
    move(stepCount) { sample in
      stepCount < 0
        ? try self.track.sample(shownAt: sample.presentationTime - 1)
        : try self.track.sample(shownAfter: sample.presentationTime)
    }
  }

  /// Moves by a duration on the timeline of decoding, to the sample that is decoded there.
  ///
  /// - Parameter outWasPinned: Becomes true if the track's first or last sample ended the move.
  /// - Returns: The duration moved.
  @discardableResult
  public final func step(byDecodeTime deltaDecodeTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?)
    -> CMTime
  {
    let start = decodeTimeStamp
    let target = start + deltaDecodeTime
    outWasPinned?.pointee = false
    guard target.isNumeric else { return .invalid }
    var isPinned = false
    move { sample in
      var found = sample
      if target < start {
        while track.time(found.decodeTime) > target {
          guard let earlier = try track.sample(before: found) else {
            isPinned = true
            break
          }
          found = earlier
        }
      } else {
        while track.time(found.decodeTime + found.duration) <= target {
          guard let later = try track.sample(after: found) else {
            isPinned = true
            break
          }
          found = later
        }
      }
      return found
    }
    outWasPinned?.pointee = ObjCBool(isPinned)
    return decodeTimeStamp - start
  }

  /// Moves by a duration on the timeline of display, to the sample that is displayed there.
  ///
  /// - Parameter outWasPinned: Becomes true if the track's first or last sample ended the move.
  /// - Returns: The duration moved.
  @discardableResult
  public final func step(
    byPresentationTime deltaPresentationTime: CMTime, wasPinned outWasPinned: UnsafeMutablePointer<ObjCBool>?
  ) -> CMTime {
    let start = presentationTimeStamp
    let target = start + deltaPresentationTime
    outWasPinned?.pointee = false
    guard target.isNumeric else { return .invalid }
    var isPinned = false
    move { sample in
      let time = CMTimeConvertScale(target, timescale: track.timescale, method: .roundTowardNegativeInfinity).value
      if let found = try track.sample(shownAt: time) {
        isPinned = try !track.isOpen && time >= track.presentationEnd()
        return found
      }
      isPinned = true
      return try track.sample(shownAfter: time)
    }
    outWasPinned?.pointee = ObjCBool(isPinned)
    return presentationTimeStamp - start
  }

  /// Moves step by step; a step that cannot be read is the last.
  private func move(_ count: Int64, _ next: (CodedSample) throws -> CodedSample?) -> Int64 {
    var (moved, current) = (Int64(0), sample)
    while moved < count.magnitude, let found = try? next(current) {
      current = found
      moved += 1
    }
    move(to: current)
    return count < 0 ? -moved : moved
  }

  private func move(_ find: (CodedSample) throws -> CodedSample?) {
    if let found = try? find(sample) { move(to: found) }
  }
}

extension CodedTrack {
  /// Returns the sample that is decoded before another; nil before the first.
  fileprivate func sample(before sample: CodedSample) throws -> CodedSample? {
    if let indexed = self as? any IndexedTrack {
      return sample.index > 0 ? try indexed.sample(sample.index - 1) : nil
    }
    guard var found = try syncSample(before: sample) ?? firstSample(), found.index < sample.index else { return nil }
    while let next = try self.sample(after: found), next.index < sample.index { found = next }
    return found
  }
}

extension AVAssetTrack {
  /// True if the track's samples can be walked with cursors: those of files, not of compositions or protected media.
  public final var canProvideSampleCursors: Bool { (try? content?.storedTrack()) != nil }

  /// Returns a cursor at the sample that is displayed at a time of the media; at the first or last sample for times
  /// outside; nil if the track cannot provide one.
  public final func makeSampleCursor(presentationTimeStamp: CMTime) -> AVSampleCursor? {
    guard presentationTimeStamp.isNumeric || presentationTimeStamp == .negativeInfinity else {
      return presentationTimeStamp == .positiveInfinity ? makeSampleCursorAtLastSampleInDecodeOrder() : nil
    }
    return cursor { track in
      guard presentationTimeStamp.isNumeric else { return try track.firstSample() }
      let time = CMTimeConvertScale(
        presentationTimeStamp, timescale: track.timescale, method: .roundTowardNegativeInfinity)
      return try track.sample(shownAt: time.value) ?? track.sample(shownAfter: time.value) ?? track.firstSample()
    }
  }

  /// Returns a cursor at the sample that is decoded first; nil if the track cannot provide one.
  public final func makeSampleCursorAtFirstSampleInDecodeOrder() -> AVSampleCursor? { cursor { try $0.firstSample() } }

  /// Returns a cursor at the sample that is decoded last; nil if the track cannot provide one.
  public final func makeSampleCursorAtLastSampleInDecodeOrder() -> AVSampleCursor? {
    cursor { track in
      if let indexed = track as? any IndexedTrack {
        return indexed.count > 0 ? try indexed.sample(indexed.count - 1) : nil
      }
      // The sample that is shown last is decoded shortly before the end.
      guard !track.isOpen, var last = try track.sample(shownAt: track.presentationEnd()) else { return nil }
      while let next = try track.sample(after: last) { last = next }
      return last
    }
  }

  private func cursor(_ find: (any CodedTrack) throws -> CodedSample?) -> AVSampleCursor? {
    guard let content, let track = try? content.storedTrack(), let sample = try? find(track) else { return nil }
    return AVSampleCursor(track, (try? content.formatDescriptions()) ?? [], at: sample)
  }

  /// True if samples are displayed in another order than they are decoded, so that writers of them need to know it.
  public final var requiresFrameReordering: Bool {
    value("requiresFrameReordering", or: false) { try content?.requiresReordering() ?? false }
  }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// `AVAssetTrack.requiresFrameReordering`.
  public static var requiresFrameReordering: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("requiresFrameReordering") { $0.requiresFrameReordering }
  }
  /// `AVAssetTrack.canProvideSampleCursors`.
  public static var canProvideSampleCursors: AVAsyncProperty<Root, Bool> {
    AVAsyncProperty("canProvideSampleCursors") { $0.canProvideSampleCursors }
  }
}

extension ContainerTrack {
  /// Returns true if samples are displayed in another order than they are decoded.
  fileprivate func requiresReordering() throws -> Bool {
    if let derived = self as? any DerivedTrack {
      return try derived.sourceTracks().contains { try $0.requiresReordering() }
    }
    return try attributes.mediaType == AVMediaType.video.rawValue && !attributes.isProtected
      && storedTrack().isReordered
  }
}

/// A track whose samples are those of other tracks, such as a composition's.
protocol DerivedTrack {
  /// Returns the tracks that have the samples.
  func sourceTracks() throws -> [any ContainerTrack]
}
