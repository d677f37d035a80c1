import CoreGraphics

/// The kind of a media: four characters, such as 'vide'.
public typealias CMMediaType = FourCharCode

/// Pictures ('vide').
public var kCMMediaType_Video: CMMediaType { FourCharCode(fourCharacters: "vide") }
/// Sound ('soun').
public var kCMMediaType_Audio: CMMediaType { FourCharCode(fourCharacters: "soun") }
/// Several kinds in one stream ('muxx').
public var kCMMediaType_Muxed: CMMediaType { FourCharCode(fourCharacters: "muxx") }
/// Text ('text').
public var kCMMediaType_Text: CMMediaType { FourCharCode(fourCharacters: "text") }
/// Closed captions ('clcp').
public var kCMMediaType_ClosedCaption: CMMediaType { FourCharCode(fourCharacters: "clcp") }
/// Subtitles ('sbtl').
public var kCMMediaType_Subtitle: CMMediaType { FourCharCode(fourCharacters: "sbtl") }
/// Time codes ('tmcd').
public var kCMMediaType_TimeCode: CMMediaType { FourCharCode(fourCharacters: "tmcd") }
/// Metadata ('meta').
public var kCMMediaType_Metadata: CMMediaType { FourCharCode(fourCharacters: "meta") }
/// Groups of tagged buffers that belong together ('tbgr').
public var kCMMediaType_TaggedBufferGroup: CMMediaType { FourCharCode(fourCharacters: "tbgr") }
