import CoreAudioTypes

/// The chunks of a Core Audio file (Apple Core Audio Format Specification 1.0).
///
///     caff ─ desc ─ [chan] ─ [kuki] ─ data ─ [pakt] ─ [info]
struct CoreAudioHeaders: AudioFileHeaders {
  let conversion: SampleConversion
  let maximumAudioByteCount = Int64.max - 1 << 20
  private let layout = ChunkLayout.coreAudio
  private let audio: AudioFileStream
  /// The magic cookie.
  private let cookie: [UInt8]

  /// PCM has no packet table, which would hold the valid range.
  var saysWhatIsHeard: Bool { audio.samples == nil }

  init(_ audio: AudioFileStream) throws(MovieError) {
    self.audio = audio
    // 8-bit samples are signed too.
    conversion = audio.samples.map { $0.conversion(toBigEndian: $0.isBigEndian, signed: true) } ?? .none
    switch audio.format {
    case kAudioFormatMPEG4AAC, kAudioFormatMPEG4AAC_HE, kAudioFormatMPEG4AAC_HE_V2, kAudioFormatMPEG4AAC_LD,
      kAudioFormatMPEG4AAC_ELD, kAudioFormatAppleLossless, kAudioFormatOpus:
      guard !audio.cookie.isEmpty else {
        throw MovieError(.notStorable, "the configuration of '\(audio.formatName)' is missing")
      }
      cookie = audio.cookie
    case kAudioFormatMPEGLayer3, kAudioFormatAC3, kAudioFormatAMR, kAudioFormatAppleIMA4: cookie = []
    default:
      guard audio.samples != nil else {
        throw MovieError(.notStorable, "Core Audio Format cannot hold '\(audio.formatName)': no specification says how")
      }
      cookie = []
    }
  }

  func head(_ contents: AudioDataTotals) -> [UInt8] {
    var file = BoxWriter()
    file.text("caff")
    file.u16(1)
    file.u16(0)
    file.append(layout.chunk("desc", description(contents)))
    if let speakers = audio.layout, audio.channels > 2 { file.append(layout.chunk("chan", speakers)) }
    if !cookie.isEmpty { file.append(layout.chunk("kuki", cookie)) }
    file.append(layout.header("data", size: 4 + contents.byteCount))
    // The edit count.
    file.u32(0)
    return file.contents
  }

  func tail(_ contents: AudioDataTotals) -> [UInt8] {
    guard audio.samples == nil else { return [] }
    let packets = contents.packets
    let all = packets.framesPerPacket.map { $0 * Int64(packets.count) } ?? contents.frames
    var table = BoxWriter()
    table.i64(Int64(packets.count))
    table.i64(Int64(contents.heard.count))
    table.i32(Int32(clamping: contents.heard.lowerBound))
    table.i32(Int32(clamping: max(0, all - contents.heard.upperBound)))
    if bytesPerPacket == nil { table.append(packets.entries) }
    return layout.chunk("pakt", table.contents)
  }

  /// The size of a packet; nil if the table holds it.
  private var bytesPerPacket: Int? {
    if let samples = audio.samples { return samples.bytesPerFrame }
    return audio.format == kAudioFormatAppleIMA4 ? 34 * audio.channels : nil
  }

  private func description(_ contents: AudioDataTotals) -> [UInt8] {
    var chunk = BoxWriter()
    chunk.u64(Double(audio.rate).bitPattern)
    chunk.u32(audio.format)
    let isLinear = audio.format == kAudioFormatLinearPCM
    let linear: UInt32 = audio.samples.map { ($0.kind == .float ? 1 : 0) | ($0.isBigEndian ? 0 : 2) } ?? 0
    // The bit depth of the source for Apple Lossless.
    chunk.u32(isLinear ? linear : audio.format == kAudioFormatAppleLossless ? losslessDepth : 0)
    chunk.u32(UInt32(bytesPerPacket ?? 0))
    let frames = contents.packets.count == 0 ? Int64(audio.framesPerPacket) : contents.packets.framesPerPacket ?? 0
    chunk.u32(audio.samples == nil ? UInt32(clamping: frames) : 1)
    chunk.u32(UInt32(audio.channels))
    chunk.u32(isLinear ? UInt32(audio.samples?.bits ?? 0) : audio.samples == nil ? 0 : 8)
    return chunk.contents
  }

  /// Returns kAppleLosslessFormatFlag_16BitSourceData and so on.
  private var losslessDepth: UInt32 {
    guard audio.cookie.count > 5 else { return 0 }
    return [16: 1, 20: 2, 24: 3, 32: 4][audio.cookie[5]] ?? 0
  }
}
