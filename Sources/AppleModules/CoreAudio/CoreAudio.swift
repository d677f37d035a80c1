// Module CoreAudio: the types of audio, and the clock of audio devices. It has no devices.

@_exported import CoreAudioTypes
import Dispatch

/// Returns the time of the machine's clock, on which the host times of audio time stamps are based.
public func AudioGetCurrentHostTime() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

/// Returns the ticks a second of the machine's clock.
public func AudioGetHostClockFrequency() -> Double { 1_000_000_000 }

/// Returns the nanoseconds of a time of the machine's clock.
public func AudioConvertHostTimeToNanos(_ inHostTime: UInt64) -> UInt64 { inHostTime }

/// Returns the time of the machine's clock for nanoseconds.
public func AudioConvertNanosToHostTime(_ inNanos: UInt64) -> UInt64 { inNanos }
