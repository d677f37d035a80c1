/// A movie format that can be written.
public enum MovieFormat: String, CaseIterable, Codable, Hashable, Sendable {
  /// QuickTime.
  case mov
  /// MPEG-4 (ISO/IEC 14496-14).
  case mp4
  /// MPEG-4 with audio only, as Apple names it.
  case m4a
  /// MPEG-4 with Apple's video, subtitles and chapters.
  case m4v
  /// Mobile phones' (3GPP TS 26.244).
  case threeGP = "3gp"

  /// True if boxes have QuickTime's meaning where ISO's differs.
  public var isQuickTime: Bool { self == .mov }

  /// Returns the file type of files of this format.
  ///
  /// - Parameter isFragmented: True if the file has movie fragments, which older brands do not know.
  public func fileType(isFragmented: Bool = false) -> FileType {
    switch self {
    case .mov: FileType(majorBrand: "qt  ", minorVersion: 0x200, compatibleBrands: ["qt  "])
    case .mp4:
      isFragmented
        ? FileType(majorBrand: "iso6", minorVersion: 1, compatibleBrands: ["iso6"])
        : FileType(majorBrand: "mp42", minorVersion: 1, compatibleBrands: ["mp42", "isom", "iso2", "mp41"])
    case .m4a:
      FileType(
        majorBrand: "M4A ", minorVersion: 0,
        compatibleBrands: isFragmented ? ["M4A ", "iso6"] : ["M4A ", "mp42", "isom"])
    case .m4v:
      FileType(
        majorBrand: "M4V ", minorVersion: 1,
        compatibleBrands: isFragmented ? ["M4V ", "M4A ", "iso6"] : ["M4V ", "M4A ", "mp42", "isom"])
    case .threeGP:
      isFragmented
        ? FileType(majorBrand: "3gp6", minorVersion: 0x100, compatibleBrands: ["3gp6", "iso6"])
        : FileType(majorBrand: "3gp5", minorVersion: 0x100, compatibleBrands: ["3gp5", "3gp4", "isom"])
    }
  }
}

extension FileType {
  func write(to writer: inout BoxWriter) {
    writer.box("ftyp") { box in
      box.boxType(majorBrand)
      box.u32(minorVersion)
      for brand in compatibleBrands { box.boxType(brand) }
    }
  }
}
