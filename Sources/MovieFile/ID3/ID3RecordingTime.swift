extension Metadata {
  /// The recording time as ID3v2.4 writes it: `2004-03-01T12:30`, or the known part of that.
  ///
  /// ID3v2.4 has it in TDRC; ID3v2.3 in TYER, TDAT (day and month) and TIME (hour and minute), ID3v2.2 in TYE, TDA, TIM.
  public var id3RecordingTime: String? {
    func text(_ keys: BoxType...) -> String? {
      keys.lazy.compactMap { items(.id3, .code($0)).lazy.compactMap(\.value.text).first { !$0.isEmpty } }.first
    }
    if let time = text("TDRC") { return time }
    func pair(_ keys: BoxType...) -> (Substring, Substring)? {
      guard let text = keys.lazy.compactMap({ text($0) }).first, text.utf8.count == 4,
        text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
      else { return nil }
      return (text.prefix(2), text.suffix(2))
    }
    guard let year = text("TYER", "\0TYE"), year.utf8.count == 4, Int(year) != nil else { return nil }
    guard let (day, month) = pair("TDAT", "\0TDA") else { return year }
    let date = "\(year)-\(month)-\(day)"
    return pair("TIME", "\0TIM").map { "\(date)T\($0.0):\($0.1)" } ?? date
  }
}
