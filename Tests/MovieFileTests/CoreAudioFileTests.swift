import CoreAudioTypes
import Foundation
import MovieExercise
import MovieFile
import Testing

/// Apple's Core Audio files, made by ffmpeg and by hand.
@Suite struct CoreAudioFileTests {
  private typealias B = MovieBytes

  private func chunk(_ type: String, _ contents: [UInt8], size: Int? = nil) -> [UInt8] {
    B.text(type) + B.u64(size ?? contents.count) + contents
  }

  private func description(
    _ format: String, rate: Double = 44_100, flags: Int = 0, bytes: Int = 0, frames: Int = 1024, channels: Int = 2,
    bits: Int = 0
  ) -> [UInt8] {
    chunk("desc", B.u64(Int(rate.bitPattern)) + B.text(format) + B.u32(flags, bytes, frames, channels, bits))
  }

  private func file(_ chunks: [UInt8]...) -> [UInt8] { B.text("caff") + B.u16(1, 0) + chunks.flatMap { $0 } }

  private func open(_ bytes: [UInt8]) throws -> CoreAudioFile { try CoreAudioFile(source: MemoryByteSource(bytes)) }

  @Test func packetTable_saysSizesAndWhatIsHeard() throws {
    let table = B.u64(4) + B.u64(3000) + B.u32(900, 196) + [3, 0x81, 0x00, 2, 1]
    let file = try open(
      file(
        description("aac "), chunk("kuki", [0x12, 0x10]), chunk("pakt", table),
        chunk("data", B.u32(0) + B.zeros(134)), chunk("free", [1, 2])))
    let samples = try file.samples()
    #expect(samples.count == 4 && samples.problem == nil && samples.timescale == 44_100)
    let all = try samples.all()
    #expect(all.map(\.size) == [3, 128, 2, 1] && all.map(\.decodeTime) == [0, 1024, 2048, 3072])
    #expect(all.map { $0.offset - all[0].offset } == [0, 3, 131, 133] && all.allSatisfy { $0.isSync })
    #expect(try samples.sample(atPresentationTime: 2047)?.index == 1)
    let gapless = try #require(file.gapless)
    #expect(gapless.priming == 900 && gapless.sampleCount == 3000 && gapless.padding == 196)
    #expect(gapless.source == .packetTable && gapless.sampleRate == 44_100)
    #expect(file.formatDescription.magicCookie == Data([0x12, 0x10]))
  }

  @Test func packetsOfOwnLength_areFollowed() throws {
    let table = B.u64(3) + B.u64(700) + B.u32(0, 0) + [5, 0x82, 0x00, 6, 0x82, 0x00, 7, 100]
    let file = try open(
      file(description("opus", rate: 48_000, frames: 0), chunk("pakt", table), chunk("data", B.u32(0) + B.zeros(18))))
    let all = try file.samples().all()
    #expect(all.map(\.size) == [5, 6, 7] && all.map(\.duration) == [256, 256, 100])
    #expect(all.map(\.decodeTime) == [0, 256, 512])
  }

  /// FFmpeg's packet tables count whole packets; the last one says that it has fewer frames.
  @Test func lastPacketOfAppleLossless_endsTheAudio() throws {
    // A pair of channels: the tag 1, the flag behind 16 bits, and 100 frames.
    let last: [UInt8] = [0x20, 0, 0x10, 0, 0, 0, 0xc8, 0, 0]
    let table = B.u64(2) + B.u64(8192) + B.u32(0, 0) + [9, 9]
    for (remainder, end) in [(0, 4196), (3996, 8192)] {
      let entries = remainder == 0 ? table : B.u64(2) + B.u64(4196) + B.u32(0, remainder) + [9, 9]
      let file = try open(
        file(
          description("alac", frames: 4096), chunk("pakt", entries),
          chunk("data", B.u32(0) + [UInt8](repeating: 0xff, count: 9) + last)))
      #expect(try file.samples().decodeEnd == Int64(end))
    }
  }

  /// FFmpeg states a number of frames that no block can have, and ends the table with a packet for changed headers.
  @Test func flacWithImpossibleLengths_hasThoseOfItsFrames() throws {
    let (whole, short): ([UInt8], [UInt8]) = (
      [0xff, 0xf8, 0x39, 0x88, 0, 0, 0, 0], [0xff, 0xf8, 0x69, 0x88, 1, 99, 0]
    )
    let file = try open(
      file(
        description("flac", frames: 0xa3d_70a4), chunk("pakt", B.u64(3) + B.u64(0) + B.u32(0, 0) + [8, 7, 0]),
        chunk("data", B.u32(0) + whole + short)))
    let samples = try file.samples()
    let all = try samples.all()
    #expect(samples.problem == nil && all.map(\.duration) == [1152, 100] && all.map(\.size) == [8, 7])
    #expect(file.formatDescription.audioStreamBasicDescription?.mFramesPerPacket == 0)
  }

  @Test func audioThatIsStillRecorded_goesOnToTheEnd() throws {
    let data = B.text("data") + [UInt8](repeating: 0xff, count: 8) + B.u32(0) + B.zeros(30)
    let file = try open(file(description("lpcm", flags: 2, bytes: 4, frames: 1, bits: 16), data))
    #expect(try file.samples().count == 7)
    let stream = try #require(file.formatDescription.audioStreamBasicDescription)
    #expect(stream.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
    #expect(stream.mBytesPerFrame == 4 && file.channels == 2)
  }

  @Test func truncatedFile_isReadUpToItsEnd() throws {
    let table = B.u64(4) + B.u64(4096) + B.u32(0, 0) + [3, 4, 2, 1]
    let whole = file(description("aac "), chunk("pakt", table), chunk("data", B.u32(0) + B.zeros(10)))
    let samples = try open(whole.dropLast(2)).samples()
    #expect(samples.count == 2 && samples.problem?.code == .truncated && samples.problem?.box == "data")
    let plain = file(
      description("lpcm", bytes: 4, frames: 1, bits: 16), chunk("data", B.u32(0) + B.zeros(40)))
    let cut = try open(plain.dropLast(6)).samples()
    #expect(cut.count == 8 && cut.problem?.message == "6 bytes of sound are missing")
  }

  @Test func inconsistentChunks_areRefused() throws {
    let data = chunk("data", B.u32(0))
    for (bytes, code) in [
      (B.text("RIFF") + B.zeros(20), MovieError.Code.notAMovie), (file(data), .malformed),
      (file(description("aac "), chunk("data", B.u32(0) + B.zeros(9))), .malformed),
      (file(description("lpcm", rate: .nan, bytes: 4, frames: 1), data), .unsupported),
      (file(description("lpcm", bytes: 4, frames: 1, channels: 0), data), .unsupported),
      (file(description("aac ")), .truncated), (file(chunk("desc", [1])), .malformed),
      (file(chunk("free", [], size: -5)), .malformed),
      (file(description("aac "), chunk("pakt", B.u64(-1) + B.u64(0) + B.u32(0, 0)), data), .malformed),
    ] {
      let error = #expect(throws: MovieError.self) { try open(bytes) }
      #expect(error?.code == code, "\(String(describing: error))")
    }
  }

  /// A randomly damaged file is read or refused.
  @Test func damage_isNoReasonToTrap() throws {
    let table = B.u64(40) + B.u64(40_000) + B.u32(900, 60) + (0..<40).flatMap { [0x81, UInt8($0)] }
    let seeds = [
      file(
        description("aac "), chunk("chan", B.u32(101 << 16 | 2, 0, 0)), chunk("kuki", [0x12, 0x10]),
        chunk("pakt", table), chunk("data", B.u32(0) + B.zeros(40 * 150))),
      file(
        description("alac", frames: 4096), chunk("kuki", B.u32(12) + B.text("frmaalac") + B.zeros(40)),
        chunk("pakt", table), chunk("data", B.u32(0) + B.zeros(6000))),
      file(description("lpcm", flags: 3, bytes: 8, frames: 1, bits: 32), chunk("data", B.u32(0) + B.zeros(600))),
    ]
    for seed in seeds {
      #expect(try open(seed).samples().count >= 40)
      var mutation = Mutation(seed: 8)
      for _ in 0..<700 {
        do {
          let file = try open(mutation.damaged(seed))
          let samples = try file.samples()
          if samples.count > 0 {
            let last = try samples[samples.count - 1]
            #expect(last.offset + Int64(last.size) <= file.source.size)
            _ = try samples.sample(atPresentationTime: 5000)
          }
          _ = file.gapless
        } catch is MovieError {}
      }
    }
  }
}
