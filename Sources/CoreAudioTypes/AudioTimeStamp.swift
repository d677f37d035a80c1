// Time stamps of audio devices and units. Source: CoreAudioBaseTypes.h.

/// A time on several clocks at once; `mFlags` says which of the fields are set.
public struct AudioTimeStamp: Sendable {
  /// The number of sample frames since an origin of the device's.
  public var mSampleTime: Float64
  /// The time of the machine's clock, in its own units.
  public var mHostTime: UInt64
  /// The ratio of actual to nominal host ticks a sample frame.
  public var mRateScalar: Float64
  /// The time of the word clock, for devices that share one.
  public var mWordClockTime: UInt64
  /// The time as a time code.
  public var mSMPTETime: SMPTETime
  /// The fields that are set.
  public var mFlags: AudioTimeStampFlags
  /// Unused; 0.
  public var mReserved: UInt32

  /// Creates a time stamp without any field set.
  public init() {
    self.init(
      mSampleTime: 0, mHostTime: 0, mRateScalar: 0, mWordClockTime: 0, mSMPTETime: SMPTETime(), mFlags: [],
      mReserved: 0)
  }

  /// Creates a time stamp of its fields.
  public init(
    mSampleTime: Float64, mHostTime: UInt64, mRateScalar: Float64, mWordClockTime: UInt64, mSMPTETime: SMPTETime,
    mFlags: AudioTimeStampFlags, mReserved: UInt32
  ) {
    (self.mSampleTime, self.mHostTime, self.mRateScalar) = (mSampleTime, mHostTime, mRateScalar)
    (self.mWordClockTime, self.mSMPTETime) = (mWordClockTime, mSMPTETime)
    (self.mFlags, self.mReserved) = (mFlags, mReserved)
  }
}

/// The fields of a time stamp that are set.
public struct AudioTimeStampFlags: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The sample frames.
  public static let sampleTimeValid = AudioTimeStampFlags(rawValue: 1)
  /// The machine's clock.
  public static let hostTimeValid = AudioTimeStampFlags(rawValue: 2)
  /// The ratio of ticks.
  public static let rateScalarValid = AudioTimeStampFlags(rawValue: 4)
  /// The word clock.
  public static let wordClockTimeValid = AudioTimeStampFlags(rawValue: 8)
  /// The time code.
  public static let smpteTimeValid = AudioTimeStampFlags(rawValue: 16)
  /// The sample frames and the machine's clock.
  public static let sampleHostTimeValid: AudioTimeStampFlags = [.sampleTimeValid, .hostTimeValid]
}

/// Sets a time stamp to a number of sample frames alone.
public func FillOutAudioTimeStampWithSampleTime(_ outATS: inout AudioTimeStamp, _ sampleTime: Float64) {
  outATS = AudioTimeStamp()
  outATS.mSampleTime = sampleTime
  outATS.mFlags = .sampleTimeValid
}

/// Sets a time stamp to a number of sample frames and a time of the machine's clock.
public func FillOutAudioTimeStampWithSampleAndHostTime(
  _ outATS: inout AudioTimeStamp, _ sampleTime: Float64, _ hostTime: UInt64
) {
  outATS = AudioTimeStamp()
  (outATS.mSampleTime, outATS.mHostTime) = (sampleTime, hostTime)
  outATS.mFlags = .sampleHostTimeValid
}

/// A time code.
public struct SMPTETime: Sendable {
  /// The subframe of the frame.
  public var mSubframes: Int16
  /// The number of subframes in a frame; 80 as a rule.
  public var mSubframeDivisor: Int16
  /// The number of messages that have been received.
  public var mCounter: UInt32
  /// The kind of counting.
  public var mType: SMPTETimeType
  /// The validity of the other fields, and whether time runs.
  public var mFlags: SMPTETimeFlags
  /// The hours.
  public var mHours: Int16
  /// The minutes of the hour.
  public var mMinutes: Int16
  /// The seconds of the minute.
  public var mSeconds: Int16
  /// The frames of the second.
  public var mFrames: Int16

  /// Creates a time code of zeros.
  public init() {
    self.init(
      mSubframes: 0, mSubframeDivisor: 0, mCounter: 0, mType: .type24, mFlags: [], mHours: 0, mMinutes: 0, mSeconds: 0,
      mFrames: 0)
  }

  /// Creates a time code of its fields.
  public init(
    mSubframes: Int16, mSubframeDivisor: Int16, mCounter: UInt32, mType: SMPTETimeType, mFlags: SMPTETimeFlags,
    mHours: Int16, mMinutes: Int16, mSeconds: Int16, mFrames: Int16
  ) {
    (self.mSubframes, self.mSubframeDivisor, self.mCounter) = (mSubframes, mSubframeDivisor, mCounter)
    (self.mType, self.mFlags) = (mType, mFlags)
    (self.mHours, self.mMinutes, self.mSeconds, self.mFrames) = (mHours, mMinutes, mSeconds, mFrames)
  }
}

/// The frames a second of a time code, and whether it drops numbers.
public enum SMPTETimeType: UInt32, Sendable {
  case type24 = 0
  case type25 = 1
  case type30Drop = 2
  case type30 = 3
  case type2997 = 4
  case type2997Drop = 5
  case type60 = 6
  case type5994 = 7
  case type60Drop = 8
  case type5994Drop = 9
  case type50 = 10
  case type2398 = 11
}

/// The state of a time code.
public struct SMPTETimeFlags: OptionSet, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The full time is valid.
  public static let valid = SMPTETimeFlags(rawValue: 1)
  /// Time is running.
  public static let running = SMPTETimeFlags(rawValue: 2)
}
