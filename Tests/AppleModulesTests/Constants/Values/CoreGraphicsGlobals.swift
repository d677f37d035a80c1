// Written by constants.py.

import AVFoundation
import CoreGraphics

extension ConstantValues {
  mutating func readCoreGraphicsGlobals() {
    module = "CoreGraphics"
    add("NSEC_PER_MSEC", NSEC_PER_MSEC)
    add("NSEC_PER_SEC", NSEC_PER_SEC)
    add("NSEC_PER_USEC", NSEC_PER_USEC)
    add("USEC_PER_SEC", USEC_PER_SEC)
    add("kCGBitmapByteOrder16Host", kCGBitmapByteOrder16Host)
    add("kCGBitmapByteOrder32Host", kCGBitmapByteOrder32Host)
    add("noErr", noErr)
  }
}
