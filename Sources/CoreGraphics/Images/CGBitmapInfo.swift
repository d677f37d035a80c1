/// The place of alpha in a pixel, and its premultiplication.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha: gray, or three bytes of RGB.
  case none = 0
  /// Alpha last (least significant), colours multiplied.
  case premultipliedLast = 1
  /// Alpha first (most significant), colours multiplied.
  case premultipliedFirst = 2
  /// Alpha last, colours not multiplied.
  case last = 3
  /// Alpha first, colours not multiplied.
  case first = 4
  /// An unused component last.
  case noneSkipLast = 5
  /// An unused component first.
  case noneSkipFirst = 6
  /// Alpha without colour.
  case alphaOnly = 7
}

/// The order of a pixel's bytes.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  case orderMask = 0x7000
  case orderDefault = 0
  case order16Little = 0x1000
  case order32Little = 0x2000
  case order16Big = 0x3000
  case order32Big = 0x4000
}

/// The packing of components; only `packed`, one byte or more each, can be drawn.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  case mask = 0xF0000
  case packed = 0
  case RGB555 = 0x10000
  case RGB565 = 0x20000
  case RGB101010 = 0x30000
  case RGBCIF10 = 0x40000
}

/// The layout of a pixel: an alpha info, a byte order, a packing.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a layout from its parts.
  public init(
    alpha: CGImageAlphaInfo, component: CGImageComponentInfo = .integer,
    byteOrder: CGImageByteOrderInfo = .orderDefault, pixelFormat: CGImagePixelFormatInfo = .packed
  ) {
    self.init(rawValue: alpha.rawValue | component.rawValue | byteOrder.rawValue | pixelFormat.rawValue)
  }

  /// The bits of the alpha info.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits of the component type.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// The order of the components is that of the bytes.
  public static let byteOrderDefault: CGBitmapInfo = []
  /// Words of 16 bits, little-endian.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// Words of 32 bits, little-endian: with alpha first, bytes B, G, R, A.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// Words of 16 bits, big-endian.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// Words of 32 bits, big-endian: with alpha first, bytes A, R, G, B.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)

  /// The alpha info; `none` for bits that name no other.
  public var alpha: CGImageAlphaInfo { CGImageAlphaInfo(rawValue: rawValue & 0x1F) ?? .none }
  /// The byte order; the default for bits that name no other.
  public var byteOrder: CGImageByteOrderInfo { CGImageByteOrderInfo(rawValue: rawValue & 0x7000) ?? .orderDefault }
  /// The component type: integers or floating point.
  public var component: CGImageComponentInfo { contains(.floatComponents) ? .float : .integer }
  /// The packing.
  public var pixelFormat: CGImagePixelFormatInfo { CGImagePixelFormatInfo(rawValue: rawValue & 0xF0000) ?? .packed }
}

/// The component type: integers or floating point.
public enum CGImageComponentInfo: UInt32, Sendable {
  case integer = 0
  case float = 0x100
}

/// Words of 16 bits in the byte order of this machine.
public let kCGBitmapByteOrder16Host: CGBitmapInfo = 1.bigEndian == 1 ? .byteOrder16Big : .byteOrder16Little
/// Words of 32 bits in the byte order of this machine.
public let kCGBitmapByteOrder32Host: CGBitmapInfo = 1.bigEndian == 1 ? .byteOrder32Big : .byteOrder32Little
