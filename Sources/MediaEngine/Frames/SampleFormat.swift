/// The storage of an audio sample, by GStreamer's name (`F32LE`, `S16LE`).
public struct SampleFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
  public var description: String { rawValue }

  /// 32-bit float, -1 to 1.
  public static let f32 = SampleFormat(rawValue: "F32LE")
  /// 64-bit float, -1 to 1.
  public static let f64 = SampleFormat(rawValue: "F64LE")
  public static let s16 = SampleFormat(rawValue: "S16LE")
  public static let s32 = SampleFormat(rawValue: "S32LE")
  public static let u8 = SampleFormat(rawValue: "U8")
}

/// A Swift type of a sample format: `Float`, `Double`, `Int16`, `Int32`, `UInt8`; do not conform other types.
public protocol AudioSample: BitwiseCopyable, Sendable {
  static var format: SampleFormat { get }
}

extension Float: AudioSample { public static var format: SampleFormat { .f32 } }
extension Double: AudioSample { public static var format: SampleFormat { .f64 } }
extension Int16: AudioSample { public static var format: SampleFormat { .s16 } }
extension Int32: AudioSample { public static var format: SampleFormat { .s32 } }
extension UInt8: AudioSample { public static var format: SampleFormat { .u8 } }
