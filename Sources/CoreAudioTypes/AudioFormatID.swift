// Codes of AudioStreamBasicDescription.mFormatID, with the values of Apple's SDK: four ASCII characters each.

/// Linear PCM ('lpcm').
public let kAudioFormatLinearPCM: AudioFormatID = 0x6C70_636D
/// AC-3 ('ac-3').
public let kAudioFormatAC3: AudioFormatID = 0x6163_2D33
/// AC-3 packed for transport over an IEC 60958 link ('cac3').
public let kAudioFormat60958AC3: AudioFormatID = 0x6361_6333
/// Apple's 4:1 IMA ADPCM ('ima4').
public let kAudioFormatAppleIMA4: AudioFormatID = 0x696D_6134
/// MPEG-4 low-complexity AAC ('aac ').
public let kAudioFormatMPEG4AAC: AudioFormatID = 0x6161_6320
/// MPEG-4 CELP ('celp').
public let kAudioFormatMPEG4CELP: AudioFormatID = 0x6365_6C70
/// MPEG-4 HVXC ('hvxc').
public let kAudioFormatMPEG4HVXC: AudioFormatID = 0x6876_7863
/// MPEG-4 TwinVQ ('twvq').
public let kAudioFormatMPEG4TwinVQ: AudioFormatID = 0x7477_7671
/// MACE 3:1 ('MAC3').
public let kAudioFormatMACE3: AudioFormatID = 0x4D41_4333
/// MACE 6:1 ('MAC6').
public let kAudioFormatMACE6: AudioFormatID = 0x4D41_4336
/// µ-law 2:1 ('ulaw').
public let kAudioFormatULaw: AudioFormatID = 0x756C_6177
/// A-law 2:1 ('alaw').
public let kAudioFormatALaw: AudioFormatID = 0x616C_6177
/// QDesign music ('QDMC').
public let kAudioFormatQDesign: AudioFormatID = 0x5144_4D43
/// QDesign 2 music ('QDM2').
public let kAudioFormatQDesign2: AudioFormatID = 0x5144_4D32
/// Qualcomm PureVoice ('Qclp').
public let kAudioFormatQUALCOMM: AudioFormatID = 0x5163_6C70
/// MPEG-1 and 2 layer 1 ('.mp1').
public let kAudioFormatMPEGLayer1: AudioFormatID = 0x2E6D_7031
/// MPEG-1 and 2 layer 2 ('.mp2').
public let kAudioFormatMPEGLayer2: AudioFormatID = 0x2E6D_7032
/// MPEG-1 and 2 layer 3 ('.mp3').
public let kAudioFormatMPEGLayer3: AudioFormatID = 0x2E6D_7033
/// A stream of timecode ('time').
public let kAudioFormatTimeCode: AudioFormatID = 0x7469_6D65
/// A stream of MIDI messages ('midi').
public let kAudioFormatMIDIStream: AudioFormatID = 0x6D69_6469
/// A stream of parameter values ('apvs').
public let kAudioFormatParameterValueStream: AudioFormatID = 0x6170_7673
/// Apple Lossless ('alac').
public let kAudioFormatAppleLossless: AudioFormatID = 0x616C_6163
/// High-efficiency AAC ('aach').
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = 0x6161_6368
/// Low-delay AAC ('aacl').
public let kAudioFormatMPEG4AAC_LD: AudioFormatID = 0x6161_636C
/// Enhanced low-delay AAC ('aace').
public let kAudioFormatMPEG4AAC_ELD: AudioFormatID = 0x6161_6365
/// Enhanced low-delay AAC with spectral band replication ('aacf').
public let kAudioFormatMPEG4AAC_ELD_SBR: AudioFormatID = 0x6161_6366
/// Enhanced low-delay AAC, version 2 ('aacg').
public let kAudioFormatMPEG4AAC_ELD_V2: AudioFormatID = 0x6161_6367
/// High-efficiency AAC, version 2 ('aacp').
public let kAudioFormatMPEG4AAC_HE_V2: AudioFormatID = 0x6161_6370
/// AAC with MPEG surround ('aacs').
public let kAudioFormatMPEG4AAC_Spatial: AudioFormatID = 0x6161_6373
/// MPEG-D unified speech and audio ('usac').
public let kAudioFormatMPEGD_USAC: AudioFormatID = 0x7573_6163
/// AMR narrow band ('samr').
public let kAudioFormatAMR: AudioFormatID = 0x7361_6D72
/// AMR wide band ('sawb').
public let kAudioFormatAMR_WB: AudioFormatID = 0x7361_7762
/// Audible's format ('AUDB').
public let kAudioFormatAudible: AudioFormatID = 0x4155_4442
/// iLBC speech ('ilbc').
public let kAudioFormatiLBC: AudioFormatID = 0x696C_6263
/// AES3 frames ('aes3').
public let kAudioFormatAES3: AudioFormatID = 0x6165_7333
/// Enhanced AC-3 ('ec-3').
public let kAudioFormatEnhancedAC3: AudioFormatID = 0x6563_2D33
/// FLAC ('flac').
public let kAudioFormatFLAC: AudioFormatID = 0x666C_6163
/// Opus ('opus').
public let kAudioFormatOpus: AudioFormatID = 0x6F70_7573
/// Apple Positional Audio Codec ('apac').
public let kAudioFormatAPAC: AudioFormatID = 0x6170_6163
/// GSM 6.10 as Microsoft's WAVE format 49.
public let kAudioFormatMicrosoftGSM: AudioFormatID = 0x6D73_0031
/// Intel's ADPCM as WAVE format 17.
public let kAudioFormatDVIIntelIMA: AudioFormatID = 0x6D73_0011

/// The kinds of MPEG-4 audio objects, numbered as in ISO/IEC 14496-3.
public enum MPEG4ObjectID: Int, Sendable {
  case aac_Main = 1, AAC_LC, AAC_SSR, AAC_LTP, AAC_SBR, aac_Scalable, twinVQ, CELP, HVXC
}
