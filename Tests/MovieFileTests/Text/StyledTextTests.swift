import Testing

@testable import MovieFile

/// Text with faces, and the samples of timed text that hold it.
@Suite struct StyledTextTests {
  private static func text(_ parts: (String, StyledText.Faces)...) -> StyledText {
    var text = StyledText()
    for (part, faces) in parts { text.append(part, faces) }
    return text
  }

  @Test func neighboursWithTheSameFaces_areOnePart() {
    let text = Self.text(("a", .bold), ("", .italic), ("b", .bold), ("c", []))
    #expect(text.parts.map(\.text) == ["ab", "c"] && text.plain == "abc")
  }

  @Test func tags_areNested() {
    let text = Self.text(("a", .italic), ("b", [.italic, .bold]), ("c", .bold), ("d", []), ("e", [.bold, .underline]))
    #expect(text.tagged == "<i>a<b>b</b></i><b>c</b>d<b><u>e</u></b>")
  }

  @Test func tags_areNeverAloneInALine() {
    let text = Self.text(("a", []), ("\n\nb", .italic), ("\n", []), ("\n", .bold), ("c", .italic))
    #expect(text.tagged == "a\n\n<i>b</i>\n\n<i>c</i>")
  }

  @Test func marks_areReferencesInMarkupOnly() {
    let text = Self.text(("1 < 2 & \u{3c}\u{338}", .bold))
    #expect(text.tagged == "<b>1 < 2 & \u{3c}\u{338}</b>")
    // The mark with its accent is a mark still.
    #expect(text.markup.unicodeScalars.elementsEqual("<b>1 &lt; 2 &amp; &lt;\u{338}</b>".unicodeScalars))
  }

  @Test func trimmedText_keepsTheFacesOfTheRest() {
    let text = Self.text((" \n", .bold), (" a ", .italic), ("b ", []), ("\u{A0}", .bold))
    #expect(text.trimmed() == Self.text(("a ", .italic), ("b", [])))
    #expect(Self.text((" ", .bold), ("\n", [])).trimmed().isEmpty)
  }

  /// Offsets count the characters of Unicode, not bytes (3GPP TS 26.245, clause 5.17.1.1).
  @Test func sample_hasARecordForEachPartWithFaces() {
    let text = Self.text(("é", []), ("😀b", [.bold, .underline]), ("\n", []), ("i", .italic))
    let sample = TimedText.sample(of: text)
    let bytes: [UInt8] =
      [0, 9] + Array("é😀b\ni".utf8) + [0, 0, 0, 34] + Array("styl".utf8) + [0, 2]
      + [0, 1, 0, 3, 0, 1, 5, 18, 0xff, 0xff, 0xff, 0xff] + [0, 4, 0, 5, 0, 1, 2, 18, 0xff, 0xff, 0xff, 0xff]
    #expect(sample == bytes)
    #expect(TimedText.styledText(of: sample) == text)
    #expect(TimedText.sample(of: StyledText("ab")) == [0, 2, 97, 98])
  }

  @Test func textThatIsTooLong_endsWithAWholeCharacter() {
    var text = StyledText()
    for _ in 0..<20_000 {
      text.append("é", .italic)
      text.append("éé")
    }
    let sample = TimedText.sample(of: text)
    #expect(sample.prefix(2).elementsEqual([0xff, 0xfe]))
    let read = TimedText.styledText(of: sample)
    #expect(read.plain == String(repeating: "é", count: 32_767) && read.parts.prefix(9) == text.parts.prefix(9))
  }

  private static func sample(_ records: [(Int, Int, UInt8)], size: Int? = nil, count: Int? = nil) -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)] }
    let size = size ?? 10 + 12 * records.count
    return [0, 5] + Array("Hello".utf8) + word(size >> 16) + word(size) + Array("styl".utf8)
      + word(count ?? records.count)
      + records.flatMap { word($0.0) + word($0.1) + [0, 1, $0.2, 18, 0xff, 0xff, 0xff, 0xff] }
  }

  @Test(
    arguments: [
      (sample([(0, 2, 1), (3, 65_535, 2)]), "<b>He</b>l<i>lo</i>"),
      (sample([(3, 4, 1), (0, 2, 2)]), "Hel<b>l</b>o"),
      (sample([(0, 3, 1), (2, 5, 2)]), "<b>Hel</b>lo"),
      (sample([(5, 6, 1), (9, 12, 1)]), "Hello"), (sample([(4, 2, 1), (1, 1, 1)]), "Hello"),
      (sample([(1, 2, 0xff)]), "H<b><i><u>e</u></i></b>llo"),
      (sample([(0, 2, 1)], count: 7), "Hello"), (sample([(0, 2, 1)], size: 4), "Hello"),
      (sample([(0, 2, 1)], size: 0xffff_ffff), "Hello"), (sample([(0, 2, 1)]).dropLast(), "Hello"),
      (sample(Array(repeating: (0, 5, 2), count: 65_535)), "<i>Hello</i>"),
      (sample([(1, 2, 1)]) + sample([(3, 4, 2)]).dropFirst(7), "H<b>e</b>l<i>l</i>o"),
      ([], ""), ([0], ""), ([0, 9, 65], "A"),
    ] as [([UInt8], String)])
  func recordsThatAreWrong_areLeftOut(sample: [UInt8], text: String) {
    #expect(TimedText.styledText(of: sample).tagged == text)
  }
}
