import CoreGraphics

extension CMFormatDescription {
  /// The format of a media within its kind: a codec, a pixel format, a text format; four characters.
  public struct MediaSubType: FourCharacterCode {
    /// The code.
    public let rawValue: FourCharCode

    /// Creates a format from its code.
    public init(rawValue: FourCharCode) {
      self.rawValue = rawValue
    }
  }
}

// Audio.
extension CMFormatDescription.MediaSubType {
  /// 'lpcm'
  public static let linearPCM = Self(characters: "lpcm")
  /// 'ac-3'
  public static let ac3 = Self(characters: "ac-3")
  /// 'cac3'
  public static let iec60958AC3 = Self(characters: "cac3")
  /// 'ima4'
  public static let appleIMA4 = Self(characters: "ima4")
  /// 'aac '
  public static let mpeg4AAC = Self(characters: "aac ")
  /// 'celp'
  public static let mpeg4CELP = Self(characters: "celp")
  /// 'hvxc'
  public static let mpeg4HVXC = Self(characters: "hvxc")
  /// 'twvq'
  public static let mpeg4TwinVQ = Self(characters: "twvq")
  /// 'MAC3'
  public static let mace3 = Self(characters: "MAC3")
  /// 'MAC6'
  public static let mace6 = Self(characters: "MAC6")
  /// 'ulaw'
  public static let uLaw = Self(characters: "ulaw")
  /// 'alaw'
  public static let aLaw = Self(characters: "alaw")
  /// 'QDMC'
  public static let qDesign = Self(characters: "QDMC")
  /// 'QDM2'
  public static let qDesign2 = Self(characters: "QDM2")
  /// 'Qclp'
  public static let qualcomm = Self(characters: "Qclp")
  /// '.mp1'
  public static let mpegLayer1 = Self(characters: ".mp1")
  /// '.mp2'
  public static let mpegLayer2 = Self(characters: ".mp2")
  /// '.mp3'
  public static let mpegLayer3 = Self(characters: ".mp3")
  /// 'time'
  public static let timeCode = Self(characters: "time")
  /// 'midi'
  public static let midiStream = Self(characters: "midi")
  /// 'apvs'
  public static let parameterValueStream = Self(characters: "apvs")
  /// 'alac'
  public static let appleLossless = Self(characters: "alac")
  /// 'aach'
  public static let mpeg4AAC_HE = Self(characters: "aach")
  /// 'aacl'
  public static let mpeg4AAC_LD = Self(characters: "aacl")
  /// 'aace'
  public static let mpeg4AAC_ELD = Self(characters: "aace")
  /// 'aacf'
  public static let mpeg4AAC_ELD_SBR = Self(characters: "aacf")
  /// 'aacg'
  public static let mpeg4AAC_ELD_V2 = Self(characters: "aacg")
  /// 'aacp'
  public static let mpeg4AAC_HE_V2 = Self(characters: "aacp")
  /// 'aacs'
  public static let mpeg4AAC_Spatial = Self(characters: "aacs")
  /// 'usac'
  public static let mpegD_USAC = Self(characters: "usac")
  /// 'samr'
  public static let amr = Self(characters: "samr")
  /// 'sawb'
  public static let amr_WB = Self(characters: "sawb")
  /// 'AUDB'
  public static let audible = Self(characters: "AUDB")
  /// 'ilbc'
  public static let iLBC = Self(characters: "ilbc")
  /// 'aes3'
  public static let aes3 = Self(characters: "aes3")
  /// 'ec-3'
  public static let enhancedAC3 = Self(characters: "ec-3")
  /// 'flac'
  public static let flac = Self(characters: "flac")
  /// 'opus'
  public static let opus = Self(characters: "opus")
  /// 'paac'
  public static let aacLCProtected = Self(characters: "paac")
  /// 'aaac'
  public static let aacAudibleProtected = Self(characters: "aaac")
  /// 0x6d730011
  public static let dviIntelIMA = Self(rawValue: 0x6d730011)
  /// 0x6d730031
  public static let microsoftGSM = Self(rawValue: 0x6d730031)
}

// Pixel formats.
extension CMFormatDescription.MediaSubType {
  /// 'BGRA'
  public static let pixelFormat_32BGRA = Self(characters: "BGRA")
  /// 'B565'
  public static let pixelFormat_16BE565 = Self(characters: "B565")
  /// 'L555'
  public static let pixelFormat_16LE555 = Self(characters: "L555")
  /// 'L565'
  public static let pixelFormat_16LE565 = Self(characters: "L565")
  /// '5551'
  public static let pixelFormat_16LE5551 = Self(characters: "5551")
  /// '2vuy'
  public static let pixelFormat_422YpCbCr8 = Self(characters: "2vuy")
  /// 'yuvs'
  public static let pixelFormat_422YpCbCr8_yuvs = Self(characters: "yuvs")
  /// 'v308'
  public static let pixelFormat_444YpCbCr8 = Self(characters: "v308")
  /// 'v408'
  public static let pixelFormat_4444YpCbCrA8 = Self(characters: "v408")
  /// 'v216'
  public static let pixelFormat_422YpCbCr16 = Self(characters: "v216")
  /// 'v210'
  public static let pixelFormat_422YpCbCr10 = Self(characters: "v210")
  /// 'v410'
  public static let pixelFormat_444YpCbCr10 = Self(characters: "v410")
  /// 0x20
  public static let pixelFormat_32ARGB = Self(rawValue: 0x20)
  /// 0x18
  public static let pixelFormat_24RGB = Self(rawValue: 0x18)
  /// 0x10
  public static let pixelFormat_16BE555 = Self(rawValue: 0x10)
  /// 0x28
  public static let pixelFormat_8IndexedGray_WhiteIsZero = Self(rawValue: 0x28)
}

// Coded video.
extension CMFormatDescription.MediaSubType {
  /// 'rle '
  public static let animation = Self(characters: "rle ")
  /// 'cvid'
  public static let cinepak = Self(characters: "cvid")
  /// 'jpeg'
  public static let jpeg = Self(characters: "jpeg")
  /// 'dmb1'
  public static let jpeg_OpenDML = Self(characters: "dmb1")
  /// 'SVQ1'
  public static let sorensonVideo = Self(characters: "SVQ1")
  /// 'SVQ3'
  public static let sorensonVideo3 = Self(characters: "SVQ3")
  /// 'h263'
  public static let h263 = Self(characters: "h263")
  /// 'avc1'
  public static let h264 = Self(characters: "avc1")
  /// 'hvc1'
  public static let hevc = Self(characters: "hvc1")
  /// 'muxa'
  public static let hevcWithAlpha = Self(characters: "muxa")
  /// 'mp4v'
  public static let mpeg4Video = Self(characters: "mp4v")
  /// 'mp2v'
  public static let mpeg2Video = Self(characters: "mp2v")
  /// 'mp1v'
  public static let mpeg1Video = Self(characters: "mp1v")
  /// 'vp09'
  public static let vp9 = Self(characters: "vp09")
  /// 'av01'
  public static let av1 = Self(characters: "av01")
  /// 'dvc '
  public static let dvcNTSC = Self(characters: "dvc ")
  /// 'dvcp'
  public static let dvcPAL = Self(characters: "dvcp")
  /// 'dvpp'
  public static let dvcProPAL = Self(characters: "dvpp")
  /// 'dv5n'
  public static let dvcPro50NTSC = Self(characters: "dv5n")
  /// 'dv5p'
  public static let dvcPro50PAL = Self(characters: "dv5p")
  /// 'dvhp'
  public static let dvcPROHD720p60 = Self(characters: "dvhp")
  /// 'dvhq'
  public static let dvcPROHD720p50 = Self(characters: "dvhq")
  /// 'dvh6'
  public static let dvcPROHD1080i60 = Self(characters: "dvh6")
  /// 'dvh5'
  public static let dvcPROHD1080i50 = Self(characters: "dvh5")
  /// 'dvh3'
  public static let dvcPROHD1080p30 = Self(characters: "dvh3")
  /// 'dvh2'
  public static let dvcPROHD1080p25 = Self(characters: "dvh2")
  /// 'ap4x'
  public static let proRes4444XQ = Self(characters: "ap4x")
  /// 'ap4h'
  public static let proRes4444 = Self(characters: "ap4h")
  /// 'apch'
  public static let proRes422HQ = Self(characters: "apch")
  /// 'apcn'
  public static let proRes422 = Self(characters: "apcn")
  /// 'apcs'
  public static let proRes422LT = Self(characters: "apcs")
  /// 'apco'
  public static let proRes422Proxy = Self(characters: "apco")
  /// 'aprn'
  public static let proResRAW = Self(characters: "aprn")
  /// 'aprh'
  public static let proResRAWHQ = Self(characters: "aprh")
}

// Streams, captions, text, time codes and metadata.
extension CMFormatDescription.MediaSubType {
  /// 'mp1s'
  public static let mpeg1System = Self(characters: "mp1s")
  /// 'mp2t'
  public static let mpeg2Transport = Self(characters: "mp2t")
  /// 'mp2p'
  public static let mpeg2Program = Self(characters: "mp2p")
  /// 'dv  '
  public static let dv = Self(characters: "dv  ")
  /// 'c608'
  public static let cea608 = Self(characters: "c608")
  /// 'c708'
  public static let cea708 = Self(characters: "c708")
  /// 'atcc'
  public static let atsc = Self(characters: "atcc")
  /// 'text'
  public static let qt = Self(characters: "text")
  /// 'tx3g'
  public static let mobile3GPP = Self(characters: "tx3g")
  /// 'wvtt'
  public static let webVTT = Self(characters: "wvtt")
  /// 'tmcd'
  public static let timeCode32 = Self(characters: "tmcd")
  /// 'tc64'
  public static let timeCode64 = Self(characters: "tc64")
  /// 'cn32'
  public static let counter32 = Self(characters: "cn32")
  /// 'cn64'
  public static let counter64 = Self(characters: "cn64")
  /// 'icy '
  public static let icy = Self(characters: "icy ")
  /// 'id3 '
  public static let id3 = Self(characters: "id3 ")
  /// 'mebx'
  public static let boxed = Self(characters: "mebx")
  /// 'emsg'
  public static let emsg = Self(characters: "emsg")
}
