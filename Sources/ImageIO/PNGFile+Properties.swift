import CoreGraphics
import Foundation

extension PNGFile {
  /// The keywords of texts that Apple's dictionary has.
  static let keywords = [
    "Author", "Comment", "Copyright", "Creation Time", "Description", "Disclaimer", "Software", "Source", "Title",
    "Warning",
  ]
  /// The longest text that is read or written.
  static let maximumText = 1 << 16

  /// The chunks but for the pixels, texts of at most 4 MiB and others of at most 64 KiB; up to the first that is cut short.
  static func chunks(of file: Data) -> [Chunk] {
    Chunks(file).filter { chunk in
      let length = chunk.bytes.count
      return chunk.type != "IDAT"
        && (length <= maximumText || chunk.type == "eXIf" || chunk.type == "iTXt" && length <= XMPPacket.maximumSize)
    }
  }

  /// True if the file has its last chunk.
  static func isComplete(_ file: Data) -> Bool { chunks(of: file).last?.type == "IEND" }

  /// The properties of a file in Apple's dictionary, and the number of bits per component.
  static func properties(of file: Data) -> (png: [String: Any], depth: Int?) {
    var (result, depth): ([String: Any], Int?) = ([:], nil)
    func number(_ bytes: Data, _ offset: Int, _ count: Int) -> Int {
      bytes.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | Int($1) }
    }
    for chunk in chunks(of: file) {
      let bytes = chunk.bytes
      switch chunk.type {
      case "IHDR" where bytes.count >= 13:
        depth = number(bytes, 8, 1)
        result[kCGImagePropertyPNGInterlaceType as String] = number(bytes, 12, 1)
      case "gAMA" where bytes.count >= 4:
        result[kCGImagePropertyPNGGamma as String] = Double(number(bytes, 0, 4)) / 100_000
      case "sRGB" where !bytes.isEmpty: result[kCGImagePropertyPNGsRGBIntent as String] = number(bytes, 0, 1)
      case "cHRM" where bytes.count >= 32:
        result[kCGImagePropertyPNGChromaticities as String] = (0..<8).map {
          Double(number(bytes, $0 * 4, 4)) / 100_000
        }
      case "pHYs" where bytes.count >= 9 && number(bytes, 8, 1) == 1:
        result[kCGImagePropertyPNGXPixelsPerMeter as String] = number(bytes, 0, 4)
        result[kCGImagePropertyPNGYPixelsPerMeter as String] = number(bytes, 4, 4)
      case "tIME" where bytes.count >= 7:
        let fields = [number(bytes, 0, 2)] + (2..<7).map { number(bytes, $0, 1) }
        result[kCGImagePropertyPNGModificationTime as String] = String(
          format: "%04d-%02d-%02dT%02d:%02d:%02d", fields[0], fields[1], fields[2], fields[3], fields[4], fields[5])
      case "tEXt", "iTXt":
        guard let (keyword, text) = text(bytes, isInternational: chunk.type == "iTXt"), keywords.contains(keyword)
        else { continue }
        result[keyword] = text
      default: continue
      }
    }
    return (result, depth)
  }

  private static func text(_ bytes: Data, isInternational: Bool) -> (String, String)? {
    guard let end = bytes.firstIndex(of: 0) else { return nil }
    let keyword = String(decoding: bytes[..<end], as: UTF8.self)
    var rest = bytes[(end + 1)...]
    guard isInternational else {
      // Latin-1, by the format's definition.
      return (keyword, String(String.UnicodeScalarView(rest.map { UnicodeScalar($0) })))
    }
    // A flag, a method, a language and a translated keyword precede the text; compressed texts are not read.
    guard rest.count >= 2, rest.first == 0 else { return nil }
    rest = rest.dropFirst(2)
    for _ in 0..<2 {
      guard let end = rest.firstIndex(of: 0) else { return nil }
      rest = rest[(end + 1)...]
    }
    return (keyword, String(decoding: rest, as: UTF8.self))
  }
}
