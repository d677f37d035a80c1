/// An error of decoding a GIF file.
package struct GIFError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}

/// The header of a GIF file, with the palette that follows it (CompuServe, Graphics Interchange Format 89a, sections 17 to 19).
package struct GIFScreen: Hashable, Sendable {
  /// The number of bytes before the palette.
  static let headerSize = 13

  package let width: Int
  package let height: Int
  /// The number of the palette's colours; 0 if images bring their own.
  package let colorCount: Int
  /// The position of the background's colour in the palette.
  let background: Int
  /// The width of a pixel, in units of a 64th of its height, less 15; 0 for square pixels.
  package let aspect: UInt8

  /// Reads the header; nil if the bytes are no beginning of a GIF file.
  package init?(_ bytes: some RandomAccessCollection<UInt8>) {
    let head = Array(bytes.prefix(Self.headerSize))
    guard head.count == Self.headerSize, head.starts(with: "GIF87a".utf8) || head.starts(with: "GIF89a".utf8) else {
      return nil
    }
    width = Int(head[6]) | Int(head[7]) << 8
    height = Int(head[8]) | Int(head[9]) << 8
    colorCount = head[10] & 0x80 == 0 ? 0 : 2 << Int(head[10] & 7)
    (background, aspect) = (Int(head[11]), head[12])
  }

  /// The number of bytes of header and palette.
  package var byteCount: Int { Self.headerSize + 3 * colorCount }
}

/// The fields of a graphic control extension, which concern the image after it (section 23).
package struct GIFControl: Hashable, Sendable {
  /// The treatment of an image's rectangle before the next image is drawn.
  enum Disposal: UInt8 {
    case keep = 1
    case background = 2
    case previous = 3
  }

  /// The time in hundredths of a second, as the file states it.
  package var delay = 0
  var disposal = Disposal.keep
  /// The position of the colour that leaves pixels as they are; nil if there is none.
  var transparent: UInt8?

  init() {}

  /// Reads the extension's first block.
  init(_ block: UnsafeRawBufferPointer) {
    guard block.count >= 4 else { return }
    delay = Int(block[1]) | Int(block[2]) << 8
    disposal = Disposal(rawValue: block[0] >> 2 & 7) ?? .keep
    transparent = block[0] & 1 == 0 ? nil : block[3]
  }

  /// True if the image leaves some pixels as they are.
  package var isTransparent: Bool { transparent != nil }

  /// The time in hundredths of a second, as players show it: a tenth of a second for images that state less than two hundredths.
  package var shownDelay: Int { delay < 2 ? 10 : delay }
}
