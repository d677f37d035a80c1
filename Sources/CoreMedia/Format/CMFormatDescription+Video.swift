import CoreGraphics
import CoreVideo
import Foundation

extension CMFormatDescription {
  /// Creates a video format description.
  ///
  /// - Throws: `invalidParameter` if a side is negative or over 2 147 483 647 pixels.
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions? = nil
  ) throws {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0, height >= 0 else {
      throw Error.invalidParameter
    }
    self.init(
      mediaType: kCMMediaType_Video, subType: videoCodecType.rawValue,
      detail: .video(CMVideoDimensions(width: width, height: height)), extensions: extensions?.dictionary)
  }

  /// Creates a description of an image buffer: its pixel format, size and the attachments that describe pixels.
  public convenience init(imageBuffer: CVImageBuffer) throws {
    var extensions = Extensions()
    for key in Extensions.Key.ofImageBuffers {
      if let value = CVBufferCopyAttachment(imageBuffer, key.rawValue, nil) { extensions[key] = .init(value) }
    }
    extensions[.bytesPerRow] = .number(CVPixelBufferGetBytesPerRow(imageBuffer))
    try self.init(
      videoCodecType: MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer)),
      width: CVPixelBufferGetWidth(imageBuffer), height: CVPixelBufferGetHeight(imageBuffer), extensions: extensions)
  }

  /// The size of coded frames, in pixels; 0 by 0 for other descriptions.
  ///
  /// Source: `CMVideoFormatDescriptionGetDimensions`.
  public var dimensions: CMVideoDimensions {
    if case .video(let dimensions) = detail { dimensions } else { CMVideoDimensions() }
  }

  /// Returns the display size, in square pixels.
  ///
  /// - Parameters:
  ///   - usePixelAspectRatio: True to scale the width by the pixel aspect ratio.
  ///   - useCleanAperture: True to crop to the clean aperture.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    var size =
      useCleanAperture
      ? cleanAperture(originIsAtTopLeft: true).size
      : CGSize(width: Double(dimensions.width), height: Double(dimensions.height))
    if usePixelAspectRatio, let ratio = dictionaryExtension(.pixelAspectRatio),
      let horizontal = ratio.number(kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing),
      let vertical = ratio.number(kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing), horizontal > 0, vertical > 0
    {
      size.width = size.width * horizontal / vertical
    }
    return size
  }

  /// Returns the clean aperture, in pixels; the whole frame by default.
  ///
  /// - Parameter originIsAtTopLeft: True to count y from the upper edge; otherwise from the lower one.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    let (width, height) = (Double(dimensions.width), Double(dimensions.height))
    guard let aperture = dictionaryExtension(.cleanAperture),
      let cleanWidth = aperture.number(
        kCMFormatDescriptionKey_CleanApertureWidth, orFraction: kCMFormatDescriptionKey_CleanApertureWidthRational),
      let cleanHeight = aperture.number(
        kCMFormatDescriptionKey_CleanApertureHeight, orFraction: kCMFormatDescriptionKey_CleanApertureHeightRational)
    else { return CGRect(x: 0, y: 0, width: width, height: height) }
    let right = aperture.number(
      kCMFormatDescriptionKey_CleanApertureHorizontalOffset,
      orFraction: kCMFormatDescriptionKey_CleanApertureHorizontalOffsetRational)
    let down = aperture.number(
      kCMFormatDescriptionKey_CleanApertureVerticalOffset,
      orFraction: kCMFormatDescriptionKey_CleanApertureVerticalOffsetRational)
    // Offsets are from the frame's centre to the aperture's.
    let x = (width - cleanWidth) / 2 + (right ?? 0)
    let y = (height - cleanHeight) / 2 + (originIsAtTopLeft ? down ?? 0 : -(down ?? 0))
    return CGRect(x: x, y: y, width: cleanWidth, height: cleanHeight)
  }

  /// The keys of image buffer attachments that are also keys of format description extensions.
  ///
  /// Source: `CMVideoFormatDescriptionGetExtensionKeysCommonWithImageBuffers`.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] { Extensions.Key.ofImageBuffers }

  /// Returns true if an image buffer has this format: the same pixel format, size and attachments.
  ///
  /// Source: `CMVideoFormatDescriptionMatchesImageBuffer`.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard mediaTypeCode == kCMMediaType_Video,
      mediaSubTypeCode == CVPixelBufferGetPixelFormatType(imageBuffer),
      Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
      Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
    else { return false }
    return Extensions.Key.ofImageBuffers.allSatisfy { key in
      let own = extensions[key]?.propertyListRepresentation
      let other = CVBufferCopyAttachment(imageBuffer, key.rawValue, nil)
      return own == nil ? other == nil : CFEqual(own, other)
    }
  }

  func dictionaryExtension(_ key: Extensions.Key) -> NSDictionary? {
    extensionDictionary?.dictionary(key.rawValue)
  }
}

extension CMFormatDescription.Extensions.Key {
  fileprivate static var ofImageBuffers: [Self] {
    [
      .cleanAperture, .fieldCount, .fieldDetail, .pixelAspectRatio, .colorPrimaries, .transferFunction, .gammaLevel,
      .yCbCrMatrix, .iccProfile, .chromaLocationTopField, .chromaLocationBottomField, .alphaChannelMode,
      .masteringDisplayColorVolume, .contentLightLevelInfo,
    ]
  }
}

extension NSDictionary {
  /// Returns a number, regardless of its stored type.
  func number(_ key: CFString) -> Double? {
    (object(forKey: key) as? NSNumber).map(\.doubleValue).flatMap { $0.isFinite ? $0 : nil }
  }

  /// A number that may also be stored as an array of numerator and denominator, which wins.
  func number(_ key: CFString, orFraction fractionKey: CFString) -> Double? {
    let fraction = (object(forKey: fractionKey) as? [Any])?.compactMap { ($0 as? NSNumber)?.doubleValue }
    if let fraction, fraction.count == 2, fraction[1] != 0 { return fraction[0] / fraction[1] }
    return number(key)
  }

  /// Returns a dictionary, stored as an object or as a Swift dictionary.
  func dictionary(_ key: CFString) -> NSDictionary? {
    let value = object(forKey: key)
    return value as? NSDictionary ?? (value as? [AnyHashable: Any]).map { $0 as NSDictionary }
  }
}
