/// A timecode, as it comes with the frames of recorders and cameras.
public struct CVSMPTETime: Hashable, Sendable {
  /// The number of the part of a frame.
  public var subframes: Int16
  /// The number of parts that a frame has.
  public var subframeDivisor: Int16
  /// The number of messages that have been received of the timecode.
  public var counter: UInt32
  /// The way of counting frames: the raw value of a ``CVSMPTETimeType``.
  public var type: UInt32
  /// The state of the timecode: the raw value of ``CVSMPTETimeFlags``.
  public var flags: UInt32
  /// The hours.
  public var hours: Int16
  /// The minutes of the hour.
  public var minutes: Int16
  /// The seconds of the minute.
  public var seconds: Int16
  /// The frames of the second.
  public var frames: Int16

  /// Creates a timecode whose fields are all zero.
  public init() {
    self.init(
      subframes: 0, subframeDivisor: 0, counter: 0, type: 0, flags: 0, hours: 0, minutes: 0, seconds: 0, frames: 0)
  }

  /// Creates a timecode of its fields.
  public init(
    subframes: Int16, subframeDivisor: Int16, counter: UInt32, type: UInt32, flags: UInt32, hours: Int16,
    minutes: Int16, seconds: Int16, frames: Int16
  ) {
    (self.subframes, self.subframeDivisor, self.counter) = (subframes, subframeDivisor, counter)
    (self.type, self.flags) = (type, flags)
    (self.hours, self.minutes, self.seconds, self.frames) = (hours, minutes, seconds, frames)
  }
}

/// A way of counting the frames of a timecode.
public enum CVSMPTETimeType: UInt32, Sendable {
  /// 24 frames a second.
  case type24 = 0
  /// 25 frames a second.
  case type25 = 1
  /// 30 frames a second, of whose numbers some are left out.
  case type30Drop = 2
  /// 30 frames a second.
  case type30 = 3
  /// 29.97 frames a second.
  case type2997 = 4
  /// 29.97 frames a second, of whose numbers some are left out.
  case type2997Drop = 5
  /// 60 frames a second.
  case type60 = 6
  /// 59.94 frames a second.
  case type5994 = 7
}

/// The state of a timecode.
public struct CVSMPTETimeFlags: OptionSet, Hashable, Sendable {
  /// The set as bits.
  public var rawValue: UInt32

  /// Creates a set from bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// The timecode is known.
  public static let valid = CVSMPTETimeFlags(rawValue: 1)
  /// The timecode advances.
  public static let running = CVSMPTETimeFlags(rawValue: 2)
}
