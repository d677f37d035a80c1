import CoreGraphics
import CoreVideo
import Foundation

extension SampleDescription {
  /// The size of a visual sample entry's fields before its boxes (ISO/IEC 14496-12, clause 12.1.3), without size and
  /// format.
  static let videoFieldsSize: Int64 = 78

  func videoDescription(
    _ reader: inout PayloadReader, _ window: ByteWindow, _ extensions: CMFormatDescription.Extensions
  ) throws -> CMFormatDescription {
    var extensions = extensions
    let (version, revision, vendor) = (try reader.u16(), try reader.u16(), try reader.boxType())
    let (temporal, spatial) = (try reader.u32(), try reader.u32())
    let (width, height) = (Int(try reader.u16()), Int(try reader.u16()))
    try reader.skip(14)
    let name = try reader.bytes(32)
    let (depth, colorTable) = (try reader.u16(), try reader.i16())
    if version != 0 { extensions[.version] = .number(Int(version)) }
    if revision != 0 { extensions[.revisionLevel] = .number(Int(revision)) }
    if vendor.rawValue != 0 { extensions[.vendor] = .string(vendor.text) }
    if temporal != 0 { extensions[.temporalQuality] = .number(Int(temporal)) }
    if spatial != 0 { extensions[.spatialQuality] = .number(Int(spatial)) }
    let text = String(decoding: name.dropFirst().prefix(Int(min(name[0], 31))).prefix { $0 != 0 }, as: UTF8.self)
    if !text.isEmpty { extensions[.formatName] = .string(text) }
    extensions[.depth] = .number(Int(depth))
    if depth == 32, ["ap4h", "ap4x", "png ", "rle ", "hap5"].contains(codec) {
      extensions[.containsAlphaChannel] = .init(NSNumber(value: true))
    }
    // Video of 8 bits or less may have a palette.
    if colorTable == 0, depth & 31 <= 8, reader.remaining >= 8 {
      try reader.skip(6)
      let entries = Int64(try reader.u16()) + 1
      try reader.skip(min(entries * 8, reader.remaining))
    }
    let boxes = try SampleEntryBoxes(in: box, from: reader.position, window: window)
    extensions.addAtoms(boxes.atoms)
    for (type, bytes) in boxes.contents { extensions.addVideoBox(type, bytes) }
    return try CMFormatDescription(videoCodecType: subType, width: width, height: height, extensions: extensions)
      .addingVideoSignal()
  }
}

extension CMFormatDescription.Extensions {
  /// Adds the extensions of a box that describes video; a damaged box is ignored.
  mutating func addVideoBox(_ type: BoxType, _ bytes: [UInt8]) {
    var scanner = ByteScanner(bytes)
    switch type {
    case "pasp":
      if let width = scanner.u32(), let height = scanner.u32(), width > 0, height > 0 {
        self[.pixelAspectRatio] = .pixelAspectRatio(horizontalSpacing: Int(width), verticalSpacing: Int(height))
      }
    case "clap": addCleanAperture(&scanner)
    case "colr": addColor(&scanner)
    case "fiel": addFields(&scanner)
    case "gama":
      if let gamma = scanner.u32() { self[.gammaLevel] = .number(Double(gamma) / 65_536) }
    case "mdcv":
      if bytes.count == 24 { self[.masteringDisplayColorVolume] = .init(NSData(bytes: bytes)) }
    case "clli":
      if bytes.count == 4 { self[.contentLightLevelInfo] = .init(NSData(bytes: bytes)) }
    default: break
    }
  }

  /// Reads four fractions: width, height, and the offset of the aperture's centre from the frame's.
  private mutating func addCleanAperture(_ scanner: inout ByteScanner) {
    var fractions: [(numerator: Int, denominator: Int)] = []
    for index in 0..<4 {
      guard let numerator = scanner.i32(), let denominator = scanner.i32(), denominator != 0,
        index > 1 || (numerator > 0 && denominator > 0)
      else { return }
      fractions.append((Int(numerator), Int(denominator)))
    }
    self[.cleanAperture] = .cleanAperture(
      width: fractions[0], height: fractions[1], horizontalOffet: fractions[2], verticalOffset: fractions[3])
  }

  /// Reads code points of ITU-T H.273, or an ICC profile (ISO/IEC 14496-12, clause 12.1.5).
  private mutating func addColor(_ scanner: inout ByteScanner) {
    guard let type = scanner.u32() else { return }
    switch BoxType(rawValue: type) {
    case "nclc", "nclx":
      guard let primaries = scanner.u16(), let transfer = scanner.u16(), let matrix = scanner.u16() else { return }
      if let name = CVColorPrimariesGetStringForIntegerCodePoint(Int32(primaries)) {
        self[.colorPrimaries] = .string(name.takeUnretainedValue())
      }
      if let name = CVTransferFunctionGetStringForIntegerCodePoint(Int32(transfer)) {
        self[.transferFunction] = .string(name.takeUnretainedValue())
      }
      if let name = CVYCbCrMatrixGetStringForIntegerCodePoint(Int32(matrix)) {
        self[.yCbCrMatrix] = .string(name.takeUnretainedValue())
      }
      if BoxType(rawValue: type) == "nclx", let flags = scanner.u8() {
        self[.fullRangeVideo] = .init(NSNumber(value: flags & 0x80 != 0))
      }
    case "prof", "rICC": self[.iccProfile] = .init(NSData(bytes: scanner.rest()))
    default: break
    }
  }

  /// Reads the number of fields and their order (QuickTime File Format, 'fiel').
  private mutating func addFields(_ scanner: inout ByteScanner) {
    guard let count = scanner.u8(), count == 1 || count == 2, let detail = scanner.u8() else { return }
    self[.fieldCount] = .number(Int(count))
    guard count == 2 else { return }
    switch detail {
    case 1: self[.fieldDetail] = .fieldDetail(.temporalTopFirst)
    case 6: self[.fieldDetail] = .fieldDetail(.temporalBottomFirst)
    case 9: self[.fieldDetail] = .fieldDetail(.spatialFirstLineEarly)
    case 14: self[.fieldDetail] = .fieldDetail(.spatialFirstLineLate)
    default: break
    }
  }
}
