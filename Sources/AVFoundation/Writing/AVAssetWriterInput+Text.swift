internal import MediaSource
internal import MovieFile

extension AVAssetWriterInput {
  /// True for metadata and timecode, and for text whose samples go into a file as they are, with the sample description of
  /// `sourceFormatHint`. Of other text, captions do, with a description of the writer's own.
  ///
  /// - Parameter isFragmented: True if the file is written in fragments.
  func storesSamples(in file: WriterFileType, isFragmented: Bool) -> Bool {
    if mediaType == .metadata || mediaType == .timecode { return true }
    guard let hint = sampleFormat(in: file), !isFragmented else { return false }
    // 3GPP's files hold no other text than its own.
    return hint.mediaSubType == .mobile3GPP || hint.mediaSubType == .qt && file.type != .mobile3GPP
  }

  /// Returns the reason why a movie cannot have the text that `sourceFormatHint` describes; nil if it can.
  func textRefusal(in file: WriterFileType) -> String? {
    guard let hint = sampleFormat(in: file) else { return nil }
    guard [.mobile3GPP, .qt].contains(hint.mediaSubType) else {
      return "its samples of \(hint.mediaSubType) are neither 3GPP timed text nor QuickTime text"
    }
    do {
      _ = try SampleEntry(hint, in: .mov)
      return nil
    } catch {
      return "its sourceFormatHint cannot be stored: \(error.message)"
    }
  }

  /// The format of samples of text that a program makes for a movie. Captions of an adaptor have none: they may overlap,
  /// which samples do not.
  private func sampleFormat(in file: WriterFileType) -> CMFormatDescription? {
    [.text, .subtitle].contains(mediaType) && file.isMovie && !hasAdaptor ? sourceFormatHint : nil
  }

  /// Appends a sample of timed text (3GPP TS 26.245): two bytes that count those of the text, the text, and its styles.
  func appendText(_ sample: CMSampleBuffer) -> Bool {
    let bytes = try? sample.dataBuffer?.dataBytes()
    guard let bytes, bytes.count >= 2, isStoringSamples || sample.duration.isNumber else {
      fail(WriterMisuse("a sample of text has two bytes that count those of the text, the text, and a duration"))
      return false
    }
    if isStoringSamples { return append(made: sample) }
    let text = TimedText.styledText(of: [UInt8](bytes))
    // Time without text is what lies between captions.
    if text.isEmpty { return isTakingSamples }
    return append(text, at: CMTimeRange(start: sample.presentationTimeStamp, duration: sample.duration))
  }
}
