/// The brands of a movie file (ISO/IEC 14496-12, clause 4.3, 'ftyp').
public struct FileType: Hashable, Sendable {
  /// The brand that describes the file best, such as `isom`, `mp42`, `qt  `, `M4A `, `3gp5`.
  public let majorBrand: BoxType
  public let minorVersion: UInt32
  /// The brands by which it may be read.
  public let compatibleBrands: [BoxType]

  /// The type of a file without this box: QuickTime before ISO adopted the format.
  static let quickTime = FileType(majorBrand: "qt  ", minorVersion: 0, compatibleBrands: [])

  /// True if boxes have QuickTime's meaning where ISO's differs.
  public var isQuickTime: Bool { majorBrand == "qt  " }

  public init(majorBrand: BoxType, minorVersion: UInt32, compatibleBrands: [BoxType]) {
    self.majorBrand = majorBrand
    self.minorVersion = minorVersion
    self.compatibleBrands = compatibleBrands
  }

  init(_ box: Box, window: ByteWindow) throws(MovieError) {
    var reader = PayloadReader(box, window: window)
    majorBrand = try reader.boxType()
    minorVersion = try reader.u32()
    guard reader.remaining <= 4096 else {
      throw .excessive("'ftyp' has over 1024 brands", in: box)
    }
    var brands: [BoxType] = []
    while reader.remaining >= 4 { brands.append(try reader.boxType()) }
    compatibleBrands = brands
  }

  /// The boxes that a movie file may begin with.
  static let firstBoxes: Set<BoxType> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "uuid", "pdin", "sidx", "meta", "PICT", "junk",
    "udta", "moof", "mfra", "emsg", "prft",
  ]

  /// Checks that a file begins as a movie file does; what follows may be damaged.
  ///
  /// - Throws: `notAMovie` for other files; read errors of the source.
  public static func check(_ source: any ByteSource) throws(MovieError) {
    guard source.size > 0 else { throw MovieError(.notAMovie, "it is empty", file: source.name) }
    guard begins(try source.bytes(at: 0, count: Int(min(8, source.size)))) else {
      throw MovieError(.notAMovie, "it is no movie file", file: source.name)
    }
  }

  /// True if a movie file may begin with these bytes, of which at least eight are needed.
  public static func begins(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 8 else { return false }
    let word = { (start: Int) in bytes[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
    // 0: up to the end of the file; 1: a 64-bit size follows.
    let size = word(0)
    return firstBoxes.contains(BoxType(rawValue: word(4))) && (size < 2 || size >= 8)
  }
}
