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
    add("CVSMPTETimeFlags.running", CVSMPTETimeFlags.running)
    add("CVSMPTETimeFlags.valid", CVSMPTETimeFlags.valid)
    add("CVSMPTETimeType.type24", CVSMPTETimeType.type24)
    add("CVSMPTETimeType.type25", CVSMPTETimeType.type25)
    add("CVSMPTETimeType.type2997", CVSMPTETimeType.type2997)
    add("CVSMPTETimeType.type2997Drop", CVSMPTETimeType.type2997Drop)
    add("CVSMPTETimeType.type30", CVSMPTETimeType.type30)
    add("CVSMPTETimeType.type30Drop", CVSMPTETimeType.type30Drop)
    add("CVSMPTETimeType.type5994", CVSMPTETimeType.type5994)
    add("CVSMPTETimeType.type60", CVSMPTETimeType.type60)
  }
}
