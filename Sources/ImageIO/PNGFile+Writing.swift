import Foundation

extension PNGFile {
  /// Returns a file with other metadata in chunks after its header, its image and its other chunks unchanged; nil if the
  /// file is damaged, or the metadata are too large.
  ///
  /// - Parameters:
  ///   - texts: Texts by keyword, which replace the file's under the same keywords; null removes one.
  ///   - xmp: The tags of the XMP packet, none to remove it; nil to keep the file's.
  static func replacing(
    _ exif: ExifBlock, texts: [String: Any], xmp: [CGImageMetadataTag]?, in file: Data
  ) -> Data? {
    // Signature and header have 33 bytes in every file.
    guard file.count >= 33, let block = exif.isEmpty ? Data() : exif.write(limit: maximumBlock) else { return nil }
    var chunks = exif.isEmpty ? Data() : chunk("eXIf", block)
    for keyword in keywords {
      guard let text = texts[keyword] as? String, text.utf8.count <= maximumText else { continue }
      chunks += chunk("iTXt", Data(keyword.utf8) + [0, 0, 0, 0, 0] + Data(text.utf8))
    }
    if let xmp, !xmp.isEmpty { chunks += chunk("iTXt", XMPPacket.text(xmp)) }
    guard let rest = others(of: file, texts, replacesXMP: xmp != nil) else { return nil }
    return file.prefix(33) + chunks + rest
  }

  /// Returns the bytes after the header, without an Exif block, texts under the keywords of a dictionary, and the packet.
  private static func others(of file: Data, _ texts: [String: Any], replacesXMP: Bool) -> Data? {
    let data = Data(file)
    var (chunks, result) = (Chunks(data, from: 33), Data())
    while let chunk = chunks.next() {
      let isReplaced =
        switch chunk.type {
        case "eXIf": true
        case "iTXt" where replacesXMP && XMPPacket.isPacket(chunk): true
        case "tEXt", "iTXt", "zTXt": texts[String(decoding: chunk.bytes.prefix { $0 != 0 }, as: UTF8.self)] != nil
        default: false
        }
      if !isReplaced { result += data[chunk.range] }
    }
    return chunks.hasMore ? nil : result + data[chunks.position...]
  }
}
