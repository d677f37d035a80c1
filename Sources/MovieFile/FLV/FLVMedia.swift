/// The media in a tag: a decoder's configuration, or coded data, of one track.
///
///     tag ─→ Adobe's header, or enhanced header ─→ [modifiers] ─→ one track, or a list of tracks
struct FLVMedia {
  enum Content {
    case configuration
    /// Coded data that are presented a number of milliseconds after their decode time.
    case coded(compositionOffset: Int64)
  }

  let isVideo: Bool
  let codec: FLVCodec
  /// The number of the track; 0 but in tags of several tracks.
  let track: UInt8
  let isKey: Bool
  let content: Content
  let payload: Range<Int64>

  /// The largest number of tracks in a tag: track numbers have 8 bits.
  private static let trackLimit = 256

  /// Reads the headers in a tag; empty for commands, and where they are malformed or unknown.
  static func list(in tag: FLVTag, _ window: ByteWindow) throws(MovieError) -> [FLVMedia] {
    let range = tag.data.clamped(to: 0..<window.source.size)
    var fields = FLVFields(window, range)
    guard tag.kind == .video || tag.kind == .audio, let first = try fields.u8() else { return [] }
    let isVideo = tag.kind == .video
    let isEnhanced = isVideo ? first & 0x80 != 0 : first >> 4 == 9
    if isEnhanced {
      var header = EnhancedHeader(first, isVideo: isVideo)
      return try header.media(&fields)
    }
    // Frame type 5 is a command to the player.
    guard !isVideo || first >> 4 != 5 else { return [] }
    guard let codec = isVideo ? FLVCodec(video: first & 15) : FLVCodec(audio: first) else { return [] }
    var content = Content.coded(compositionOffset: 0)
    if codec.hasPacketType {
      guard let type = try fields.u8(), type < 2 else { return [] }
      if isVideo, let offset = try compositionOffset(&fields) { content = .coded(compositionOffset: offset) }
      if type == 0 { content = .configuration }
    } else if codec.code == "VP6F" || codec.code == "VP6A" {
      // The sizes that the picture is cut by are the track's.
      _ = try fields.u8()
    }
    return [
      FLVMedia(
        isVideo: isVideo, codec: codec, track: 0, isKey: !isVideo || first >> 4 == 1, content: content,
        payload: fields.rest)
    ]
  }

  /// Reads a signed number of 24 bits; nil past the end.
  fileprivate static func compositionOffset(_ fields: inout FLVFields) throws(MovieError) -> Int64? {
    try fields.u24().map { Int64(Int32(bitPattern: $0 << 8) >> 8) }
  }

  /// A header with a FourCC (Enhanced RTMP, version 2, "Enhanced Audio" and "Enhanced Video").
  private struct EnhancedHeader {
    let isVideo: Bool
    let isKey: Bool
    var type: UInt8

    init(_ first: UInt8, isVideo: Bool) {
      self.isVideo = isVideo
      isKey = !isVideo || first >> 4 & 7 == 1
      type = first & 15
      if isVideo, first >> 4 & 7 == 5 { type = 4 }
    }

    private var multitrack: UInt8 { isVideo ? 6 : 5 }

    mutating func media(_ fields: inout FLVFields) throws(MovieError) -> [FLVMedia] {
      // Modifiers precede the packet's real type; fractions of a millisecond are left out.
      while type == 7 {
        guard let short = try fields.u8() else { return [] }
        var size = Int64(short) + 1
        if size == 256 {
          guard let long = try fields.u16() else { return [] }
          size = Int64(long) + 1
        }
        guard fields.skip(size), let next = try fields.u8() else { return [] }
        type = next & 15
      }
      guard type == multitrack else {
        guard let code = try fields.u32() else { return [] }
        return try one(FLVCodec(fourCC: code), track: 0, &fields).map { [$0] } ?? []
      }
      guard let next = try fields.u8() else { return [] }
      let layout = next >> 4
      type = next & 15
      guard type != multitrack, layout < 3 else { return [] }
      // One track, several of one codec, or several with a codec each.
      var shared: FLVCodec?
      if layout < 2 {
        guard let code = try fields.u32() else { return [] }
        shared = FLVCodec(fourCC: code)
      }
      var result: [FLVMedia] = []
      while result.count < FLVMedia.trackLimit, !fields.rest.isEmpty {
        var codec = shared
        if layout == 2 { codec = try fields.u32().map { FLVCodec(fourCC: $0) } }
        guard let codec, let track = try fields.u8() else { break }
        if layout == 0 {
          if let media = try one(codec, track: track, &fields) { result.append(media) }
          break
        }
        guard let size = try fields.u24(), var part = fields.part(Int64(size)) else { break }
        if let media = try one(codec, track: track, &part) { result.append(media) }
      }
      return result
    }

    private func one(_ codec: FLVCodec, track: UInt8, _ fields: inout FLVFields) throws(MovieError) -> FLVMedia? {
      let content: Content
      switch type {
      case 0: content = .configuration
      case 1:
        var offset: Int64 = 0
        if isVideo, codec.hasCompositionTime {
          guard let stated = try FLVMedia.compositionOffset(&fields) else { return nil }
          offset = stated
        }
        content = .coded(compositionOffset: offset)
      case 3 where isVideo: content = .coded(compositionOffset: 0)
      default: return nil
      }
      return FLVMedia(
        isVideo: isVideo, codec: codec, track: track, isKey: isKey, content: content, payload: fields.rest)
    }
  }
}
