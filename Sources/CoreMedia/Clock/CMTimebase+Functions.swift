import CoreGraphics
import Foundation

/// Creates a timebase driven by a clock; its time and rate are 0.
@discardableResult
public func CMTimebaseCreateWithSourceClock(
  allocator: CFAllocator?, sourceClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  timebaseOut.initialize(to: CMTimebase(sourceClock: sourceClock))
  return noErr
}

/// Creates a timebase driven by another; its time and rate are 0.
@discardableResult
public func CMTimebaseCreateWithSourceTimebase(
  allocator: CFAllocator?, sourceTimebase: CMTimebase, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  timebaseOut.initialize(to: CMTimebase(sourceTimebase: sourceTimebase))
  return noErr
}

/// Creates a timebase that follows a clock; the older spelling.
@discardableResult
public func CMTimebaseCreateWithMasterClock(
  allocator: CFAllocator?, masterClock: CMClock, timebaseOut: UnsafeMutablePointer<CMTimebase?>
) -> OSStatus {
  CMTimebaseCreateWithSourceClock(allocator: allocator, sourceClock: masterClock, timebaseOut: timebaseOut)
}

/// The time of a timebase now.
public func CMTimebaseGetTime(_ timebase: CMTimebase) -> CMTime { timebase.time }

/// The time of a timebase now at another timescale.
public func CMTimebaseGetTimeWithTimeScale(
  _ timebase: CMTimebase, timescale: CMTimeScale, method: CMTimeRoundingMethod
) -> CMTime {
  timebase.time(withTimescale: timescale, rounding: method)
}

/// Sets the time of a timebase; the rate stays.
@discardableResult
public func CMTimebaseSetTime(_ timebase: CMTimebase, time: CMTime) -> OSStatus {
  status(orElse: kCMTimebaseError_InvalidParameter) { try timebase.setTime(time) }
}

/// Sets the time of a timebase that corresponds to a time of its source; the rate is unchanged.
@discardableResult
public func CMTimebaseSetAnchorTime(
  _ timebase: CMTimebase, timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status(orElse: kCMTimebaseError_InvalidParameter) {
    try timebase.setAnchorTime(timebaseTime, referenceTime: immediateSourceTime)
  }
}

/// Returns the rate of a timebase relative to its source.
public func CMTimebaseGetRate(_ timebase: CMTimebase) -> Float64 { timebase.rate }

/// The rate of a timebase as seen from the clock at the end of the chain.
public func CMTimebaseGetEffectiveRate(_ timebase: CMTimebase) -> Float64 { timebase.effectiveRate }

/// Sets the rate of a timebase; the time continues without a jump.
@discardableResult
public func CMTimebaseSetRate(_ timebase: CMTimebase, rate: Float64) -> OSStatus {
  status(orElse: kCMTimebaseError_InvalidParameter) { try timebase.setRate(rate) }
}

/// Sets the rate, and the time of a timebase that corresponds to a time of its source.
@discardableResult
public func CMTimebaseSetRateAndAnchorTime(
  _ timebase: CMTimebase, rate: Float64, anchorTime timebaseTime: CMTime, immediateSourceTime: CMTime
) -> OSStatus {
  status(orElse: kCMTimebaseError_InvalidParameter) {
    try timebase.setRateAndAnchorTime(rate: rate, anchorTime: timebaseTime, referenceTime: immediateSourceTime)
  }
}

/// Time and rate of a timebase at one moment.
@discardableResult
public func CMTimebaseGetTimeAndRate(
  _ timebase: CMTimebase, timeOut: UnsafeMutablePointer<CMTime>?, rateOut: UnsafeMutablePointer<Float64>?
) -> OSStatus {
  let (time, rate) = timebase.timeAndRate
  timeOut?.pointee = time
  rateOut?.pointee = rate
  return noErr
}

/// The clock that a timebase follows, if it is one.
public func CMTimebaseCopySourceClock(_ timebase: CMTimebase) -> CMClock? { timebase.sourceClock }

/// The timebase that a timebase follows, if it is one.
public func CMTimebaseCopySourceTimebase(_ timebase: CMTimebase) -> CMTimebase? { timebase.sourceTimebase }

/// The clock at the end of the chain.
public func CMTimebaseCopyUltimateSourceClock(_ timebase: CMTimebase) -> CMClock { timebase.ultimateSourceClock }

/// Lets a timebase follow another clock; time and rate stay.
@discardableResult
public func CMTimebaseSetSourceClock(_ timebase: CMTimebase, newSourceClock: CMClock) -> OSStatus {
  timebase.source = newSourceClock
  return noErr
}

/// Lets a timebase follow another; time and rate stay. An error if that one follows the first.
@discardableResult
public func CMTimebaseSetSourceTimebase(_ timebase: CMTimebase, newSourceTimebase: CMTimebase) -> OSStatus {
  timebase.source = newSourceTimebase
  return timebase.sourceTimebase === newSourceTimebase ? noErr : kCMTimebaseError_InvalidParameter
}
