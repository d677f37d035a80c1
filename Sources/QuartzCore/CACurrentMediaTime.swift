// Module QuartzCore: the clock of animations. Layers are to come.

@_exported import CoreGraphics
import Dispatch

/// Returns the seconds that the machine has been running, from the clock on which Core Media's host time is based.
public func CACurrentMediaTime() -> CFTimeInterval {
  Double(DispatchTime.now().uptimeNanoseconds) / 1_000_000_000
}
