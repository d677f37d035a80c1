/// A box of the file: its type and where it is (ISO/IEC 14496-12, clause 4.2; QuickTime calls it an atom).
public struct Box: Hashable, Sendable {
  /// The type; `uuid` if it is an extended one.
  public let type: BoxType
  /// The extended type of a `uuid` box, 16 bytes.
  public let extendedType: [UInt8]?
  /// The file's byte at which the box starts.
  public let offset: Int64
  /// Bytes before the contents: 8, 16 with a 64-bit size, 16 more with an extended type.
  public let headerSize: Int64
  /// All bytes of the box, its header included; never more than there are in the box around it, or in the file.
  public let size: Int64
  /// Whether the file ends before the box does.
  public let isCut: Bool
  /// The boxes around it, and itself.
  public let path: BoxPath

  /// The first byte of the contents.
  public var start: Int64 { offset + headerSize }
  /// The byte after the last.
  public var end: Int64 { offset + size }
  /// Bytes of the contents.
  public var payloadSize: Int64 { size - headerSize }
}

extension BoxType {
  static let moov: BoxType = "moov"
  static let trak: BoxType = "trak"
  static let moof: BoxType = "moof"
  static let traf: BoxType = "traf"
  static let mdat: BoxType = "mdat"
  static let uuid: BoxType = "uuid"
}
