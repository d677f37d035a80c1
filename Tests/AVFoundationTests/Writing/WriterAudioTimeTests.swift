import AVFoundation
import Foundation
import Testing

/// Audio is where its stamps say: behind gaps and overlaps, in short files and where sessions meet.
@Suite struct WriterAudioTimeTests {
  private let folder: TemporaryFolder
  private var path: String { folder.file("out") }

  init() throws { folder = try TemporaryFolder() }

  /// Writes a session for each list of blocks, places with samples: from the first block's place to the last one's end.
  private func write(
    _ sessions: [[(Int, [Int16])]], _ settings: [String: Any]?, _ type: AVFileType = .mov
  ) async throws {
    let hint = try WrittenMedia.audio([0], at: 0).formatDescription
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings, sourceFormatHint: hint)
    let writer = try AVAssetWriter(outputURL: folder.url("out"), fileType: type)
    writer.add(input)
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    for blocks in sessions {
      let last = try #require(blocks.last)
      writer.startSession(atSourceTime: CMTime(value: Int64(blocks[0].0), timescale: 48_000))
      for (place, values) in blocks { await input.appendWhenReady(try WrittenMedia.audio(values, at: place)) }
      writer.endSession(atSourceTime: CMTime(value: Int64(last.0 + last.1.count), timescale: 48_000))
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  private func settings(_ format: AudioFormatID) -> [String: Any] {
    if format == kAudioFormatLinearPCM { return WrittenMedia.pcm }
    return [AVFormatIDKey: format, AVSampleRateKey: 48_000, AVNumberOfChannelsKey: 1]
  }

  /// Returns a tone of 1 kHz.
  private func tone(_ places: Range<Int>) -> [Int16] {
    places.map { Int16(8000 * sin(2 * .pi * Double($0) / 48)) }
  }

  @Test(arguments: [AVFileType.mp4, .matroska], [100, 4000, 4608, 10_000])
  func FLACOfFewSamples_isKept(_ type: AVFileType, _ count: Int) async throws {
    try await write([[(0, WrittenMedia.ramp(count))]], settings(kAudioFormatFLAC), type)
    #expect(try Oracle.samples(path) == WrittenMedia.ramp(count))
    #expect(try Oracle.streams(path, "sample_rate,channels") == ["48000,1"])
  }

  @Test(arguments: [2400, 72_000]) func gapBetweenBlocks_isSilence(length: Int) async throws {
    let blocks = (0..<4).map { ($0 * (4800 + length), WrittenMedia.ramp(4800)) }
    try await write([blocks], WrittenMedia.pcm)
    let gap = [Int16](repeating: 0, count: length)
    #expect(try Oracle.samples(path) == Array(blocks.map(\.1).joined(separator: gap)))
  }

  @Test func gapInAAC_movesNothingBehindIt() async throws {
    let click = WrittenMedia.clicks(4800, every: 10_000, from: 7600)
    try await write([[(0, click), (24_000, click), (60_001, click)]], WrittenMedia.aac)
    let samples = try Oracle.samples(path)
    for place in [2400, 26_400, 62_401] {
      let near = place - 1000..<place + 1000
      try #require(samples.count >= near.upperBound)
      let loudest = try #require(near.max { abs(Int(samples[$0])) < abs(Int(samples[$1])) })
      #expect(abs(loudest - place) <= 1)
    }
  }

  /// Small differences are smoothed, but do not add up.
  @Test(arguments: [5040, 4560]) func blocksAtAnotherRate_areNearTheirStamps(distance: Int) async throws {
    var blocks = (0..<40).map { ($0 * distance, [Int16](repeating: 0, count: 4800)) }
    let place = 40 * distance + 2400
    blocks.append((40 * distance, (0..<4800).map { $0 == 2400 ? 28_000 : 0 }))
    try await write([blocks], WrittenMedia.pcm)
    let found = try #require(try Oracle.samples(path).firstIndex(of: 28_000))
    #expect(abs(found - place) <= 2000, "\(found - place)")
  }

  @Test func blocksWithUnsteadyStamps_areContiguous() async throws {
    let blocks = (0..<31).map { ($0 * 1600 + [0, 140, -90][$0 % 3], WrittenMedia.ramp(1600, from: $0 * 1600)) }
    try await write([blocks], WrittenMedia.pcm)
    #expect(try Oracle.samples(path) == WrittenMedia.ramp(31 * 1600))
  }

  @Test func blocksWithStampsOfVideoFrames_areContiguous() async throws {
    let blocks = (0..<40).map { ($0 * 1024 / 1600 * 1600, WrittenMedia.ramp(1024, from: $0 * 1024)) }
    try await write([blocks], WrittenMedia.pcm)
    // The session ends by the last stamp, which ffmpeg does not trim.
    let samples = try Oracle.samples(path)
    #expect(samples.count >= 39_424 && samples == WrittenMedia.ramp(samples.count))
  }

  @Test(arguments: [true, false], [AVFileType.mov, .wav])
  func overlappingSamples_areLeftOut(isEncoded: Bool, _ type: AVFileType) async throws {
    let ranges = [0..<4800, 2400..<7200, 3000..<7200, 4000..<9600]
    try await write(
      [ranges.map { ($0.lowerBound, WrittenMedia.ramp($0.count, from: $0.lowerBound)) }],
      isEncoded ? WrittenMedia.pcm : nil, type)
    #expect(try Oracle.samples(path) == WrittenMedia.ramp(9600))
  }

  @Test func unencodedBlocksWithUnsteadyStamps_areContiguous() async throws {
    let blocks = (0..<31).map { ($0 * 1600 + [0, 140, -90][$0 % 3], WrittenMedia.ramp(1600, from: $0 * 1600)) }
    try await write([blocks], nil)
    #expect(try Oracle.samples(path) == WrittenMedia.ramp(31 * 1600))
  }

  @Test(arguments: [kAudioFormatMPEG4AAC, kAudioFormatAppleLossless, kAudioFormatFLAC, kAudioFormatLinearPCM])
  func sessionsOfATone_followOnEachOther(_ format: AudioFormatID) async throws {
    // The second continues the first's wave.
    let sessions = [0..<32_000, 96_032..<128_032].map { range in
      stride(from: range.lowerBound, to: range.upperBound, by: 1600).map { ($0, tone($0..<$0 + 1600)) }
    }
    try await write(sessions, settings(format), format == kAudioFormatFLAC ? .mp4 : .mov)
    let (_, output) = try AVAssetReader.started(folder.url("out"), .audio, WrittenMedia.pcm)
    let samples = try output.all().flatMap { sample in
      try sample.bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }
    #expect(samples.count == 64_000)
    let expected = tone(0..<32_000) + tone(96_032..<128_032)
    if format != kAudioFormatMPEG4AAC { #expect(samples == expected) }
    for start in stride(from: 256, to: samples.count - 512, by: 256) {
      let errors = (start..<start + 256).map { abs(Double(samples[$0]) - Double(expected[$0])) }
      #expect(errors.reduce(0, +) / 256 < 2500, "\(start)")
    }
  }
}
