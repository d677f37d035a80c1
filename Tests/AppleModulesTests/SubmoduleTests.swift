import Accelerate.vecLib.vDSP
import AudioToolbox.AudioFile
import CoreServices.UTType
import MediaToolbox.MTAudioProcessingTap
import OSLog
import Testing
import UniformTypeIdentifiers.UTCoreTypes
import VideoToolbox.VTCompressionProperties
import os.log
import os.signpost

/// Programs import a submodule of Apple's modules, and have all of the module.
@Suite struct SubmoduleTests {
  @Test func submodules_bringTheirModule() {
    #expect(vDSP.sum([1.0, 2]) == 3 && kAudioFileCAFType == 0x6361_6666)
    #expect(kUTTypePNG as String == UTType.png.identifier && kVTCompressionPropertyKey_Quality as String == "Quality")
    #expect(kMTAudioProcessingTapCreationFlag_PostEffects == 2)
    #expect(OSLogType.error.rawValue == 16 && OSSignpostID.null.rawValue == 0)
  }
}
