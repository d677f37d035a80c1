import CoreGraphics

/// The codec of video: four characters, such as 'avc1'. Uncompressed frames have their pixel format.
public typealias CMVideoCodecType = FourCharCode

/// Uncompressed Y'CbCr 4:2:2, 8 bits ('2vuy').
public var kCMVideoCodecType_422YpCbCr8: CMVideoCodecType { FourCharCode(fourCharacters: "2vuy") }
/// Apple Animation ('rle ').
public var kCMVideoCodecType_Animation: CMVideoCodecType { FourCharCode(fourCharacters: "rle ") }
/// Cinepak ('cvid').
public var kCMVideoCodecType_Cinepak: CMVideoCodecType { FourCharCode(fourCharacters: "cvid") }
/// JPEG ('jpeg').
public var kCMVideoCodecType_JPEG: CMVideoCodecType { FourCharCode(fourCharacters: "jpeg") }
/// JPEG with OpenDML extensions ('dmb1').
public var kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType { FourCharCode(fourCharacters: "dmb1") }
/// JPEG XL ('jxlc').
public var kCMVideoCodecType_JPEG_XL: CMVideoCodecType { FourCharCode(fourCharacters: "jxlc") }
/// Sorenson video ('SVQ1').
public var kCMVideoCodecType_SorensonVideo: CMVideoCodecType { FourCharCode(fourCharacters: "SVQ1") }
/// Sorenson 3 video ('SVQ3').
public var kCMVideoCodecType_SorensonVideo3: CMVideoCodecType { FourCharCode(fourCharacters: "SVQ3") }
/// H.263 ('h263').
public var kCMVideoCodecType_H263: CMVideoCodecType { FourCharCode(fourCharacters: "h263") }
/// H.264 ('avc1').
public var kCMVideoCodecType_H264: CMVideoCodecType { FourCharCode(fourCharacters: "avc1") }
/// HEVC ('hvc1').
public var kCMVideoCodecType_HEVC: CMVideoCodecType { FourCharCode(fourCharacters: "hvc1") }
/// HEVC with an alpha channel ('muxa').
public var kCMVideoCodecType_HEVCWithAlpha: CMVideoCodecType { FourCharCode(fourCharacters: "muxa") }
/// Dolby Vision on HEVC ('dvh1').
public var kCMVideoCodecType_DolbyVisionHEVC: CMVideoCodecType { FourCharCode(fourCharacters: "dvh1") }
/// MPEG-4 part 2 ('mp4v').
public var kCMVideoCodecType_MPEG4Video: CMVideoCodecType { FourCharCode(fourCharacters: "mp4v") }
/// MPEG-2 ('mp2v').
public var kCMVideoCodecType_MPEG2Video: CMVideoCodecType { FourCharCode(fourCharacters: "mp2v") }
/// MPEG-1 ('mp1v').
public var kCMVideoCodecType_MPEG1Video: CMVideoCodecType { FourCharCode(fourCharacters: "mp1v") }
/// VP9 ('vp09').
public var kCMVideoCodecType_VP9: CMVideoCodecType { FourCharCode(fourCharacters: "vp09") }
/// AV1 ('av01').
public var kCMVideoCodecType_AV1: CMVideoCodecType { FourCharCode(fourCharacters: "av01") }
/// DV for 60 fields ('dvc ').
public var kCMVideoCodecType_DVCNTSC: CMVideoCodecType { FourCharCode(fourCharacters: "dvc ") }
/// DV for 50 fields ('dvcp').
public var kCMVideoCodecType_DVCPAL: CMVideoCodecType { FourCharCode(fourCharacters: "dvcp") }
/// Panasonic DVCPro for 50 fields ('dvpp').
public var kCMVideoCodecType_DVCProPAL: CMVideoCodecType { FourCharCode(fourCharacters: "dvpp") }
/// Panasonic DVCPro 50 for 60 fields ('dv5n').
public var kCMVideoCodecType_DVCPro50NTSC: CMVideoCodecType { FourCharCode(fourCharacters: "dv5n") }
/// Panasonic DVCPro 50 for 50 fields ('dv5p').
public var kCMVideoCodecType_DVCPro50PAL: CMVideoCodecType { FourCharCode(fourCharacters: "dv5p") }
/// Panasonic DVCPro HD 720p60 ('dvhp').
public var kCMVideoCodecType_DVCPROHD720p60: CMVideoCodecType { FourCharCode(fourCharacters: "dvhp") }
/// Panasonic DVCPro HD 720p50 ('dvhq').
public var kCMVideoCodecType_DVCPROHD720p50: CMVideoCodecType { FourCharCode(fourCharacters: "dvhq") }
/// Panasonic DVCPro HD 1080i60 ('dvh6').
public var kCMVideoCodecType_DVCPROHD1080i60: CMVideoCodecType { FourCharCode(fourCharacters: "dvh6") }
/// Panasonic DVCPro HD 1080i50 ('dvh5').
public var kCMVideoCodecType_DVCPROHD1080i50: CMVideoCodecType { FourCharCode(fourCharacters: "dvh5") }
/// Panasonic DVCPro HD 1080p30 ('dvh3').
public var kCMVideoCodecType_DVCPROHD1080p30: CMVideoCodecType { FourCharCode(fourCharacters: "dvh3") }
/// Panasonic DVCPro HD 1080p25 ('dvh2').
public var kCMVideoCodecType_DVCPROHD1080p25: CMVideoCodecType { FourCharCode(fourCharacters: "dvh2") }
/// Apple ProRes 4444 XQ ('ap4x').
public var kCMVideoCodecType_AppleProRes4444XQ: CMVideoCodecType { FourCharCode(fourCharacters: "ap4x") }
/// Apple ProRes 4444 ('ap4h').
public var kCMVideoCodecType_AppleProRes4444: CMVideoCodecType { FourCharCode(fourCharacters: "ap4h") }
/// Apple ProRes 422 HQ ('apch').
public var kCMVideoCodecType_AppleProRes422HQ: CMVideoCodecType { FourCharCode(fourCharacters: "apch") }
/// Apple ProRes 422 ('apcn').
public var kCMVideoCodecType_AppleProRes422: CMVideoCodecType { FourCharCode(fourCharacters: "apcn") }
/// Apple ProRes 422 LT ('apcs').
public var kCMVideoCodecType_AppleProRes422LT: CMVideoCodecType { FourCharCode(fourCharacters: "apcs") }
/// Apple ProRes 422 Proxy ('apco').
public var kCMVideoCodecType_AppleProRes422Proxy: CMVideoCodecType { FourCharCode(fourCharacters: "apco") }
/// Apple ProRes RAW ('aprn').
public var kCMVideoCodecType_AppleProResRAW: CMVideoCodecType { FourCharCode(fourCharacters: "aprn") }
/// Apple ProRes RAW HQ ('aprh').
public var kCMVideoCodecType_AppleProResRAWHQ: CMVideoCodecType { FourCharCode(fourCharacters: "aprh") }
