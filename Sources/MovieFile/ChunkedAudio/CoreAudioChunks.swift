import CoreAudioTypes
import Foundation

/// The contents of the chunks of a Core Audio file.
struct CoreAudioChunks {
  let layout: CoreAudioLayout
  let formatDescription: CMFormatDescription
  let sampleRate: Int32
  let channels: Int

  init(_ source: any ByteSource) throws(MovieError) {
    var chunks = try CoreAudioChunkSequence(source)
    var layout = CoreAudioLayout(data: 0..<0)
    var description: AudioStreamBasicDescription?
    var (cookie, channelLayout): ([UInt8]?, [UInt8]?)
    var hasData = false
    while let chunk = try chunks.next() {
      let (start, size, left) = (chunk.start, chunk.size, source.size - chunk.start)
      func problem(_ code: MovieError.Code, _ message: String) -> MovieError {
        MovieError(code, message, box: chunk.type.text, offset: chunk.offset)
      }
      func contents(atMost limit: Int64) throws(MovieError) -> [UInt8] {
        guard size <= limit else { throw problem(.excessive, "chunk '\(chunk.type.text)' has \(size) bytes") }
        return try source.bytes(at: start, count: Int(size))
      }
      switch chunk.type {
      case "desc":
        guard let read = Self.description(try contents(atMost: 4096)) else {
          throw problem(.malformed, "the description is cut short")
        }
        description = read
      case "kuki": cookie = try contents(atMost: 1 << 20)
      case "chan": channelLayout = try contents(atMost: 1 << 16)
      case "pakt": try layout.readTable(start..<start + size, source, problem)
      case "data":
        guard min(size, left) >= 4 else { throw problem(.malformed, "the sound has no edit count") }
        layout.data = start + 4..<start + min(size, left)
        layout.missing = max(0, size - left)
        hasData = true
      default: break
      }
    }
    guard let description else { throw MovieError(.malformed, "the file has no 'desc' chunk", box: "desc", offset: 8) }
    guard hasData else {
      throw MovieError(.truncated, "the file has no 'data' chunk", box: "data", offset: source.size)
    }
    guard let rate = Int32(exactly: description.mSampleRate), rate > 0, description.mChannelsPerFrame > 0,
      description.mChannelsPerFrame <= 256
    else {
      throw MovieError(
        .unsupported, "\(description.mChannelsPerFrame) channels at \(description.mSampleRate) Hz are no sound",
        box: "desc", offset: 8)
    }
    (sampleRate, channels) = (rate, Int(description.mChannelsPerFrame))
    var stated = description
    if stated.statesImpossibleFrames { stated.mFramesPerPacket = 0 }
    formatDescription = try AudioSampleEntryFormat(
      coreAudio: stated, layout: channelLayout, cookie: cookie.map { Self.plain($0, description.mFormatID) }
    ).formatDescription(file: source.name)
    try layout.setPackets(description)
    self.layout = layout
  }

  /// Reads CAFAudioFormat: big-endian, with flags of its own for PCM.
  private static func description(_ bytes: [UInt8]) -> AudioStreamBasicDescription? {
    var scanner = ByteScanner(bytes)
    guard let high = scanner.u32(), let low = scanner.u32(), let format = scanner.u32(), let flags = scanner.u32(),
      let packetBytes = scanner.u32(), let packetFrames = scanner.u32(), let channels = scanner.u32(),
      let bits = scanner.u32()
    else { return nil }
    var description = AudioStreamBasicDescription()
    description.mSampleRate = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
    (description.mFormatID, description.mFormatFlags) = (format, flags)
    (description.mBytesPerPacket, description.mFramesPerPacket) = (packetBytes, packetFrames)
    (description.mChannelsPerFrame, description.mBitsPerChannel) = (channels, bits)
    if format == kAudioFormatLinearPCM {
      description.mFormatFlags =
        (flags & 1 != 0 ? kAudioFormatFlagIsFloat : kAudioFormatFlagIsSignedInteger)
        | (flags & 2 != 0 ? 0 : kAudioFormatFlagIsBigEndian) | kAudioFormatFlagIsPacked
      description.mBytesPerFrame = packetBytes
    }
    return description
  }

  /// Returns the cookie without the atoms that older writers put around Apple Lossless': 'frma', then 'alac' with
  /// version and flags.
  private static func plain(_ cookie: [UInt8], _ format: AudioFormatID) -> [UInt8] {
    guard format == kAudioFormatAppleLossless, cookie.count >= 48, cookie[4..<8].elementsEqual("frma".utf8) else {
      return cookie
    }
    return Array(cookie[24...])
  }
}

extension CoreAudioLayout {
  fileprivate mutating func setPackets(_ description: AudioStreamBasicDescription) throws(MovieError) {
    let (bytes, frames) = (Int(description.mBytesPerPacket), Int(description.mFramesPerPacket))
    if description.statesImpossibleFrames {
      asked = .allOfFLAC
    } else if description.mFormatID == kAudioFormatAppleLossless, valid?.remainder ?? 0 == 0 {
      asked = .lastOfAppleLossless
    }
    if bytes > 0, frames > 0 {
      packet = (bytes, frames)
    } else {
      bytesPerPacket = bytes > 0 ? bytes : nil
      framesPerPacket = frames > 0 ? frames : nil
      guard packetCount > 0 || data.isEmpty else {
        throw MovieError(.malformed, "the file has no 'pakt' chunk", box: "pakt", offset: data.lowerBound)
      }
    }
  }

  /// Reads the packet table's header: the number of packets, of valid frames, and of those before and after them.
  fileprivate mutating func readTable(
    _ range: Range<Int64>, _ source: any ByteSource, _ problem: (MovieError.Code, String) -> MovieError
  ) throws(MovieError) {
    guard range.count >= 24 else { throw problem(.malformed, "the packet table is cut short") }
    let window = ByteWindow(source, capacity: 24)
    let count = Int64(bitPattern: try window.u64(at: range.lowerBound))
    let frames = Int64(bitPattern: try window.u64(at: range.lowerBound + 8))
    let priming = Int64(Int32(bitPattern: try window.u32(at: range.lowerBound + 16)))
    let remainder = Int64(Int32(bitPattern: try window.u32(at: range.lowerBound + 20)))
    // Packets of equal size and length have only the table's header.
    guard count >= 0, count < 1 << 48, (0..<1 << 48).contains(frames), priming >= 0, remainder >= 0 else {
      throw problem(.malformed, "the packet table counts \(count) packets and \(frames) frames")
    }
    packetCount = count
    entries = range.lowerBound + 24..<range.upperBound
    valid = (frames, priming, remainder)
  }
}

extension AudioStreamBasicDescription {
  /// True for packets of FLAC with more frames than a block may have (RFC 9639, 9.1.1), as ffmpeg writes them.
  fileprivate var statesImpossibleFrames: Bool { mFormatID == kAudioFormatFLAC && mFramesPerPacket > 65_535 }
}
