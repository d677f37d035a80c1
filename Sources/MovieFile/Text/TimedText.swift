/// Samples of timed text and of QuickTime's text media (3GPP TS 26.245, clause 5.17; QuickTime File Format, "Text sample data").
package enum TimedText {
  /// Returns the text of a sample: behind its length in two bytes, in UTF-8, in UTF-16 with a byte order mark, or as old programs of
  /// Apple's have it; without the boxes of styles that follow.
  package static func text(of sample: [UInt8]) -> String {
    guard sample.count >= 2 else { return "" }
    let text = sample.dropFirst(2).prefix(textLength(of: sample))
    if text.starts(with: [0xfe, 0xff]) || text.starts(with: [0xff, 0xfe]) {
      return MetadataTextEncoding.utf16.text(text) ?? ""
    }
    return MetadataTextEncoding.utf8.text(text) ?? MetadataTextEncoding.macRoman.text(text) ?? ""
  }

  /// Returns the text of a sample with the faces of its styles.
  package static func styledText(of sample: [UInt8]) -> StyledText {
    let scalars = Array(text(of: sample).unicodeScalars)
    func part(_ range: Range<Int>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars[range])
      return String(view)
    }
    var (result, end) = (StyledText(), 0)
    for style in styles(of: sample) {
      // Records are in order and do not overlap (clause 5.17.1.1): others are left out.
      guard style.start >= end, style.start < min(style.end, scalars.count) else { continue }
      result.append(part(end..<style.start))
      end = min(style.end, scalars.count)
      result.append(part(style.start..<end), style.faces)
    }
    result.append(part(end..<scalars.count))
    return result
  }

  /// Returns the sample of a text, at most the 65,535 bytes for which a sample has room.
  package static func sample(of text: StyledText) -> [UInt8] {
    let plain = Array(text.plain.utf8)
    var length = min(plain.count, 65_535)
    while length > 0, length < plain.count, UTF8.isContinuation(plain[length]) { length -= 1 }
    var writer = BoxWriter()
    writer.u16(UInt16(length))
    writer.append(Array(plain[..<length]))
    let styles = styles(of: text, before: String(decoding: plain[..<length], as: UTF8.self).unicodeScalars.count)
    if !styles.isEmpty {
      writer.box("styl") { box in
        box.u16(UInt16(styles.count))
        for style in styles {
          box.u16(UInt16(style.start))
          box.u16(UInt16(style.end))
          // The font, the size and the colour of the default style.
          box.u16(1)
          box.u8(style.faces.rawValue)
          box.u8(UInt8(fontSize))
          box.u32(0xffff_ffff)
        }
      }
    }
    return writer.contents
  }

  /// The size of letters in the tracks that are written.
  package static let fontSize = 18

  /// A record of styles: the faces of characters from one on to before another one, which are counted as those of Unicode.
  private struct Style {
    let start: Int
    let end: Int
    let faces: StyledText.Faces
  }

  private static func textLength(of sample: [UInt8]) -> Int { Int(sample[0]) << 8 | Int(sample[1]) }

  /// Returns the records in the boxes behind a sample's text.
  private static func styles(of sample: [UInt8]) -> [Style] {
    guard sample.count >= 2 else { return [] }
    var styles: [Style] = []
    var scanner = ByteScanner(Array(sample.dropFirst(2 + textLength(of: sample))))
    while let size = scanner.u32(), let type = scanner.u32(), let box = scanner.bytes(Int(size) - 8) {
      guard type == BoxType("styl").rawValue else { continue }
      var records = ByteScanner(box)
      // The records of QuickTime's text media have another size, and other fields.
      guard let count = records.u16(), records.remaining == Int(count) * 12 else { continue }
      while let start = records.u16(), let end = records.u16(), records.u16() != nil, let faces = records.u8(),
        records.bytes(5) != nil
      {
        styles.append(Style(start: Int(start), end: Int(end), faces: StyledText.Faces(rawValue: faces & 7)))
      }
    }
    return styles
  }

  /// Returns the records of a text's faces, as far as they are of its first characters.
  private static func styles(of text: StyledText, before end: Int) -> [Style] {
    var (styles, position) = ([Style](), 0)
    for part in text.parts {
      let start = position
      position = min(start + part.text.unicodeScalars.count, end)
      if start < position, !part.faces.isEmpty {
        styles.append(Style(start: start, end: position, faces: part.faces))
      }
    }
    return styles
  }
}
