import CoreAudioTypes

/// The first frame of an MP3 file, which has no sound but the length of the others: Xing's header, with LAME's extension.
///
///     frame header, side information ─ `Xing` or `Info` ─ frames, bytes, seek table ─ LAME's extension
///
/// A tag comes before it.
struct MP3Headers: AudioFileHeaders {
  let conversion = SampleConversion.none
  let saysWhatIsHeard = true
  let tagPlace: Int64? = 0
  // The size in the header has 32 bits.
  let maximumAudioByteCount = Int64(UInt32.max) - 4096

  init(_ audio: AudioFileStream) throws(MovieError) {
    guard audio.format == kAudioFormatMPEGLayer3 else {
      throw MovieError(.notStorable, "MP3 cannot hold '\(audio.formatName)': it is for MPEG audio of layer III")
    }
  }

  /// Xing's 120 bytes, and LAME's 36.
  private static let size = 156

  func head(_ contents: AudioDataTotals) -> [UInt8] {
    // The bit rate of the others, if such a frame has enough room.
    let room = [UInt8](repeating: 0, count: Self.size)
    guard let totals = contents.mp3, let frame = totals.first.silent(beginningWith: room) else { return [] }
    var bytes = frame.bytes
    let (all, place) = (Int64(bytes.count) + contents.byteCount, bytes.count - frame.mainData.count)
    var fields = BoxWriter()
    fields.text(totals.isConstant ? "Info" : "Xing")
    // Frames, bytes, seek table and quality, which is not known.
    fields.u32(0xf)
    fields.u32(UInt32(clamping: contents.packets.count))
    fields.u32(UInt32(clamping: all))
    fields.append(seekTable(contents.packets, head: Int64(bytes.count), all))
    fields.u32(0)
    bytes.replaceSubrange(place..<place + 120, with: fields.contents)
    guard let (delay, padding) = delays(contents) else { return bytes }
    fields = BoxWriter()
    fields.text("LAME Reel")
    // The version of the extension, and the method, of which only the constant rate is known; the filter is not.
    fields.u8(totals.isConstant ? 1 : 0)
    fields.append([UInt8](repeating: 0, count: 10))
    fields.u8(totals.isConstant ? UInt8(clamping: totals.first.header.bitRate / 1000) : 0)
    fields.append([UInt8(delay >> 4), UInt8(delay << 4 & 0xf0 | padding >> 8), UInt8(padding & 0xff)])
    fields.u32(0)
    fields.u32(UInt32(clamping: all))
    fields.u16(totals.checksum.value)
    bytes.replaceSubrange(place + 120..<place + 154, with: fields.contents)
    var checksum = MP3Checksum()
    checksum.add(Array(bytes[..<(place + 154)]))
    fields = BoxWriter()
    fields.u16(checksum.value)
    bytes.replaceSubrange(place + 154..<place + 156, with: fields.contents)
    return bytes
  }

  func storedTags(_ tags: [UInt8], count: Int) throws(MovieError) -> [UInt8] {
    tags.count < count ? try ID3TagEncoder.lengthened(tags, to: count) : tags
  }

  func tail(_ contents: AudioDataTotals) -> [UInt8] { [] }

  /// - Throws: `notStorable` if less is heard than all, and the header cannot say it.
  func check(_ contents: AudioDataTotals) throws(MovieError) {
    let (start, rest) = (contents.heard.lowerBound, contents.frames - contents.heard.upperBound)
    // The end of the last packet is heard where nothing is said.
    let isPlain = start == 0 && rest < contents.packets.framesPerPacket ?? 1
    guard isPlain || delays(contents) != nil else {
      throw MovieError(
        .notStorable, "MP3 cannot hold it: \(start) samples before and \(rest) behind the sound are not heard")
    }
  }

  /// Returns LAME's numbers; nil if the beginning is heard: then the delay of the encoder is not known.
  private func delays(_ contents: AudioDataTotals) -> (delay: Int, padding: Int)? {
    let (start, rest) = (contents.heard.lowerBound, contents.frames - contents.heard.upperBound)
    guard MP3FrameQueue.primings.contains(start), (0...MP3FrameQueue.longestPadding).contains(rest) else { return nil }
    let delay = GaplessInfo.mp3DecoderDelay
    return (Int(start - delay), Int(rest + delay))
  }

  /// Returns the places of each per cent of the time, in 256ths of the bytes.
  private func seekTable(_ packets: PacketTable, head: Int64, _ all: Int64) -> [UInt8] {
    var table: [UInt8] = []
    packets.forEachOffset { index, offset in
      while table.count < 100, table.count * packets.count <= index * 100 {
        table.append(UInt8(clamping: (head + offset) * 256 / all))
      }
    }
    return table + [UInt8](repeating: table.last ?? 0, count: 100 - table.count)
  }
}
