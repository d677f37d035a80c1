/// The identification header of Opus in its two forms: RFC 7845's (5.1), and the 'dOps' box of movies, which has the same fields in
/// big-endian order.
package enum OpusHeader {
  /// Returns the contents of the 'dOps' box of an identification header; nil for other bytes.
  package static func box(_ header: [UInt8]) -> [UInt8]? {
    guard header.count >= 19, header.starts(with: "OpusHead".utf8) else { return nil }
    func swapped(_ range: Range<Int>) -> [UInt8] { header[range].reversed() }
    return [0, header[9]] + swapped(10..<12) + swapped(12..<16) + swapped(16..<18) + header[18...]
  }

  /// Returns the identification header of the contents of a 'dOps' box; nil for other bytes.
  package static func header(_ box: [UInt8]) -> [UInt8]? {
    guard box.count >= 11, box[0] == 0 else { return nil }
    func swapped(_ range: Range<Int>) -> [UInt8] { box[range].reversed() }
    return Array("OpusHead".utf8) + [1, box[1]] + swapped(2..<4) + swapped(4..<8) + swapped(8..<10) + box[10...]
  }
}
