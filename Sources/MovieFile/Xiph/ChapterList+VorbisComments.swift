import CoreMedia

extension ChapterList {
  /// The chapters that a list of comments has at most: their numbers have three digits.
  static let vorbisCommentLimit = 999

  /// The comments that say the chapters, as ``VorbisComments/chapters(until:)`` reads them: `CHAPTER001=00:01:30.000` and
  /// `CHAPTER001NAME=Second` (Xiph.Org wiki, "Chapter Extension").
  ///
  /// They have neither ends nor pictures, and times are rounded to milliseconds.
  package var vorbisComments: [MetadataItem] {
    chapters.filter(\.timeRange.start.isNumeric).prefix(Self.vorbisCommentLimit).enumerated().flatMap {
      index, chapter in
      let number = "\(index + 1)"
      let key = "CHAPTER" + String(repeating: "0", count: 3 - number.count) + number
      func item(_ key: String, _ text: String) -> MetadataItem {
        MetadataItem(keySpace: .vorbisComment, key: .name(key), value: .text(text, .utf8))
      }
      let start = item(key, Self.text(of: chapter.timeRange.start))
      return chapter.title.isEmpty ? [start] : [start, item(key + "NAME", chapter.title)]
    }
  }

  private static func text(of time: CMTime) -> String {
    let milliseconds = max(0, time.convertScale(1000, method: .roundHalfAwayFromZero).value)
    func digits(_ number: Int64, _ count: Int) -> String {
      let text = "\(number)"
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let (seconds, rest) = (milliseconds / 1000, milliseconds % 1000)
    return
      "\(digits(seconds / 3600, 2)):\(digits(seconds / 60 % 60, 2)):\(digits(seconds % 60, 2)).\(digits(rest, 3))"
  }
}
