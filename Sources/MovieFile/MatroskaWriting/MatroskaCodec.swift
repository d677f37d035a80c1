import CoreAudioTypes
import Foundation

/// The codec of a track that is written (Matroska codec specifications): its ID, its private data, and the form of its
/// packets.
struct MatroskaCodec: Hashable {
  /// The difference between a packet in a movie and in a Matroska file.
  enum Packets: Hashable {
    case same
    /// ProRes without the size and the name of each frame.
    case withoutFrameHeader
    /// Timed text, whose styles become tags.
    case timedText
    /// The text of a cue after a line of its name and one of its settings, which are empty (WebM, "WebVTT in WebM").
    case cue
    /// PCM of a byte order that Matroska lacks, in samples of so many bytes.
    case swapped(Int)
    /// PCM whose sign changes: the bit of that place in samples of so many bytes.
    case otherSign(Int, place: Int)
    /// WavPack without the parts of block headers that do not change.
    case wavPack
  }

  let id: String
  private(set) var privateData: [UInt8] = []
  private(set) var packets = Packets.same
  /// The format, in a movie's terms.
  let description: CMFormatDescription?

  /// - Throws: `notStorable` if such files cannot hold it, or values are missing.
  init(_ entry: SampleEntry, handler: BoxType, in document: MatroskaDocument) throws(MovieError) {
    switch handler {
    case .video:
      let description = try entry.formatDescription(handlerType: handler)
      self.description = description
      (id, privateData) = try Self.video(entry, description)
      if id == "V_PRORES" { packets = .withoutFrameHeader }
    case .audio:
      let description = try entry.formatDescription(handlerType: handler)
      self.description = description
      (id, privateData, packets) = try Self.audio(entry, description)
    case _ where entry.format == "tx3g" || entry.format == "text":
      (id, packets, description) = ("S_TEXT/UTF8", .timedText, nil)
    case "sbtl":
      guard let id = MatroskaSubtitles.ids[entry.format] else {
        throw MovieError(.notStorable, "\(document.name) cannot hold '\(entry.format.text)'")
      }
      (self.id, description) = (id, nil)
      if entry.format == "wvtt" { packets = .cue } else { privateData = entry.contents }
    default:
      throw MovieError(.notStorable, "\(document.name) cannot hold '\(entry.format.text)'")
    }
    guard document == .matroska || Self.webM.contains(id) else {
      let codec = Codec.found(entry.format) { _ in true }?.codec
      let name = codec.flatMap { $0.title.isEmpty ? nil : $0.title } ?? "'\(entry.format.text)'"
      throw MovieError(.notStorable, "WebM cannot hold \(name): \(MatroskaDocument.webMCodecs)")
    }
  }

  /// The bytes of a frame of PCM; nil for packets.
  var bytesPerFrame: Int? {
    guard let stream = description?.audioStreamBasicDescription, stream.mFramesPerPacket == 1 else { return nil }
    let bytes = max(stream.mBytesPerPacket, stream.mBytesPerFrame)
    return bytes > 0 ? Int(bytes) : nil
  }

  /// The samples that each packet is decoded to; nil if that is not constant, or a timescale counts no samples. The last
  /// packets of lossless codecs may have fewer.
  func framesPerPacket(at timescale: Int32) -> Int64? {
    guard let stream = description?.audioStreamBasicDescription, stream.mFramesPerPacket > 1,
      stream.mSampleRate == Double(timescale), !["A_FLAC", "A_ALAC", "A_TTA1"].contains(id)
    else { return nil }
    return Int64(stream.mFramesPerPacket)
  }

  private static let webM: Set<String> = ["V_VP8", "V_VP9", "V_AV1", "A_VORBIS", "A_OPUS"]

  /// True if a track of this codec can go on with another one: its private data are the same, or not needed.
  func canGoOn(with other: MatroskaCodec) -> Bool {
    id == other.id && packets == other.packets && privateData == other.privateData
  }

  // MARK: - Video

  private static func video(
    _ entry: SampleEntry, _ description: CMFormatDescription
  ) throws(MovieError) -> (id: String, privateData: [UInt8]) {
    func box(_ type: BoxType) -> [UInt8]? { description.atoms.first { $0.type == type }?.payload }
    func needed(_ type: BoxType, _ codec: Codec) throws(MovieError) -> [UInt8] {
      guard let bytes = box(type), !bytes.isEmpty else {
        throw MovieError(.notStorable, "the configuration of \(codec.title) is missing")
      }
      return bytes
    }
    let descriptor = box("esds").flatMap { ESDescriptor(contents: $0) }
    let codec = Codec.found(entry.format, objectType: descriptor?.objectType) { $0 == .video }?.codec
    switch codec {
    case .h264?: return ("V_MPEG4/ISO/AVC", try needed("avcC", .h264))
    case .hevc?: return ("V_MPEGH/ISO/HEVC", try needed("hvcC", .hevc))
    case .av1?: return ("V_AV1", try needed("av1C", .av1))
    case .vp8?: return ("V_VP8", [])
    case .vp9?: return ("V_VP9", [])
    case .mpeg4?: return ("V_MPEG4/ISO/ASP", descriptor?.decoderSpecificInfo ?? [])
    case .mpeg2?: return ("V_MPEG2", descriptor?.decoderSpecificInfo ?? [])
    case .mpeg1?: return ("V_MPEG1", descriptor?.decoderSpecificInfo ?? [])
    case .motionJPEG? where entry.format != "mjpa": return ("V_MJPEG", [])
    case .proRes?: return ("V_PRORES", Array(entry.format.text.utf8))
    case .theora?:
      guard let headers = box("glbl") else { throw MovieError(.notStorable, "the headers of Theora are missing") }
      return ("V_THEORA", headers)
    case .png?: return ("V_QUICKTIME", SampleEntry("png ", contents: entry.contents, isQuickTime: true).stored)
    default:
      if let id = MatroskaVideoFormat.id(of: entry.format) { return (id, box("glbl") ?? []) }
      let depth = (description.extensions[.depth]?.propertyListRepresentation as? NSNumber)?.intValue ?? 24
      let size = description.dimensions
      let header = BitmapInfoHeader.bytes(
        of: entry.format, width: size.width, height: size.height, depth: depth, configuration: box("glbl") ?? [])
      return header.map { ("V_MS/VFW/FOURCC", $0) } ?? ("V_QUICKTIME", entry.stored)
    }
  }

  // MARK: - Audio

  private static func audio(
    _ entry: SampleEntry, _ description: CMFormatDescription
  ) throws(MovieError) -> (id: String, privateData: [UInt8], packets: Packets) {
    guard let stream = description.audioStreamBasicDescription else {
      throw MovieError(.notStorable, "the sound's format is not known")
    }
    let cookie = description.magicCookie.map { [UInt8]($0) } ?? []
    switch stream.mFormatID {
    case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
      kAudioFormatMPEG4AAC_ELD, kAudioFormatMPEG4AAC_ELD_SBR, kAudioFormatMPEG4AAC_ELD_V2, kAudioFormatMPEGD_USAC:
      guard let info = ESDescriptor(descriptor: cookie)?.decoderSpecificInfo, !info.isEmpty else {
        throw MovieError(.notStorable, "the AAC's configuration is missing")
      }
      return ("A_AAC", info, .same)
    case BoxType("vorb").rawValue:
      guard let info = ESDescriptor(descriptor: cookie)?.decoderSpecificInfo, !info.isEmpty else {
        throw MovieError(.notStorable, "the headers of Vorbis are missing")
      }
      return ("A_VORBIS", info, .same)
    case kAudioFormatOpus:
      guard let header = OpusHeader.header(cookie) else {
        throw MovieError(.notStorable, "the Opus header is missing")
      }
      return ("A_OPUS", header, .same)
    case kAudioFormatFLAC: return ("A_FLAC", Array("fLaC".utf8) + cookie, .same)
    case kAudioFormatAppleLossless: return ("A_ALAC", Array(cookie.prefix(24)), .same)
    case kAudioFormatAC3: return ("A_AC3", [], .same)
    case kAudioFormatEnhancedAC3: return ("A_EAC3", [], .same)
    case kAudioFormatMPEGLayer1: return ("A_MPEG/L1", [], .same)
    case kAudioFormatMPEGLayer2: return ("A_MPEG/L2", [], .same)
    case kAudioFormatMPEGLayer3: return ("A_MPEG/L3", [], .same)
    case kAudioFormatLinearPCM: return try linear(stream)
    default: break
    }
    let code = BoxType(rawValue: stream.mFormatID)
    switch Codec.found(code, where: { $0 == .audio })?.codec {
    case .dts?: return ("A_DTS", [], .same)
    // The version of streams since 2006, where none is known.
    case .wavPack?: return ("A_WAVPACK4", cookie.count == 2 ? cookie : [0x10, 4], .wavPack)
    case .trueAudio?: return ("A_TTA1", [], .same)
    case .trueHD?: return ("A_TRUEHD", [], .same)
    case .mlp?: return ("A_MLP", [], .same)
    default:
      let header = WaveAudioFormat.bytes(of: code, stream, cookie: cookie)
      return header.map { ("A_MS/ACM", $0, .same) } ?? ("A_QUICKTIME", entry.stored, .same)
    }
  }

  /// Returns the ID of PCM; floating samples are little-endian, and those of a byte have no sign.
  private static func linear(
    _ stream: AudioStreamBasicDescription
  ) throws(MovieError) -> (id: String, privateData: [UInt8], packets: Packets) {
    let (flags, bits) = (stream.mFormatFlags, Int(stream.mBitsPerChannel))
    let isBig = flags & kAudioFormatFlagIsBigEndian != 0
    guard stream.mBytesPerFrame == stream.mBitsPerChannel / 8 * stream.mChannelsPerFrame, bits % 8 == 0 else {
      throw MovieError(.notStorable, "Matroska holds packed samples of whole bytes")
    }
    if flags & kAudioFormatFlagIsFloat != 0 {
      return ("A_PCM/FLOAT/IEEE", [], isBig ? .swapped(bits / 8) : .same)
    }
    let isSigned = flags & kAudioFormatFlagIsSignedInteger != 0
    if bits == 8 { return ("A_PCM/INT/LIT", [], isSigned ? .otherSign(1, place: 0) : .same) }
    guard [16, 24, 32].contains(bits) else {
      throw MovieError(.notStorable, "Matroska holds samples of 8, 16, 24 and 32 bits")
    }
    let size = bits / 8
    return (
      isBig ? "A_PCM/INT/BIG" : "A_PCM/INT/LIT", [], isSigned ? .same : .otherSign(size, place: isBig ? 0 : size - 1)
    )
  }

  /// The private data with the samples that decoders leave out, where the header of the stream says so too.
  ///
  /// - Parameter delay: The time of these samples in nanoseconds.
  func privateData(delay: Int64) -> [UInt8] {
    guard id == "A_OPUS", privateData.count >= 12 else { return privateData }
    var data = privateData
    // Opus counts at 48 kHz, whatever the rate of its input.
    let skip = UInt16(clamping: ExactScale.nearest(Int128(delay) * 48_000, over: 1_000_000_000))
    (data[10], data[11]) = (UInt8(truncatingIfNeeded: skip), UInt8(truncatingIfNeeded: skip >> 8))
    return data
  }

  // MARK: - Packets

  /// Returns a packet as the file stores it; nil if there is nothing to store.
  ///
  /// - Throws: Read errors of the source.
  func packet(_ bytes: SampleBytes) throws(MovieError) -> SampleBytes? {
    switch packets {
    case .same: return bytes
    case .withoutFrameHeader: return bytes.count > 8 ? bytes.part(8..<bytes.count) : nil
    case .timedText:
      let text = TimedText.styledText(of: try bytes.read())
      return text.isEmpty ? nil : .memory(Array(text.tagged.utf8))
    case .cue: return .memory(Array("\n\n".utf8) + (try bytes.read()))
    case .swapped(let size):
      var samples = try bytes.read()
      for start in stride(from: 0, through: samples.count - size, by: size) {
        samples[start..<start + size].reverse()
      }
      return .memory(samples)
    case .otherSign(let size, let place):
      var samples = try bytes.read()
      for index in stride(from: place, to: samples.count, by: size) { samples[index] ^= 0x80 }
      return .memory(samples)
    case .wavPack: return .memory(Self.stripped(wavPack: try bytes.read()))
    }
  }
}

extension MatroskaCodec {
  /// Returns a packet of WavPack without its blocks' constant fields (Matroska codec specifications, A_WAVPACK4); bytes
  /// that are no blocks stay as they are.
  private static func stripped(wavPack packet: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = packet[...]
    while rest.count >= 32, rest.starts(with: "wvpk".utf8) {
      let start = rest.startIndex
      let size = Int(UInt64(little: Array(rest[start + 4..<start + 8]))) + 8
      guard size >= 32, size <= rest.count else { return packet }
      if result.isEmpty { result += rest[start + 20..<start + 24] }
      // Flags and checksum.
      result += rest[start + 24..<start + 32]
      // A block that is not both the first and the last of its samples states its size.
      if rest[start + 25] & 0x18 != 0x18 { result.append(little: UInt32(size - 32)) }
      result += rest[start + 32..<start + size]
      rest = rest[(start + size)...]
    }
    return rest.isEmpty ? result : packet
  }
}

extension SampleBytes {
  /// Returns the bytes themselves.
  fileprivate func read() throws(MovieError) -> [UInt8] {
    switch self {
    case .memory(let bytes): bytes
    case .range(let range, let source): try source.bytes(at: range.lowerBound, count: range.count)
    }
  }
}

extension SampleEntry {
  /// The complete box.
  fileprivate var stored: [UInt8] {
    var writer = BoxWriter()
    write(to: &writer)
    return writer.contents
  }

  /// Creates the entry of a description for a file that is no movie: in the layout that has all of its fields.
  ///
  /// - Throws: `notStorable` if none has.
  package init(anyLayout description: CMFormatDescription) throws(MovieError) {
    guard let stream = description.audioStreamBasicDescription else {
      try self.init(description, in: .mp4)
      return
    }
    let code = BoxType(rawValue: stream.mFormatID)
    switch Codec.found(code, where: { $0 == .audio })?.codec {
    case .pcm?, .uLaw?, .aLaw?, .adpcm?, .mpegAudio?: try self.init(description, in: .mov)
    case let codec? where !codec.written.isEmpty: try self.init(description, in: .mp4)
    default: self.init(fieldsOf: description, stream)
    }
  }

  /// Creates an entry of a codec that no movie format of ours writes.
  private init(fieldsOf description: CMFormatDescription, _ stream: AudioStreamBasicDescription) {
    let isVorbis = stream.mFormatID == BoxType("vorb").rawValue
    let rate = UInt32(max(0, min(stream.mSampleRate, 4_294_967_295)))
    var writer = BoxWriter()
    writer.zeros(8)
    writer.u16(UInt16(clamping: stream.mChannelsPerFrame))
    writer.u16(UInt16(clamping: stream.mBitsPerChannel > 0 ? stream.mBitsPerChannel : 16))
    writer.zeros(4)
    writer.u32(rate < 65_536 ? rate << 16 : 0)
    if let cookie = description.magicCookie { writer.fullBox("esds") { $0.append(cookie) } }
    // A rate that exceeds 16 bits is in a box of its own.
    if rate >= 65_536 { writer.fullBox("srat") { $0.u32(rate) } }
    self.init(isVorbis ? "mp4a" : BoxType(rawValue: stream.mFormatID), contents: writer.contents)
  }
}
