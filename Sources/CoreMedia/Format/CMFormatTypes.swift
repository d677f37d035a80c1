import CoreGraphics

/// The format of uncompressed frames, with Core Video's values.
public typealias CMPixelFormatType = FourCharCode

/// 8 bits each of alpha, red, green, blue.
public var kCMPixelFormatType_32ARGB: CMPixelFormatType { 0x20 }
/// 8 bits each of blue, green, red, alpha ('BGRA').
public var kCMPixelFormatType_32BGRA: CMPixelFormatType { FourCharCode(fourCharacters: "BGRA") }
/// 8 bits each of red, green, blue.
public var kCMPixelFormatType_24RGB: CMPixelFormatType { 0x18 }
/// 5 bits a component, big-endian.
public var kCMPixelFormatType_16BE555: CMPixelFormatType { 0x10 }
/// 5, 6 and 5 bits, big-endian ('B565').
public var kCMPixelFormatType_16BE565: CMPixelFormatType { FourCharCode(fourCharacters: "B565") }
/// 5 bits a component, little-endian ('L555').
public var kCMPixelFormatType_16LE555: CMPixelFormatType { FourCharCode(fourCharacters: "L555") }
/// 5, 6 and 5 bits, little-endian ('L565').
public var kCMPixelFormatType_16LE565: CMPixelFormatType { FourCharCode(fourCharacters: "L565") }
/// 5 bits a component and alpha, little-endian ('5551').
public var kCMPixelFormatType_16LE5551: CMPixelFormatType { FourCharCode(fourCharacters: "5551") }
/// Y'CbCr 4:2:2 in the order Cb Y' Cr Y' ('2vuy').
public var kCMPixelFormatType_422YpCbCr8: CMPixelFormatType { FourCharCode(fourCharacters: "2vuy") }
/// Y'CbCr 4:2:2 in the order Y' Cb Y' Cr ('yuvs').
public var kCMPixelFormatType_422YpCbCr8_yuvs: CMPixelFormatType { FourCharCode(fourCharacters: "yuvs") }
/// Y'CbCr 4:4:4 ('v308').
public var kCMPixelFormatType_444YpCbCr8: CMPixelFormatType { FourCharCode(fourCharacters: "v308") }
/// Y'CbCr 4:4:4 and alpha ('v408').
public var kCMPixelFormatType_4444YpCbCrA8: CMPixelFormatType { FourCharCode(fourCharacters: "v408") }
/// Y'CbCr 4:2:2, 10 to 16 bits ('v216').
public var kCMPixelFormatType_422YpCbCr16: CMPixelFormatType { FourCharCode(fourCharacters: "v216") }
/// Y'CbCr 4:2:2, 10 bits ('v210').
public var kCMPixelFormatType_422YpCbCr10: CMPixelFormatType { FourCharCode(fourCharacters: "v210") }
/// Y'CbCr 4:4:4, 10 bits ('v410').
public var kCMPixelFormatType_444YpCbCr10: CMPixelFormatType { FourCharCode(fourCharacters: "v410") }
/// 8-bit grey, white is 0.
public var kCMPixelFormatType_8IndexedGray_WhiteIsZero: CMPixelFormatType { 0x28 }

/// The format of a stream of several kinds of media.
public typealias CMMuxedStreamType = FourCharCode

/// MPEG-1 system stream ('mp1s').
public var kCMMuxedStreamType_MPEG1System: CMMuxedStreamType { FourCharCode(fourCharacters: "mp1s") }
/// MPEG-2 transport stream ('mp2t').
public var kCMMuxedStreamType_MPEG2Transport: CMMuxedStreamType { FourCharCode(fourCharacters: "mp2t") }
/// MPEG-2 program stream ('mp2p').
public var kCMMuxedStreamType_MPEG2Program: CMMuxedStreamType { FourCharCode(fourCharacters: "mp2p") }
/// DV stream ('dv  ').
public var kCMMuxedStreamType_DV: CMMuxedStreamType { FourCharCode(fourCharacters: "dv  ") }

/// The format of closed captions.
public typealias CMClosedCaptionFormatType = FourCharCode

/// CEA-608 ('c608').
public var kCMClosedCaptionFormatType_CEA608: CMClosedCaptionFormatType { FourCharCode(fourCharacters: "c608") }
/// CEA-708 ('c708').
public var kCMClosedCaptionFormatType_CEA708: CMClosedCaptionFormatType { FourCharCode(fourCharacters: "c708") }
/// ATSC A/53 part 4 ('atcc').
public var kCMClosedCaptionFormatType_ATSC: CMClosedCaptionFormatType { FourCharCode(fourCharacters: "atcc") }

/// The format of text.
public typealias CMTextFormatType = FourCharCode

/// QuickTime text ('text').
public var kCMTextFormatType_QTText: CMTextFormatType { FourCharCode(fourCharacters: "text") }
/// 3GPP timed text ('tx3g').
public var kCMTextFormatType_3GText: CMTextFormatType { FourCharCode(fourCharacters: "tx3g") }

/// The format of subtitles.
public typealias CMSubtitleFormatType = FourCharCode

/// 3GPP timed text ('tx3g').
public var kCMSubtitleFormatType_3GText: CMSubtitleFormatType { FourCharCode(fourCharacters: "tx3g") }
/// WebVTT ('wvtt').
public var kCMSubtitleFormatType_WebVTT: CMSubtitleFormatType { FourCharCode(fourCharacters: "wvtt") }

/// The format of time codes.
public typealias CMTimeCodeFormatType = FourCharCode

/// 32-bit time code ('tmcd').
public var kCMTimeCodeFormatType_TimeCode32: CMTimeCodeFormatType { FourCharCode(fourCharacters: "tmcd") }
/// 64-bit time code ('tc64').
public var kCMTimeCodeFormatType_TimeCode64: CMTimeCodeFormatType { FourCharCode(fourCharacters: "tc64") }
/// 32-bit counter ('cn32').
public var kCMTimeCodeFormatType_Counter32: CMTimeCodeFormatType { FourCharCode(fourCharacters: "cn32") }
/// 64-bit counter ('cn64').
public var kCMTimeCodeFormatType_Counter64: CMTimeCodeFormatType { FourCharCode(fourCharacters: "cn64") }

/// The format of metadata.
public typealias CMMetadataFormatType = FourCharCode

/// SHOUTcast ('icy ').
public var kCMMetadataFormatType_ICY: CMMetadataFormatType { FourCharCode(fourCharacters: "icy ") }
/// ID3 ('id3 ').
public var kCMMetadataFormatType_ID3: CMMetadataFormatType { FourCharCode(fourCharacters: "id3 ") }
/// Boxes of items whose keys the format description lists ('mebx').
public var kCMMetadataFormatType_Boxed: CMMetadataFormatType { FourCharCode(fourCharacters: "mebx") }
/// Event messages ('emsg').
public var kCMMetadataFormatType_EMSG: CMMetadataFormatType { FourCharCode(fourCharacters: "emsg") }
