// Written by constants.py.

import AVFoundation
import CoreVideo

extension ConstantValues {
  mutating func readCoreVideoMembers() {
    module = "CoreVideo"
    add("CVAttachmentMode.shouldNotPropagate", CVAttachmentMode.shouldNotPropagate)
    add("CVAttachmentMode.shouldPropagate", CVAttachmentMode.shouldPropagate)
    add("CVPixelBufferLockFlags.readOnly", CVPixelBufferLockFlags.readOnly)
    add("CVPixelBufferPoolFlushFlags.excessBuffers", CVPixelBufferPoolFlushFlags.excessBuffers)
  }
}
