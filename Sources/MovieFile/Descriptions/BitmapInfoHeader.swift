/// The header of Microsoft's video formats (BITMAPINFOHEADER), in AVI and Matroska files.
struct BitmapInfoHeader: Hashable, Sendable {
  let width: Int
  /// The height; positive also for frames that are stored from the top.
  let height: Int
  let bitsPerPixel: Int
  /// The FourCC of the file, in its own upper and lower case; 0 for RGB.
  let fourCC: BoxType
  /// The decoder configuration behind the header; empty if there is none.
  let configuration: [UInt8]

  /// Nil if there are fewer than 40 bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40 else { return nil }
    func number(_ start: Int, _ count: Int) -> Int { Int(UInt64(little: bytes[start..<start + count])) }
    let size = number(0, 4)
    width = number(4, 4)
    height = Int(Int32(truncatingIfNeeded: number(8, 4)).magnitude)
    bitsPerPixel = number(14, 2)
    fourCC = BoxType(rawValue: bytes[16..<20].reduce(0) { $0 << 8 | UInt32($1) })
    // The header's size may include the configuration.
    configuration = Array(bytes.dropFirst(size > 40 && size <= bytes.count ? 40 : max(40, min(size, bytes.count))))
  }

  /// Returns the header and what is behind it, of a codec that files name by a FourCC of Microsoft's; nil for others.
  ///
  /// - Parameter code: The code in the table of codecs.
  static func bytes(
    of code: BoxType, width: Int32, height: Int32, depth: Int, configuration: [UInt8]
  ) -> [UInt8]? {
    guard written.contains(code) else { return nil }
    var bytes: [UInt8] = []
    bytes.append(little: UInt32(clamping: 40 + configuration.count))
    for side in [width, height] { bytes.append(little: UInt32(bitPattern: side)) }
    for number in [1, depth] { bytes.append(little: UInt16(clamping: number)) }
    bytes.append(little: code == "DIB " ? 0 : code.rawValue.byteSwapped)
    bytes.append(little: UInt32(clamping: Int64(width) * Int64(height) * 3))
    return bytes + [UInt8](repeating: 0, count: 16) + configuration
  }

  /// The codes that are their own FourCCs, and uncompressed pictures.
  private static let written: Set<BoxType> = [
    "HFYU", "DIB ", "MP42", "MPG4", "WMV1", "WMV2", "WMV3", "WVC1", "FLV1", "VP62", "VP6F", "FSV1", "FSV2", "CFHD",
  ]

  /// The FourCC by which the table of codecs knows the format.
  var code: BoxType { Self.codes[fourCC.text.uppercased()] ?? fourCC }

  /// FourCCs of encoders and players, in upper case.
  private static let codes: [String: BoxType] = {
    let names: [(BoxType, [String])] = [
      ("avc1", ["H264", "X264", "AVC1", "DAVC", "VSSH", "SMV2"]), ("hvc1", ["HEVC", "H265", "HVC1", "HEV1", "X265"]),
      ("mp4v", ["XVID", "DIVX", "DX50", "FMP4", "MP4V", "M4S2", "MP4S", "3IV2", "RMP4", "DIV1"]),
      ("mp2v", ["MPG2", "MPEG", "EM2V", "MMES", "HDV2"]), ("mp1v", ["MPG1", "PIM1", "VCR2"]),
      ("jpeg", ["MJPG", "JPEG", "DMB1", "AVRN", "LJPG"]), ("vp08", ["VP80"]), ("vp09", ["VP90"]), ("av01", ["AV01"]),
      ("png ", ["MPNG", "PNG1"]), ("DIV3", ["DIV3", "MP43", "DIV4", "DIV5", "DIV6", "AP41", "COL1"]),
      ("MP42", ["MP42", "DIV2"]), ("MPG4", ["MPG4", "MP41"]), ("WMV1", ["WMV1"]), ("WMV2", ["WMV2"]),
      ("WMV3", ["WMV3"]),
      ("DIB ", ["\\X00\\X00\\X00\\X00", "DIB ", "RGB ", "RAW "]), ("VP62", ["VP62"]), ("VP6F", ["VP6F"]),
      ("dvc ", ["DVSD", "DVIS", "DVHD", "DV25", "DV50", "CDVC", "DVCS"]), ("h263", ["H263", "U263", "S263", "VX1K"]),
      ("FLV1", ["FLV1"]), ("theo", ["THEO"]), ("AVdn", ["AVDN"]), ("WVC1", ["WVC1"]),
      ("FFV1", ["FFV1"]), ("HFYU", ["HFYU"]), ("cvid", ["CVID"]), ("yuvs", ["YUY2"]), ("2vuy", ["UYVY"]),
      ("v210", ["V210"]),
      ("apcn", ["APCN"]), ("apch", ["APCH"]), ("apcs", ["APCS"]), ("apco", ["APCO"]), ("ap4h", ["AP4H"]),
    ]
    var codes: [String: BoxType] = [:]
    for (code, aliases) in names { for alias in aliases { codes[alias] = code } }
    return codes
  }()
}
