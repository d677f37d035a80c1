/// The text of a sample of timed text: two bytes that count those of the text, and the text (3GPP TS 26.245, clause 5.17).
///
/// Styles, which come after it, are left out.
struct TimedText {
  let text: String

  /// - Returns: Nil for fewer than two bytes.
  init?(_ bytes: some Collection<UInt8>) {
    let head = bytes.prefix(2).map { Int($0) }
    guard head.count == 2 else { return nil }
    let stored = Array(bytes.dropFirst(2).prefix(head[0] << 8 | head[1]))
    // A byte order mark tells UTF-16 (3GPP TS 26.245, clause 5.17.1).
    let isUTF16 = stored.starts(with: [0xfe, 0xff]) || stored.starts(with: [0xff, 0xfe])
    text = isUTF16 ? String(data: Data(stored), encoding: .utf16) ?? "" : String(decoding: stored, as: UTF8.self)
  }
}
