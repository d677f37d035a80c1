import CoreGraphics
import CoreVideo
import Foundation

extension SampleEntry {
  /// Creates the entry for samples of a format description, in the layout of a movie format.
  ///
  /// A description that was read from a file of the same format gets its original entry, and so does text of any.
  ///
  /// - Throws: `notStorable` if the format cannot store it, or required values are missing.
  public init(_ description: CMFormatDescription, in format: MovieFormat) throws(MovieError) {
    if let stored = SampleEntry(stored: description, in: format) {
      self = stored
      return
    }
    switch description.mediaType {
    case .video: self.init(video: description, in: format)
    case .audio: try self.init(audio: description, in: format)
    case .metadata: try self.init(metadata: description, in: format)
    case .timeCode: try self.init(timeCode: description, in: format)
    case .text, .subtitle: try self.init(text: description, in: format)
    default:
      throw MovieError(
        .notStorable,
        "'\(BoxType(rawValue: description.mediaSubType.rawValue).text)' has no description that can be written")
    }
  }

  private init?(stored description: CMFormatDescription, in format: MovieFormat) {
    var keys: [CMFormatDescription.Extensions.Key] = [.verbatimSampleDescription, .verbatimISOSampleEntry]
    // Text is described alike in both families.
    if ![.text, .subtitle].contains(description.mediaType) { keys.remove(at: format.isQuickTime ? 1 : 0) }
    let stored = keys.lazy.compactMap { description.extensions[$0]?.propertyListRepresentation as? Data }.first
    guard let data = stored, data.count >= 16 else { return nil }
    self.init(stored: [UInt8](data), isQuickTime: format.isQuickTime, isVideo: description.mediaType != .audio)
  }

  /// Creates the entry of a complete box.
  ///
  /// - Returns: Nil if the box is too short.
  package init?(stored bytes: [UInt8], isQuickTime: Bool, isVideo: Bool) {
    guard bytes.count >= 16 else { return nil }
    let type = BoxType(rawValue: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) })
    // In ISO files, audio entries of version 1 require a table of version 1.
    let isVersion1 = !isQuickTime && !isVideo && bytes.count >= 18 && bytes[17] == 1
    self.init(type, contents: Array(bytes[16...]), isQuickTime: isQuickTime, tableVersion: isVersion1 ? 1 : 0)
  }

  /// Creates the entry of text from its extensions, alike in both families.
  private init(text description: CMFormatDescription, in format: MovieFormat) throws(MovieError) {
    do {
      let entry = try description.textEntry()
      self.init(
        BoxType(rawValue: description.mediaSubType.rawValue), contents: Array(entry[16...]),
        isQuickTime: format.isQuickTime)
    } catch {
      throw MovieError(.notStorable, error.reason)
    }
  }

  /// Creates the entry of video (ISO/IEC 14496-12, clause 12.1.3).
  private init(video description: CMFormatDescription, in format: MovieFormat) {
    let extensions = description.extensions
    func number(_ key: CMFormatDescription.Extensions.Key) -> Int? {
      (extensions[key]?.propertyListRepresentation as? NSNumber)?.intValue
    }
    let type = BoxType(rawValue: description.mediaSubType.rawValue)
    var writer = BoxWriter()
    writer.zeros(4)
    // QuickTime has a vendor field.
    if format.isQuickTime { writer.boxType("Reel") } else { writer.zeros(4) }
    writer.u32(format.isQuickTime ? UInt32(clamping: number(.temporalQuality) ?? 512) : 0)
    writer.u32(format.isQuickTime ? UInt32(clamping: number(.spatialQuality) ?? 512) : 0)
    writer.u16(UInt16(clamping: description.dimensions.width))
    writer.u16(UInt16(clamping: description.dimensions.height))
    // 72 dots an inch, and a frame a sample.
    writer.u32(0x48_0000)
    writer.u32(0x48_0000)
    writer.u32(0)
    writer.u16(1)
    let name = (extensions[.formatName]?.propertyListRepresentation as? String).map { Array($0.utf8.prefix(31)) } ?? []
    writer.u8(UInt8(name.count))
    writer.append(name)
    writer.zeros(31 - name.count)
    writer.u16(UInt16(clamping: number(.depth) ?? (["ap4h", "ap4x"].contains(type) ? 32 : 24)))
    writer.i16(-1)
    for box in Self.pictureBoxes(description, in: format) { writer.append(box) }
    self.init(
      type == "h263" && !format.isQuickTime ? "s263" : type, contents: writer.contents, isQuickTime: format.isQuickTime)
  }

  /// Returns the boxes of a video entry: values of named extensions take precedence over boxes that were read.
  private static func pictureBoxes(_ description: CMFormatDescription, in format: MovieFormat) -> [RawBox] {
    let extensions = description.extensions
    var named: [RawBox] = []
    if let box = colorBox(extensions, in: format) { named.append(box) }
    if let ratio = extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary,
      let width = ratio[kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing] as? NSNumber,
      let height = ratio[kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing] as? NSNumber
    {
      named.append(RawBox("pasp") { box in for value in [width, height] { box.u32(value.uint32Value) } })
    }
    if let box = apertureBox(extensions) { named.append(box) }
    if let box = fieldBox(extensions) { named.append(box) }
    if let gamma = extensions[.gammaLevel]?.propertyListRepresentation as? NSNumber, format.isQuickTime {
      named.append(RawBox("gama") { $0.u32(UInt32(max(0, min(gamma.doubleValue, 65_535)) * 65_536)) })
    }
    if let data = extensions[.masteringDisplayColorVolume]?.propertyListRepresentation as? Data {
      named.append(RawBox("mdcv", [UInt8](data)))
    }
    if let data = extensions[.contentLightLevelInfo]?.propertyListRepresentation as? Data {
      named.append(RawBox("clli", [UInt8](data)))
    }
    let types = Set(named.map(\.type))
    return description.atoms.filter { !types.contains($0.type) } + named
  }

  private static func colorBox(_ extensions: CMFormatDescription.Extensions, in format: MovieFormat) -> RawBox? {
    if let profile = extensions[.iccProfile]?.propertyListRepresentation as? Data {
      return RawBox("colr", Array("prof".utf8) + [UInt8](profile))
    }
    func code(_ key: CMFormatDescription.Extensions.Key, _ convert: (CFString) -> Int32) -> UInt16 {
      // 2 stands for "unspecified"; files of the stream alone state nothing either.
      guard !extensions.isOfStream(key), let name = extensions[key]?.propertyListRepresentation as? CFString else {
        return 2
      }
      return UInt16(clamping: convert(name))
    }
    let codes = [
      code(.colorPrimaries) { CVColorPrimariesGetIntegerCodePointForString($0) },
      code(.transferFunction) { CVTransferFunctionGetIntegerCodePointForString($0) },
      code(.yCbCrMatrix) { CVYCbCrMatrixGetIntegerCodePointForString($0) },
    ]
    guard codes != [2, 2, 2] else { return nil }
    let isFull = (extensions[.fullRangeVideo]?.propertyListRepresentation as? NSNumber)?.boolValue ?? false
    return RawBox("colr") { box in
      box.boxType(format.isQuickTime ? "nclc" : "nclx")
      for code in codes { box.u16(code) }
      if !format.isQuickTime { box.u8(isFull ? 0x80 : 0) }
    }
  }

  private static func apertureBox(_ extensions: CMFormatDescription.Extensions) -> RawBox? {
    guard let aperture = extensions[.cleanAperture]?.propertyListRepresentation as? NSDictionary else { return nil }
    let keys = [
      (kCMFormatDescriptionKey_CleanApertureWidthRational, kCMFormatDescriptionKey_CleanApertureWidth),
      (kCMFormatDescriptionKey_CleanApertureHeightRational, kCMFormatDescriptionKey_CleanApertureHeight),
      (
        kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational,
        kCMFormatDescriptionKey_CleanApertureHorizontalOffset
      ),
      (
        kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational, kCMFormatDescriptionKey_CleanApertureVerticalOffset
      ),
    ]
    var numbers: [Int32] = []
    for (rational, plain) in keys {
      if let pair = aperture[rational] as? [NSNumber], pair.count == 2 {
        numbers += pair.map(\.int32Value)
      } else if let number = aperture[plain] as? NSNumber {
        // Apertures are whole pixels or simple fractions of them.
        numbers += [Int32(max(-1_000_000, min(number.doubleValue, 1_000_000)) * 1000), 1000]
      } else {
        return nil
      }
    }
    return RawBox("clap") { box in for number in numbers { box.i32(number) } }
  }

  private static func fieldBox(_ extensions: CMFormatDescription.Extensions) -> RawBox? {
    guard let count = (extensions[.fieldCount]?.propertyListRepresentation as? NSNumber)?.intValue,
      (1...2).contains(count)
    else { return nil }
    let details: [String: UInt8] = [
      kCVImageBufferFieldDetailTemporalTopFirst as String: 1,
      kCVImageBufferFieldDetailTemporalBottomFirst as String: 6,
      kCVImageBufferFieldDetailSpatialFirstLineEarly as String: 9,
      kCVImageBufferFieldDetailSpatialFirstLineLate as String: 14,
    ]
    let detail = extensions[.fieldDetail]?.propertyListRepresentation as? String
    return RawBox("fiel", [UInt8(count), count == 2 ? detail.flatMap { details[$0] } ?? 0 : 0])
  }
}
