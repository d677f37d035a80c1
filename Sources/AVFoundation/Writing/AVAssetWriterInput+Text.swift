internal import MovieFile

extension AVAssetWriterInput {
  /// True for metadata and timecode, and for text whose samples go into a file as they are, with the sample description of
  /// `sourceFormatHint`. Of other text, captions do, with a description of the writer's own.
  ///
  /// - Parameter isFragmented: True if the file is written in fragments.
  func storesSamples(in file: WriterFileType, isFragmented: Bool) -> Bool {
    if mediaType == .metadata || mediaType == .timecode { return true }
    // Captions of an adaptor may overlap, which samples do not.
    guard [.text, .subtitle].contains(mediaType), let hint = sourceFormatHint, file.isMovie, !isFragmented, !hasAdaptor
    else { return false }
    // 3GPP's files hold no other text than its own.
    let isHeld = hint.mediaSubType == .mobile3GPP || hint.mediaSubType == .qt && file.type != .mobile3GPP
    return isHeld && (try? SampleEntry(hint, in: .mov)) != nil
  }

  /// Appends a sample of timed text (3GPP TS 26.245): two bytes that count those of the text, the text, and its styles.
  func appendText(_ sample: CMSampleBuffer) -> Bool {
    let bytes = try? sample.dataBuffer?.dataBytes()
    guard let bytes, bytes.count >= 2, isStoringSamples || sample.duration.isNumeric else {
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
