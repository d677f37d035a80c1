/// Samples of timed text and of QuickTime's text media (3GPP TS 26.245, clause 5.17; QuickTime File Format, "Text sample data").
package enum TimedText {
  /// Returns the text of a sample: behind its length in two bytes, in UTF-8, in UTF-16 with a byte order mark, or as old programs of
  /// Apple's have it; without the boxes of styles that follow.
  package static func text(of sample: [UInt8]) -> String {
    guard sample.count >= 2 else { return "" }
    let text = sample.dropFirst(2).prefix(Int(sample[0]) << 8 | Int(sample[1]))
    if text.starts(with: [0xfe, 0xff]) || text.starts(with: [0xff, 0xfe]) {
      return MetadataTextEncoding.utf16.text(text) ?? ""
    }
    return MetadataTextEncoding.utf8.text(text) ?? MetadataTextEncoding.macRoman.text(text) ?? ""
  }
}
