// Written by constants.py.

import AVFoundation
import AudioToolbox

extension ConstantValues {
  mutating func readAudioToolboxGlobals() {
    module = "AudioToolbox"
    add("kAudioFile3GP2Type", kAudioFile3GP2Type)
    add("kAudioFile3GPType", kAudioFile3GPType)
    add("kAudioFileAAC_ADTSType", kAudioFileAAC_ADTSType)
    add("kAudioFileAC3Type", kAudioFileAC3Type)
    add("kAudioFileAIFCType", kAudioFileAIFCType)
    add("kAudioFileAIFFType", kAudioFileAIFFType)
    add("kAudioFileAMRType", kAudioFileAMRType)
    add("kAudioFileBW64Type", kAudioFileBW64Type)
    add("kAudioFileCAFType", kAudioFileCAFType)
    add("kAudioFileFLACType", kAudioFileFLACType)
    add("kAudioFileLATMInLOASType", kAudioFileLATMInLOASType)
    add("kAudioFileM4AType", kAudioFileM4AType)
    add("kAudioFileM4BType", kAudioFileM4BType)
    add("kAudioFileMP1Type", kAudioFileMP1Type)
    add("kAudioFileMP2Type", kAudioFileMP2Type)
    add("kAudioFileMP3Type", kAudioFileMP3Type)
    add("kAudioFileMPEG4Type", kAudioFileMPEG4Type)
    add("kAudioFileNextType", kAudioFileNextType)
    add("kAudioFileRF64Type", kAudioFileRF64Type)
    add("kAudioFileSoundDesigner2Type", kAudioFileSoundDesigner2Type)
    add("kAudioFileWAVEType", kAudioFileWAVEType)
  }
}
