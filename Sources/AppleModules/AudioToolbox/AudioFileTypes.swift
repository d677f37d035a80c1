import CoreAudio

/// A kind of audio file. Source: AudioFile.h.
public typealias AudioFileTypeID = UInt32

/// Audio interchange files: `AIFF`.
public var kAudioFileAIFFType: AudioFileTypeID { 0x4149_4646 }
/// Compressed audio interchange files: `AIFC`.
public var kAudioFileAIFCType: AudioFileTypeID { 0x4149_4643 }
/// WAVE files: `WAVE`.
public var kAudioFileWAVEType: AudioFileTypeID { 0x5741_5645 }
/// WAVE files of 64 bits: `RF64`.
public var kAudioFileRF64Type: AudioFileTypeID { 0x5246_3634 }
/// WAVE files of 64 bits, of broadcasters: `BW64`.
public var kAudioFileBW64Type: AudioFileTypeID { 0x4257_3634 }
/// Sound Designer II files: `Sd2f`.
public var kAudioFileSoundDesigner2Type: AudioFileTypeID { 0x5364_3266 }
/// Sun and NeXT files: `NeXT`.
public var kAudioFileNextType: AudioFileTypeID { 0x4E65_5854 }
/// MPEG audio of layer III: `MPG3`.
public var kAudioFileMP3Type: AudioFileTypeID { 0x4D50_4733 }
/// MPEG audio of layer II: `MPG2`.
public var kAudioFileMP2Type: AudioFileTypeID { 0x4D50_4732 }
/// MPEG audio of layer I: `MPG1`.
public var kAudioFileMP1Type: AudioFileTypeID { 0x4D50_4731 }
/// AC-3 streams: `ac-3`.
public var kAudioFileAC3Type: AudioFileTypeID { 0x6163_2D33 }
/// AAC streams with headers: `adts`.
public var kAudioFileAAC_ADTSType: AudioFileTypeID { 0x6164_7473 }
/// MPEG-4 files: `mp4f`.
public var kAudioFileMPEG4Type: AudioFileTypeID { 0x6D70_3466 }
/// Apple's MPEG-4 audio files: `m4af`.
public var kAudioFileM4AType: AudioFileTypeID { 0x6D34_6166 }
/// Apple's MPEG-4 audio books: `m4bf`.
public var kAudioFileM4BType: AudioFileTypeID { 0x6D34_6266 }
/// Core Audio files: `caff`.
public var kAudioFileCAFType: AudioFileTypeID { 0x6361_6666 }
/// 3GPP files: `3gpp`.
public var kAudioFile3GPType: AudioFileTypeID { 0x3367_7070 }
/// 3GPP2 files: `3gp2`.
public var kAudioFile3GP2Type: AudioFileTypeID { 0x3367_7032 }
/// Adaptive Multi-Rate files: `amrf`.
public var kAudioFileAMRType: AudioFileTypeID { 0x616D_7266 }
/// FLAC files: `flac`.
public var kAudioFileFLACType: AudioFileTypeID { 0x666C_6163 }
/// AAC streams of broadcasters: `loas`.
public var kAudioFileLATMInLOASType: AudioFileTypeID { 0x6C6F_6173 }
