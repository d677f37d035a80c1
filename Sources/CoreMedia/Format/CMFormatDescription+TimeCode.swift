import CoreGraphics
import Foundation

extension CMFormatDescription {
  /// Names that belong to time codes.
  public struct TimeCode: Sendable {
    /// The flags of a timecode's counting.
    public struct Flag: OptionSet, Hashable, Sendable {
      /// The flags as bits.
      public let rawValue: UInt32

      /// Creates flags from bits.
      public init(rawValue: UInt32) {
        self.rawValue = rawValue
      }

      /// Numbers are left out so that the code keeps up with the clock.
      public static let dropFrame = Flag(rawValue: kCMTimeCodeFlag_DropFrame)
      /// The code starts over after 24 hours.
      public static let twentyFourHourMax = Flag(rawValue: kCMTimeCodeFlag_24HourMax)
      /// Codes may be negative.
      public static let negTimesOK = Flag(rawValue: kCMTimeCodeFlag_NegTimesOK)
    }
  }

  /// Creates a description of time codes.
  ///
  /// - Parameters:
  ///   - timeCodeFormatType: `.timeCode32`, `.timeCode64`, `.counter32` or `.counter64`.
  ///   - frameDuration: The duration of a frame, such as 1001/30000.
  ///   - frameQuanta: The nominal frames per second of the time code, such as 30; for counters, ticks.
  ///   - flags: The counting mode.
  ///   - extensions: Further extensions.
  /// - Throws: `invalidParameter` if the duration is no positive number or the quanta do not fit 32 bits.
  public convenience init(
    timeCodeFormatType: MediaSubType, frameDuration: CMTime, frameQuanta: Int, flags: TimeCode.Flag,
    extensions: Extensions? = nil
  ) throws {
    guard frameDuration.isNumeric, frameDuration > .zero, let quanta = UInt32(exactly: frameQuanta) else {
      throw Error.invalidParameter
    }
    self.init(
      mediaType: kCMMediaType_TimeCode, subType: timeCodeFormatType.rawValue,
      detail: .timeCode(frameDuration: frameDuration, frameQuanta: quanta, flags: flags.rawValue),
      extensions: extensions?.dictionary)
  }

  /// The duration of a frame; invalid unless this describes timecode.
  public var frameDuration: CMTime {
    if case .timeCode(let frameDuration, _, _) = detail { frameDuration } else { .invalid }
  }

  /// Frames a second as the code counts them; 0 if this does not describe time codes.
  public var frameQuanta: UInt32 {
    if case .timeCode(_, let frameQuanta, _) = detail { frameQuanta } else { 0 }
  }

  /// The flags of the timecode's counting; none unless this describes timecode.
  public var timeCodeFlags: TimeCode.Flag {
    if case .timeCode(_, _, let flags) = detail { TimeCode.Flag(rawValue: flags) } else { [] }
  }
}

/// Numbers are left out so that the code keeps up with the clock.
public var kCMTimeCodeFlag_DropFrame: UInt32 { 1 }
/// The code starts over after 24 hours.
public var kCMTimeCodeFlag_24HourMax: UInt32 { 2 }
/// Codes may be negative.
public var kCMTimeCodeFlag_NegTimesOK: UInt32 { 4 }

/// Creates a description of time codes; see `CMFormatDescription.init(timeCodeFormatType:frameDuration:…)`.
@discardableResult
public func CMTimeCodeFormatDescriptionCreate(
  allocator: CFAllocator?, timeCodeFormatType: CMTimeCodeFormatType, frameDuration: CMTime, frameQuanta: UInt32,
  flags: UInt32, extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMTimeCodeFormatDescription?>
) -> OSStatus {
  store(at: formatDescriptionOut, orElse: kCMFormatDescriptionError_InvalidParameter) {
    try CMFormatDescription(
      timeCodeFormatType: .init(rawValue: timeCodeFormatType), frameDuration: frameDuration,
      frameQuanta: Int(frameQuanta), flags: .init(rawValue: flags), extensions: .init(dictionary: extensions))
  }
}

/// Returns the duration of a frame of a timecode.
public func CMTimeCodeFormatDescriptionGetFrameDuration(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> CMTime {
  timeCodeFormatDescription.frameDuration
}

/// Frames a second as a time code counts them.
public func CMTimeCodeFormatDescriptionGetFrameQuanta(
  _ timeCodeFormatDescription: CMTimeCodeFormatDescription
) -> UInt32 {
  timeCodeFormatDescription.frameQuanta
}

/// Returns the flags of a timecode's counting.
public func CMTimeCodeFormatDescriptionGetTimeCodeFlags(_ desc: CMTimeCodeFormatDescription) -> UInt32 {
  desc.timeCodeFlags.rawValue
}
