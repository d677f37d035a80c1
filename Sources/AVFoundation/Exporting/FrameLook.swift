import Foundation
internal import MediaSource

/// The properties that frames share if they can be encoded one after the other without being drawn anew.
struct FrameLook: Hashable {
  private let width: Int32
  private let height: Int32
  /// The width of pixels over their height.
  private let pixelAspect: Double
  /// The code point of the matrix (ISO/IEC 23091-2, 8.3): one for each of those that have the same weights.
  private let matrix: Int
  private let isFullRange: Bool
  /// The code point of the transfer function of HDR; nil for SDR, whose transfer functions look alike.
  private let dynamicRange: Int?

  init(_ description: CMFormatDescription) {
    let (dimensions, colors) = (description.dimensions, description.colorCodePoints)
    (width, height) = (dimensions.width, dimensions.height)
    let ratio = description.extensions[.pixelAspectRatio]?.propertyListRepresentation as? NSDictionary
    let sides = [
      kCMFormatDescriptionKey_PixelAspectRatioHorizontalSpacing,
      kCMFormatDescriptionKey_PixelAspectRatioVerticalSpacing,
    ].map { max(1, (ratio?[$0] as? NSNumber)?.doubleValue ?? 1) }
    pixelAspect = sides[0] / sides[1]
    matrix =
      switch colors.matrix {
      case 5, 6: 6
      // Frames that state none have that of their definition.
      case nil, 2: dimensions.height <= 576 && dimensions.width <= 1024 ? 6 : 1
      case let code?: code
      }
    isFullRange = colors.isFullRange ?? false
    dynamicRange = colors.transfer.flatMap { [16, 18].contains($0) ? $0 : nil }
  }
}
