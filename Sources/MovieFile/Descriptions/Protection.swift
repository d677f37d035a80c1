/// The encryption of samples (ISO/IEC 14496-12, clause 8.12, 'sinf').
public struct Protection: Hashable, Sendable {
  /// The codec of the encrypted media, such as `avc1`; nil if the file does not name it.
  public let originalFormat: BoxType?
  /// The scheme, such as `cenc`, `cbcs`, `itun`; nil if the file does not name it.
  public let scheme: BoxType?

  /// The sample entries of encrypted media.
  private static let formats: Set<BoxType> = ["encv", "enca", "enct", "encs", "encm", "drms", "drmi", "drmt", "p608"]

  /// Nil if a sample entry is not encrypted.
  init?(_ entry: Box, handlerType: BoxType, tableVersion: UInt8, window: ByteWindow) throws(MovieError) {
    guard Self.formats.contains(entry.type) else { return nil }
    let start =
      switch handlerType {
      case .video: SampleDescription.videoFieldsSize
      case .audio: try SampleDescription.audioFieldsSize(entry, tableVersion: tableVersion, window: window)
      default: Int64(8)
      }
    var (format, scheme): (BoxType?, BoxType?)
    var boxes = BoxSequence(in: entry, skipping: start, window: window)
    if let sinf = try boxes.first("sinf") {
      var parts = BoxSequence(in: sinf, window: window)
      while let part = try parts.next() {
        var reader = PayloadReader(part, window: window)
        if part.type == "frma" {
          format = try reader.boxType()
        } else if part.type == "schm" {
          try reader.skip(4)
          scheme = try reader.boxType()
        }
      }
    }
    (originalFormat, self.scheme) = (format, scheme)
  }
}
