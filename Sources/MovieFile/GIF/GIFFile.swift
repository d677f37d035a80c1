import CoreMedia

/// A GIF image, animated or not (CompuServe, Graphics Interchange Format 89a).
///
///     header and screen ─ palette ─┬▶ extensions ─ image ─┬▶ trailer
///                                  └──────────◀───────────┘
///
/// Each packet is an image with what comes before it. Images change the one before: only the first packet, which has the
/// header too, is decoded by itself. Times are in hundredths of a second, as in the file.
package struct GIFFile: InterleavedFile {
  package let source: any ByteSource
  package var streams: [ContainerStream]
  /// Only a walk tells.
  package var statedDuration: CMTime? { nil }
  /// The offset of the first extension or image.
  private let first: Int64

  /// True if bytes begin like a file of this kind, of whatever version.
  package static func matches(_ bytes: some Collection<UInt8>) -> Bool { bytes.starts(with: "GIF8".utf8) }

  /// Opens a file.
  ///
  /// - Throws: `notAMovie` if it is no file of this kind; `malformed` for a version that there is not; read errors of the source.
  package init(source: any ByteSource) throws(MovieError) {
    self.source = source
    try source.checkSize()
    let header = try source.bytes(at: 0, count: Int(min(13, source.size)))
    guard header.count == 13, Self.matches(header) else {
      throw MovieError(.notAMovie, "it is no GIF", offset: 0, file: source.name)
    }
    guard ["7a", "9a"].contains(where: { header[4..<6].elementsEqual($0.utf8) }) else {
      throw MovieError(.malformed, "its version is neither GIF87a nor GIF89a", offset: 0, file: source.name)
    }
    first = 13 + Self.paletteSize(header[10])
    // The width of pixels in units of a 64th of their height, less 15.
    let shape = RawBox("pasp") { box in for number in [UInt32(header[12]) + 15, 64] { box.u32(number) } }
    var stream = ContainerStream(number: 1, mediaType: "vide", codecID: "GIF", timescale: 100)
    stream.describeVideo(
      "gif ", width: Int(header[6]) | Int(header[7]) << 8, height: Int(header[8]) | Int(header[9]) << 8,
      appearance: header[12] == 0 ? [] : [shape])
    streams = [stream]
  }

  /// Returns the number of bytes of a palette: three for each colour.
  static func paletteSize(_ flags: UInt8) -> Int64 { flags & 0x80 == 0 ? 0 : 3 << Int64(flags & 7 + 1) }

  package func packets(from place: PacketPlace?) throws(MovieError) -> any PacketWalker {
    GIFWalker(source: source, first: first, at: place ?? PacketPlace(offset: 0))
  }

  package func place(of stream: Int, atOrBefore time: Int64) -> PacketPlace? { PacketPlace(offset: 0) }
}
