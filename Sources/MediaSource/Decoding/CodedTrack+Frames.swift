import MovieFile

// Lookups for decoding and showing frames.

extension CodedTrack {
  /// The sample whose frame is shown at a time; samples that are decoded and not shown don't count.
  func frame(shownAt time: Int64) throws -> CodedSample? {
    var sample = try sample(shownAt: time)
    while let hidden = sample, try isHidden(hidden) {
      sample = try self.sample(shownAt: hidden.presentationTime &- 1)
    }
    return sample
  }

  /// The time at which the frame after a sample's is shown; for the last one, its end.
  func frameEnd(of sample: CodedSample) throws -> Int64 {
    // Timelines of files end there by themselves; that of a stream has no end.
    try frameTime(after: sample) ?? shownEnd(ofLast: sample)
  }

  /// The time at which the frame after a sample's is shown; nil after the last.
  func frameTime(after sample: CodedSample) throws -> Int64? {
    var next = try self.sample(shownAfter: sample.presentationTime)
    while let hidden = next, try isHidden(hidden) { next = try self.sample(shownAfter: hidden.presentationTime) }
    return next?.presentationTime
  }

  /// True if a sample is decoded and not shown, or if it says that the frame before it stays.
  func isHidden(_ sample: CodedSample) throws -> Bool {
    if sample.size == 0 { return true }
    guard formats.indices.contains(sample.formatIndex) else { return false }
    let format = formats[sample.formatIndex]
    guard format.codec == .vp8 || (format.codec == .mpeg4 && sample.size <= 8) else { return false }
    return try bytes(of: sample).withUnsafeBytes { SampleInspection(format.stream).isHidden($0) }
  }

  /// The sample with which decoding starts for another sample's frame: the last sync sample at or before it, or the one before that, if
  /// the frame is shown before the sync sample and depends on what is decoded before it.
  package func decodingStart(of sample: CodedSample) throws -> CodedSample {
    guard var sync = try syncSample(atOrBefore: sample) else { return try firstSample() ?? sample }
    // Tables of movies flag samples at which a gradual refresh only begins: their frames are not right by themselves.
    while try !isRandomAccessPoint(sync), let earlier = try syncSample(before: sync) { sync = earlier }
    guard sample.presentationTime < sync.presentationTime, try !isClosed(sync),
      let earlier = try syncSample(before: sync)
    else { return sync }
    return earlier
  }

  /// False if decoding that starts at a sync sample does not give its very frame.
  private func isRandomAccessPoint(_ sample: CodedSample) throws -> Bool {
    guard let point = RandomAccessPoint(try format(of: sample).stream) else { return true }
    // Decoding the sample reports bytes that cannot be read.
    guard let bytes = try? bytes(of: sample) else { return true }
    return try bytes.withUnsafeBytes { point.isAt($0) } ?? true
  }

  /// True if what is decoded after a sync sample and shown before it does not depend on earlier samples.
  func isClosed(_ sample: CodedSample) throws -> Bool {
    guard isReordered else { return true }
    do {
      let inspection = try inspection(of: sample)
      return try bytes(of: sample).withUnsafeBytes { inspection.isClosed($0) }
    } catch let error as MovieError {
      throw DecoderError(
        .unreadableSample, DecoderError.unreadableBytes, sample: sample.index, time: time(sample.presentationTime),
        cause: "\(error)")
    }
  }

  func inspection(of sample: CodedSample) throws -> SampleInspection {
    SampleInspection(try format(of: sample).stream)
  }
}

extension DecoderError {
  static let unreadableBytes = "its bytes can't be read"
}
