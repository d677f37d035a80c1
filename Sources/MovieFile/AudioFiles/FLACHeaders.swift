import CoreAudioTypes

/// The blocks of a FLAC file before its frames, which follow as in other files (RFC 9639, clauses 7 and 8).
///
///     fLaC ─ STREAMINFO ─ [VORBIS_COMMENT ─ PICTURE… ─ PADDING] ─ frames
struct FLACHeaders: AudioFileHeaders {
  let conversion = SampleConversion.none
  let saysWhatIsHeard = false
  let maximumAudioByteCount = Int64.max
  let tagPlace: Int64? = 42

  /// The stream's description by its encoder.
  private let streamInfo: [UInt8]
  /// The speakers of the channels as Microsoft's mask; nil for the usual ones of their number.
  private let mask: UInt32?

  /// The units of packets' durations, and samples, in a second.
  private let (units, rate): (Int32, Int)

  /// The bytes of padding behind tags, room for a later change.
  private static let padding = 1024

  init(_ audio: AudioFileStream) throws(MovieError) {
    guard audio.format == kAudioFormatFLAC else {
      throw MovieError(.notStorable, "FLAC files cannot hold '\(audio.formatName)': they are for FLAC")
    }
    guard audio.cookie.count >= 38, audio.cookie[0] & 0x7f == 0 else {
      throw MovieError(.notStorable, "the FLAC header is missing")
    }
    let info = Array(audio.cookie[4..<38])
    streamInfo = info
    // The rate has 20 bits.
    let rate = Int(info[10]) << 12 | Int(info[11]) << 4 | Int(info[12] >> 4)
    (units, self.rate) = (audio.rate, rate > 0 ? rate : Int(audio.rate))
    mask = FLACSpeakers.mask(inBlocks: Array(audio.cookie[38...]))
  }

  /// Frames are numbered, and players seek by the numbers.
  func check(firstPacket: [UInt8]) throws(MovieError) {
    guard firstPacket.count > 4, firstPacket[4] == 0 else {
      throw MovieError(
        .notStorable, "FLAC cannot hold it: its frames are numbered from another beginning; encode the sound")
    }
  }

  func head(_ contents: AudioDataTotals) -> [UInt8] {
    let isLast = contents.tags.isEmpty && mask == nil
    return Array("fLaC".utf8) + [isLast ? 0x80 : 0, 0, 0, 34] + description(contents)
  }

  func tail(_ contents: AudioDataTotals) -> [UInt8] { [] }

  /// Returns STREAMINFO with the frames and samples that the file has (clause 8.2).
  private func description(_ contents: AudioDataTotals) -> [UInt8] {
    var info = streamInfo
    func set(_ value: UInt64, at place: Int, count: Int) {
      for index in 0..<count {
        info[place + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - index)))
      }
    }
    let sizes = contents.packets.sizeRange
    // Zero stands for sizes and numbers that are not known.
    set(sizes.map { $0.upperBound < 1 << 24 ? UInt64($0.lowerBound) : 0 } ?? 0, at: 4, count: 3)
    set(sizes.map { $0.upperBound < 1 << 24 ? UInt64($0.upperBound) : 0 } ?? 0, at: 7, count: 3)
    let own = UInt64(info[13] & 0xf) << 32 | info[14..<18].reduce(0) { $0 << 8 | UInt64($1) }
    let samples = ExactScale.nearest(Int128(contents.frames) * Int128(rate), over: Int128(units))
    let count = samples < 1 << 36 ? UInt64(max(0, samples)) : 0
    info[13] = info[13] & 0xf0 | UInt8(count >> 32)
    set(count & 0xffff_ffff, at: 14, count: 4)
    // The checksum is that of all samples.
    if count != own { for index in 18..<34 { info[index] = 0 } }
    return info
  }

  func storedTags(_ tags: [UInt8], count: Int) -> [UInt8] {
    guard !tags.isEmpty || mask != nil else { return [] }
    var blocks = tags.isEmpty ? FLACBlocks.comments([]) : tags
    if let mask { blocks = FLACBlocks.adding("\(FLACSpeakers.name)=0x\(String(mask, radix: 16))", to: blocks) }
    return blocks + FLACBlocks.padding(count >= blocks.count + 4 ? count - blocks.count - 4 : Self.padding)
  }
}
