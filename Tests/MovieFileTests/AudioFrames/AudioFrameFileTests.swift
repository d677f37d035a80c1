import Foundation
import Testing

@testable import MovieFile

/// MPEG audio and AAC streams without a container: their frames and the encoders' headers, compared with ffprobe and
/// ffmpeg.
@Suite struct AudioFrameFileTests {
  struct Recipe: CustomTestStringConvertible, Sendable {
    var name: String
    var options: [String]
    var testDescription: String { ([name] + options).joined(separator: " ") }
  }

  static let mp3: [Recipe] = [
    Recipe(name: "a.mp3", options: ["-b:a", "128k"]), Recipe(name: "a.mp3", options: ["-q:a", "2"]),
    Recipe(name: "a.mp3", options: ["-ac", "1", "-b:a", "64k"]),
    Recipe(name: "a.mp3", options: ["-ar", "48000", "-q:a", "5", "-id3v2_version", "4"]),
    Recipe(name: "a.mp3", options: ["-ar", "22050", "-b:a", "56k"]),
    Recipe(name: "a.mp3", options: ["-ar", "8000", "-ac", "1", "-q:a", "4", "-write_id3v1", "1"]),
  ]
  static let others: [Recipe] = [
    Recipe(name: "a.mp3", options: ["-b:a", "96k", "-write_xing", "0"]), Recipe(name: "a.mp2", options: []),
    Recipe(name: "a.mp2", options: ["-ar", "24000"]), Recipe(name: "a.aac", options: []),
    Recipe(name: "a.aac", options: ["-ar", "22050", "-ac", "1"]),
  ]

  /// Makes two seconds of changing audio.
  private func make(_ recipe: Recipe, in folder: TemporaryFolder, duration: String = "2") throws -> String {
    let path = folder.file(recipe.name)
    let source = "aevalsrc='sin(500*t*t)*min(t\\,1)|random(0)*0.2':d=\(duration)"
    try Oracle.make(["-f", "lavfi", "-i", source, "-metadata", "title=x"] + recipe.options + [path])
    return path
  }

  /// Returns the offset and size of each packet.
  private func packets(_ path: String) throws -> [[Int64]] {
    let output = try Oracle.run(
      "ffprobe", ["-v", "error", "-select_streams", "a", "-show_entries", "packet=pos,size", "-of", "csv=p=0", path])
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map { line in
      line.split(separator: ",").compactMap { Int64($0) }
    }
  }

  private func frames(_ table: SampleTable, headerSize: Int64) throws -> [[Int64]] {
    var result: [[Int64]] = []
    try table.forEachRun { run in
      for index in 0..<run.count {
        result.append([Int64(run[index].size) + headerSize, run[index].offset - headerSize])
      }
    }
    return result
  }

  @Test(arguments: mp3 + others) func frames_areThoseOfFFprobe(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let path = try make(recipe, in: folder)
    let file = try AudioFrameFile(path: path)
    let table = try file.samples()
    #expect(table.problem == nil)
    #expect(try frames(table, headerSize: recipe.name == "a.aac" ? 7 : 0) == packets(path))
    let samplesPerFrame = Int64(file.samplesPerFrame)
    #expect(table.decodeEnd == samplesPerFrame * Int64(table.count) && table.timescale == file.sampleRate)
    let some = try #require(try table.sample(atPresentationTime: 20 * samplesPerFrame + 5))
    #expect(some.index == 20 && some.presentationTime == 20 * samplesPerFrame)
  }

  @Test(arguments: mp3, ["0.7", "2"]) func sampleCount_isThatOfTheSource(recipe: Recipe, duration: String) throws {
    let folder = try TemporaryFolder()
    let path = try make(recipe, in: folder, duration: duration)
    let file = try AudioFrameFile(path: path)
    let gapless = try #require(file.gapless)
    let pcm = try Oracle.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-"])
    #expect(gapless.sampleCount == Int64(pcm.count / 2 / file.channels))
    #expect(gapless.sampleRate == file.sampleRate && gapless.source == .lame)
    let total = try file.samples().decodeEnd
    #expect(gapless.priming + gapless.sampleCount + gapless.padding == total)
    let known = try file.estimatedDuration()
    #expect(known.isExact && known.duration == CMTime(value: gapless.sampleCount, timescale: file.sampleRate))
  }

  @Test func variableBitRate_hasPlacesToSeekTo() throws {
    let folder = try TemporaryFolder()
    let path = try make(Recipe(name: "a.mp3", options: ["-q:a", "3"]), in: folder, duration: "20")
    let file = try AudioFrameFile(path: path)
    let points = try #require(file.summary?.seekPoints)
    let table = try file.samples()
    #expect(file.summary?.kind == .xing && points.count == 100)
    #expect(Int64(table.count) == file.summary?.frameCount)
    for point in points.dropFirst() {
      let actual = try #require(try table.sample(atPresentationTime: point.sample))
      // A 256th of the file, and a frame.
      #expect(abs(actual.offset - point.offset) < (file.range.upperBound - file.range.lowerBound) / 128 + 1000)
    }
  }

  @Test func constantBitRateWithoutHeader_isEstimated_andADTSIs() throws {
    let folder = try TemporaryFolder()
    for recipe in [
      Recipe(name: "a.mp3", options: ["-b:a", "96k", "-write_xing", "0"]), Recipe(name: "a.aac", options: []),
    ] {
      let path = try make(recipe, in: folder, duration: "15")
      let file = try AudioFrameFile(path: path)
      let guess = try file.estimatedDuration()
      #expect(!guess.isExact && abs(guess.duration.seconds - 15) < 0.5)
      let table = try file.samples()
      let known = try file.estimatedDuration()
      #expect(known.isExact && known.duration == CMTime(value: table.decodeEnd, timescale: table.timescale))
    }
  }

  @Test func formatDescription_namesTheCodec() throws {
    let folder = try TemporaryFolder()
    let mp3 = try AudioFrameFile(path: make(Self.mp3[2], in: folder))
    #expect(mp3.formatDescription.audioStreamBasicDescription?.mFormatID == kAudioFormatMPEGLayer3)
    #expect(mp3.formatDescription.audioStreamBasicDescription?.mChannelsPerFrame == 1)
    let aac = try AudioFrameFile(path: make(Self.others[3], in: folder))
    // Low complexity, 44,100 Hz, two channels.
    #expect(aac.formatDescription.magicCookie == Data([0x12, 0x10]))
  }

  @Test func bytesBetweenFrames_arePassedOver_andReported() throws {
    let folder = try TemporaryFolder()
    let path = try make(Self.mp3[0], in: folder)
    let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let sizes = try AudioFrameFile(path: path).samples()
    let place = try Int(sizes[30].offset)
    let file = try AudioFrameFile(source: MemoryByteSource(good[..<place] + [0xff, 0xfb, 0, 0, 0xff] + good[place...]))
    let table = try file.samples()
    #expect(table.count == sizes.count)
    #expect(try table[30].offset == Int64(place + 5) && table[29].offset == sizes[29].offset)
    #expect(table.problem?.code == .malformed && table.problem?.offset == Int64(place))
  }

  @Test func cutFile_losesItsLastFrame_andReportsIt() throws {
    let folder = try TemporaryFolder()
    let path = try make(Recipe(name: "a.mp3", options: ["-b:a", "128k", "-write_id3v1", "0"]), in: folder)
    let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let count = try AudioFrameFile(path: path).samples().count
    let table = try AudioFrameFile(source: MemoryByteSource(good.dropLast(100))).samples()
    #expect(table.count == count - 1)
    #expect(table.problem?.code == .truncated)
  }

  @Test func vbriHeader_isNotAudio() throws {
    // 32 kHz, mono, 64 kb/s: frames of 288 bytes.
    let audio: [UInt8] = [0xff, 0xfb, 0x58, 0xc0] + [UInt8](repeating: 0x55, count: 284)
    var first = audio
    let numbers: [UInt8] = [0, 1, 0, 0, 0, 75] + ID3Builder.bigEndian(288 * 5) + ID3Builder.bigEndian(4)
    let table: [UInt8] = [0, 2, 0, 1, 0, 2, 0, 2] + [0x02, 0x40, 0x02, 0x40]
    first.replaceSubrange(36..<36 + 4 + 14 + 12, with: join(.text("VBRI"), numbers, table))
    let file = try AudioFrameFile(source: MemoryByteSource(join(first, audio, audio, audio, audio)))
    #expect(file.summary?.kind == .vbri && file.summary?.frameCount == 4)
    #expect(file.summary?.seekPoints == [.init(sample: 0, offset: 288), .init(sample: 2304, offset: 288 * 3)])
    #expect(try file.samples().count == 4)
    #expect(file.gapless == nil)
  }

  @Test func filesWithoutAudioFrames_areRefused() throws {
    for bytes in [[], [0xff], [UInt8](repeating: 0xff, count: 4000), Array("RIFF and so on and so on".utf8)] {
      #expect { try AudioFrameFile(source: MemoryByteSource(bytes)) } throws: {
        ($0 as? MovieError)?.code == .notAMovie
      }
    }
  }

  @Test(.sharedMedia, arguments: ["bear-id3.mp3", "bear-vbr-xing-header.mp3", "sample.adts"])
  func realFiles_haveTheFramesOfFFprobe(name: String) throws {
    let path = SharedMedia.path(name)
    let file = try AudioFrameFile(path: path)
    let table = try file.samples()
    // FFprobe makes a packet of a single remaining byte at the end.
    #expect(try frames(table, headerSize: name == "sample.adts" ? 7 : 0) == packets(path).filter { $0[0] > 7 })
    // FFmpeg misses the header after ten padding bytes in the other file.
    if name == "bear-vbr-xing-header.mp3", let gapless = file.gapless {
      let pcm = try Oracle.run("ffmpeg", ["-v", "error", "-i", path, "-f", "s16le", "-"])
      #expect(gapless.sampleCount == Int64(pcm.count / 2 / file.channels))
    }
  }

  /// Each byte of the beginning and every eleventh of the rest changed, and the file truncated at every length.
  @Test func changedAndCutFiles_areReadOrRefused() throws {
    let folder = try TemporaryFolder()
    for recipe in [Self.mp3[5], Self.others[4]] {
      let good = [UInt8](try Data(contentsOf: URL(fileURLWithPath: make(recipe, in: folder, duration: "0.4"))))
      var refused = 0
      func read(_ bytes: [UInt8]) throws {
        do throws(MovieError) {
          let file = try AudioFrameFile(source: MemoryByteSource(bytes))
          _ = try file.estimatedDuration()
          let table = try file.samples()
          try table.forEachRun { run throws(MovieError) in
            let isInside = run.first.offset >= 0 && run.first.offset + run.byteCount <= Int64(bytes.count)
            if !isInside { throw MovieError(.malformed, "a frame outside of the file", offset: run.first.offset) }
          }
        } catch {
          guard error.code == .notAMovie || error.code == .unsupported else { throw error }
          refused += 1
        }
      }
      for index in good.indices where index < 400 || index % 11 == 0 {
        for value in [0, 0xff, good[index] ^ 0x10] {
          var bytes = good
          bytes[index] = value
          try read(bytes)
        }
        try read(Array(good[..<index]))
      }
      #expect(refused > 0)
    }
  }
}
