internal import GStreamer
import CoreAudioTypes
import CoreMedia
import Foundation
import MovieFile

extension CodedFormat {
  /// Creates the decoders' format of a format description.
  ///
  /// - Parameter frameRate: Frames a second, which decoders pass on.
  /// - Throws: `DecoderError` with `missingDecoder` for undecodable codecs, with `incompleteFormat` for a missing
  ///   configuration.
  package init(_ description: CMFormatDescription, frameRate: (Int, Int)? = nil) throws {
    guard
      let format = description.mediaType == .video
        ? try Self.video(description, frameRate)
        : description.mediaType == .audio ? try Self.audio(description) : nil
    else {
      throw DecoderError(
        missingDecoderFor: description,
        "'\(BoxType(rawValue: description.mediaSubType.rawValue).text)' can't be decoded")
    }
    self = format
  }

  /// Creates the format of samples that are only copied, whatever they are.
  package init(storing description: CMFormatDescription) throws {
    let kind: Codec.Kind =
      switch description.mediaType {
      case .video: .video
      case .audio: .audio
      default: .metadata
      }
    let caps = try Caps("application/x-stored-\(kind)")
    self.init(codec: Codec.unnamed(kind), caps: caps, description: description)
  }

  /// Returns true if a decoder's format can be made of a description, whether the decoder is installed or not.
  package static func describes(_ description: CMFormatDescription) -> Bool {
    (try? CodedFormat(description)) != nil
  }

  // MARK: Video

  private static func video(_ description: CMFormatDescription, _ frameRate: (Int, Int)?) throws -> CodedFormat? {
    let size = description.dimensions
    var fields = size.width > 0 && size.height > 0 ? ",width=\(size.width),height=\(size.height)" : ""
    if let frameRate { fields += ",framerate=\(frameRate.0)/\(frameRate.1)" }
    if let (width, height) = description.pixelShape { fields += ",pixel-aspect-ratio=\(width)/\(height)" }
    func format(_ codec: Codec, _ caps: String, data: Data? = nil) throws -> CodedFormat {
      let bytes = data.map { [UInt8]($0) }
      return CodedFormat(
        codec: codec, caps: try Caps(caps + fields + codecData(bytes)), description: description)
    }
    let stream = optionalAtom("esds", description).flatMap { ESDescriptor(contents: [UInt8]($0)) }
    let depth = depth(description)
    let code = BoxType(rawValue: description.mediaSubType.rawValue)
    let found = Codec.found(code, objectType: stream?.objectType, depth: depth) { $0 == .video }
    guard let (codec, entry) = found, codec.isDecoded, let caps = entry.caps else { return nil }
    switch codec {
    case .h264: return try format(codec, caps, data: atom("avcC", of: description))
    case .avcIntra: return try format(codec, "video/x-h264,stream-format=byte-stream,alignment=au")
    case .hevc: return try format(codec, caps, data: atom("hvcC", of: description))
    case .av1: return try format(codec, caps, data: optionalAtom("av1C", description))
    case .mpeg4, .mpeg2, .mpeg1: return try format(codec, caps, data: stream.map { Data($0.decoderSpecificInfo) })
    case .animation:
      // QuickTime's depths from 33 on are indices of grays.
      guard !(1...8).contains(depth), depth <= 32 else {
        throw DecoderError(.unsupported, "the colors of its pixels are in a table, which is not read")
      }
      return try format(codec, "\(caps),depth=\(depth)")
    case .theora:
      guard let headers = optionalAtom("glbl", description).flatMap({ laced([UInt8]($0)) }), headers.count == 3 else {
        throw DecoderError(.incompleteFormat, "the headers of the Theora stream are missing")
      }
      return try format(codec, caps + streamHeader(headers))
    case .huffYUV: return try format(codec, "\(caps),bpp=\(depth)", data: optionalAtom("glbl", description))
    case .ffv1, .windowsMediaVideo: return try format(codec, caps, data: optionalAtom("glbl", description))
    default: return try format(codec, caps)
    }
  }

  // MARK: Audio

  private static func audio(_ description: CMFormatDescription) throws -> CodedFormat? {
    guard let stream = description.audioStreamBasicDescription else { return nil }
    let channels = Int(stream.mChannelsPerFrame)
    guard let rate = stream.wholeRate, channels > 0 else {
      throw DecoderError(.incompleteFormat, "the sound's rate or channels are not known")
    }
    let cookie = description.magicCookie.map { [UInt8]($0) }
    func format(_ codec: Codec, _ caps: String, data: [UInt8]? = nil) throws -> CodedFormat {
      CodedFormat(
        codec: codec, caps: try Caps("\(caps),rate=\(rate),channels=\(channels)" + codecData(data)),
        description: description)
    }
    let code = BoxType(rawValue: stream.mFormatID)
    // The codec of MPEG-4's own code is resolved when the file is read: here it is an unknown one.
    let found = Codec.found(code, objectType: 0) { $0 == .audio }
    guard let (codec, entry) = found, codec.isDecoded, let caps = entry.caps else { return nil }
    switch codec {
    case .pcm: return try PCMFormat(stream).map { try uncompressed($0, description) }
    case .aac: return try format(codec, caps, data: aacConfiguration(cookie))
    case .opus:
      return opusHeader(cookie, channels: channels).flatMap { CodedFormat(opus: $0) }
        .map { $0.described(by: description) }
    case .flac:
      // The metadata block's header precedes STREAMINFO (RFC 9639, 8.1).
      let information = cookie.map { Array($0.dropFirst(4).prefix(34)) }
      return try format(
        codec, caps + (information.map { streamHeader(oggHeaders($0, speakers: cookie)) } ?? ""), data: information)
    case .adpcm:
      let block = stream.mFormatID == kAudioFormatAppleIMA4 ? 34 * channels : Int(stream.mBytesPerPacket)
      guard block > 0 else { throw DecoderError(.incompleteFormat, "the size of the sound's blocks is not known") }
      return try format(codec, "\(caps),block_align=\(block)")
    case .vorbis:
      let set = cookie.flatMap { ESDescriptor(descriptor: $0) }?.decoderSpecificInfo ?? []
      guard let headers = Self.laced(set) else { throw missing("the headers of the Vorbis stream are") }
      return try format(codec, caps + streamHeader(headers))
    case .alac:
      guard let cookie, cookie.count >= 24 else { throw missing("the Apple Lossless configuration is") }
      // The whole box, as decoders expect it.
      let box = [0, 0, 0, 36] + Array("alac".utf8) + [0, 0, 0, 0] + cookie.prefix(24)
      return try format(codec, caps, data: box)
    case .trueAudio:
      guard let cookie, !cookie.isEmpty else { throw missing("the header of True Audio is") }
      return try format(codec, caps, data: cookie)
    case .windowsMediaAudio:
      guard let header = cookie.flatMap({ WindowsMediaHeader($0) }) else {
        throw missing("the configuration of Windows Media Audio is")
      }
      let fields =
        ",bitrate=\(header.bytesPerSecond * 8),depth=\(header.bitsPerSample),block_align=\(header.blockSize)"
      return try format(codec, caps + fields, data: header.configuration)
    // Its header precedes the stream; Core Media's descriptions have no place for it.
    case .speex: return nil
    // Its decoder takes only caps with a depth, and reads the real one from each block.
    case .wavPack:
      return try format(codec, "\(caps),depth=\(stream.mBitsPerChannel > 0 ? stream.mBitsPerChannel : 16)")
    default: return try format(codec, caps)
    }
  }

  private static func missing(_ what: String) -> DecoderError {
    DecoderError(.incompleteFormat, "\(what) missing")
  }

  private static func aacConfiguration(_ cookie: [UInt8]?) throws -> [UInt8] {
    // AAC's configuration may be without a descriptor; its first byte is never a descriptor's tag.
    let set = cookie?.first == 3 ? cookie.flatMap { ESDescriptor(descriptor: $0) }?.decoderSpecificInfo : cookie
    guard let set, !set.isEmpty else { throw missing("the AAC's configuration is") }
    return set
  }

  /// Returns the header of an Opus stream: Core Audio files need no cookie for it.
  private static func opusHeader(_ cookie: [UInt8]?, channels: Int) -> [UInt8]? {
    cookie.flatMap(OpusHeader.header)
      ?? OpusHeader.header([0, UInt8(clamping: channels)] + [UInt8](repeating: 0, count: 9))
  }

  /// Splits packets with Xiph lacing: a count less one, and the sizes of all but the last, as sums of bytes up to the
  /// first below 255.
  private static func laced(_ bytes: [UInt8]) -> [[UInt8]]? {
    guard let count = bytes.first else { return nil }
    var position = 1
    var sizes: [Int] = []
    for _ in 0..<count {
      var size = 0
      while position < bytes.count, bytes[position] == 255 { (size, position) = (size + 255, position + 1) }
      guard position < bytes.count else { return nil }
      sizes.append(size + Int(bytes[position]))
      position += 1
    }
    var packets: [[UInt8]] = []
    for size in sizes {
      guard size <= bytes.count - position else { return nil }
      packets.append(Array(bytes[position..<position + size]))
      position += size
    }
    return packets + [Array(bytes[position...])]
  }

  private static func uncompressed(_ pcm: PCMFormat, _ description: CMFormatDescription) throws -> CodedFormat {
    let speakers = String(ChannelMask.gstreamer(description.channelMask), radix: 16)
    let mask = pcm.channels > 2 ? ",channel-mask=(bitmask)0x\(speakers)" : ""
    return CodedFormat(
      codec: .pcm,
      caps: try Caps(
        "audio/x-raw,layout=interleaved,format=\(pcm.name),rate=\(pcm.rate),channels=\(pcm.channels)" + mask),
      description: description)
  }

  private func described(by description: CMFormatDescription) -> CodedFormat {
    CodedFormat(codec: codec, caps: caps, description: description, preSkip: preSkip)
  }

  // MARK: Fields

  /// Returns the bits per pixel; 24 if not stated.
  private static func depth(_ description: CMFormatDescription) -> Int {
    (description.extensions[.depth]?.propertyListRepresentation as? NSNumber)?.intValue ?? 24
  }

  private static func codecData(_ bytes: [UInt8]?) -> String {
    guard let bytes, !bytes.isEmpty else { return "" }
    return ",codec_data=(buffer)\(bytes.hexText)"
  }

  /// Returns the packets before FLAC's frames in Ogg: STREAMINFO, and comments, which name the speakers where the
  /// file's blocks do (RFC 9639, 10.1).
  private static func oggHeaders(_ information: [UInt8], speakers blocks: [UInt8]?) -> [[UInt8]] {
    let mask = blocks.flatMap { FLACSpeakers.mask(inBlocks: $0) }
    return [
      [0x7f] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8) + [0, 0, 0, 34] + information,
      mask.map { FLACSpeakers.block(mask: $0) } ?? [0x84, 0, 0, 8] + [UInt8](repeating: 0, count: 8),
    ]
  }

  private static func streamHeader(_ headers: [[UInt8]]) -> String {
    ",streamheader=(buffer)<\(headers.map(\.hexText).joined(separator: ","))>"
  }

  private static func optionalAtom(_ type: String, _ description: CMFormatDescription) -> Data? {
    let atoms = description.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? NSDictionary
    let value = atoms?.object(forKey: type as NSString)
    return value as? Data ?? (value as? NSData).map { Data(copying: $0) }
  }

  private static func atom(_ type: String, of description: CMFormatDescription) throws -> Data {
    guard let atom = optionalAtom(type, description) else {
      throw DecoderError(.incompleteFormat, "the '\(type)' box with the parameter sets is missing")
    }
    return atom
  }
}

extension PCMFormat {
  /// Creates the format; nil for planar audio, and for samples that are no whole bytes.
  fileprivate init?(_ stream: AudioStreamBasicDescription) {
    let channels = Int(stream.mChannelsPerFrame)
    let flags = stream.mFormatFlags
    guard let rate = stream.wholeRate, channels > 0, flags & kAudioFormatFlagIsNonInterleaved == 0 || channels == 1,
      Int(stream.mBytesPerFrame) % channels == 0
    else { return nil }
    let bytes = Int(stream.mBytesPerFrame) / channels
    guard [1, 2, 3, 4, 8].contains(bytes), bytes * 8 == Int(stream.mBitsPerChannel) else { return nil }
    self.init(
      bytesPerSample: bytes, isBigEndian: flags & kAudioFormatFlagIsBigEndian != 0,
      isFloat: flags & kAudioFormatFlagIsFloat != 0, isSigned: flags & kAudioFormatFlagIsSignedInteger != 0,
      rate: rate, channels: channels)
  }
}
