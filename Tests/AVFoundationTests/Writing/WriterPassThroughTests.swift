import AVFoundation
import Foundation
import MediaEngine
import MediaGraph
import Testing

/// Coded samples are stored as they are: their bytes, times and order.
@Suite struct WriterPassThroughTests {
  /// Returns the coded samples of a file.
  private func samples<Kind: CodedKind>(
    _ path: String, _ output: KeyPath<AssetRead, Output<Coded<Kind>>>
  ) async throws -> [CMSampleBuffer] {
    var graph = Graph()
    let read = graph.add("read", AssetRead { $0.url = Location(path) })
    let sink = ProgramSink<Coded<Kind>>("out")
    graph.connect(read[dynamicMember: output], to: graph.add("sink", sink).input)
    let run = GraphRun(graph)
    run.start()
    var all: [CMSampleBuffer] = []
    while let sample = try await sink.next() { all.append(sample) }
    _ = try await run.result()
    return all
  }

  private func hashes(_ path: String, _ kind: String) throws -> [String] {
    try Oracle.text(
      "ffprobe",
      [
        "-v", "error", "-select_streams", kind, "-show_packets", "-show_entries", "packet=data_hash,flags",
        "-show_data_hash", "md5", "-of", "csv=p=0", path,
      ]
    ).split(separator: "\n").map(String.init)
  }

  private func copy(
    _ video: [CMSampleBuffer], _ audio: [CMSampleBuffer], to url: URL, _ type: AVFileType
  ) async throws {
    let writer = try AVAssetWriter(outputURL: url, fileType: type)
    let lists = [(AVMediaType.video, video), (.audio, audio)].filter { !$0.1.isEmpty }
    var inputs: [AVAssetWriterInput] = []
    for (type, list) in lists {
      let input = AVAssetWriterInput(mediaType: type, outputSettings: nil, sourceFormatHint: list[0].formatDescription)
      #expect(writer.canAdd(input))
      writer.add(input)
      inputs.append(input)
    }
    #expect(writer.startWriting(), "\(String(describing: writer.error))")
    writer.startSession(atSourceTime: .zero)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (input, (_, list)) in zip(inputs, lists) {
        group.addTask {
          for sample in list { #expect(await input.appendWhenReady(sample)) }
          input.markAsFinished()
        }
      }
      try await group.waitForAll()
    }
    await writer.finishWriting()
    #expect(writer.status == .completed, "\(String(describing: writer.error))")
  }

  @Test(arguments: [AVFileType.mov, .mp4])
  func framesInAnyOrder_andAAC_keepBytesAndTimes(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "color=size=128x64:rate=30000/1001:duration=2,format=yuv420p,\(NumberedMovie.bars)", "-f",
      "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=2", "-c:v", "libx264", "-bf", "3", "-g", "15",
      "-c:a",
      "aac", folder.file("in.mp4"),
    ])
    let video = try await samples(folder.file("in.mp4"), \.codedVideo)
    let audio = try await samples(folder.file("in.mp4"), \.codedAudio)
    try await copy(video, audio, to: folder.url("out"), type)
    for kind in ["v", "a"] {
      #expect(try hashes(folder.file("out"), kind) == hashes(folder.file("in.mp4"), kind))
    }
    // Frames that are decoded before they are shown make no movie slower.
    for file in ["in.mp4", "out"] {
      #expect(try Oracle.streams(folder.file(file), "avg_frame_rate").first == "30000/1001")
    }
    let (own, other) = (try Oracle.frames(folder.file("out")), try Oracle.frames(folder.file("in.mp4")))
    #expect(own.numbers == other.numbers)
    #expect(own.times == other.times)
    #expect(try Oracle.samples(folder.file("out"), rate: 44_100) == Oracle.samples(folder.file("in.mp4"), rate: 44_100))
    #expect(try Oracle.warnings(folder.file("out")) == "")
  }

  @Test func linearPCM_staysAsItIs() async throws {
    let folder = try TemporaryFolder()
    let audio = try (0..<10).map { block in
      try WrittenMedia.audio(WrittenMedia.ramp(4800, from: block * 4800), at: block * 4800)
    }
    try await copy([], audio, to: folder.url("out.mov"), .mov)
    #expect(try Oracle.samples(folder.file("out.mov")) == WrittenMedia.ramp(48_000))
  }

  /// The delays of its encoder and of decoders are left out as in the source.
  @Test func anMP3File_isHeardAsItsSource() async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "sine=frequency=440:sample_rate=44100:duration=1", "-c:a", "libmp3lame",
      folder.file("in.mp3"),
    ])
    let asset = AVURLAsset(url: folder.url("in.mp3"))
    let output = AVAssetReaderTrackOutput(
      track: try await asset.loadTracks(withMediaType: .audio)[0], outputSettings: nil)
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(reader.startReading())
    var audio: [CMSampleBuffer] = []
    while let sample = output.copyNextSampleBuffer() { audio.append(sample) }
    try await copy([], audio, to: folder.url("out.mp3"), .mp3)
    let samples = try Oracle.samples(folder.file("out.mp3"), rate: 44_100)
    #expect(samples.count == 44_100)
    #expect(try samples == Oracle.samples(folder.file("in.mp3"), rate: 44_100))
  }

  /// CoreMedia has no constructor for AV1's format: programs give its configuration as an atom of the sample
  /// description.
  @Test(arguments: [AVFileType.mov, .mp4])
  func anAV1FormatWithItsConfiguration_isStored(_ type: AVFileType) async throws {
    let folder = try TemporaryFolder()
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=1", "-c:v", "libaom-av1", "-cpu-used", "8",
      folder.file("in.mp4"),
    ])
    let file = try Data(contentsOf: folder.url("in.mp4"))
    let name = try #require(file.range(of: Data("av1C".utf8)))
    let size = file[name.lowerBound - 4..<name.lowerBound].reduce(0) { $0 << 8 | Int($1) }
    let configuration = file[name.upperBound..<name.lowerBound - 4 + size]
    var format: CMVideoFormatDescription?
    let extensions = [kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: ["av1C": Data(configuration)]]
    let status = CMVideoFormatDescriptionCreate(
      allocator: kCFAllocatorDefault, codecType: kCMVideoCodecType_AV1, width: 64, height: 48,
      extensions: extensions as CFDictionary, formatDescriptionOut: &format)
    let description = try #require(format)
    #expect(status == noErr && description.mediaSubType == .av1)
    let own = try await samples(folder.file("in.mp4"), \.codedVideo).map { sample in
      try CMSampleBuffer(
        dataBuffer: sample.dataBuffer, formatDescription: description, numSamples: sample.numSamples,
        sampleTimings: try sample.sampleTimingInfos(), sampleSizes: [CMSampleBufferGetTotalSampleSize(sample)])
    }
    try await copy(own, [], to: folder.url("out"), type)
    let written = try Data(contentsOf: folder.url("out"))
    #expect(written.range(of: Data("av1C".utf8) + configuration) != nil)
    #expect(
      try hashes(folder.file("out"), "v").map { $0.prefix(32) }
        == hashes(folder.file("in.mp4"), "v").map { $0.prefix(32) })
    #expect(try Oracle.frames(folder.file("out")).times.count == 10)
  }

  @Test func aHintThatTheFileCannotHold_isRefused() async throws {
    let folder = try TemporaryFolder()
    let pcm = try #require(try WrittenMedia.audio([1], at: 0).formatDescription)
    let input = AVAssetWriterInput(mediaType: .audio, outputSettings: nil, sourceFormatHint: pcm)
    #expect(try !AVAssetWriter(outputURL: folder.url("out.m4a"), fileType: .m4a).canAdd(input))
    #expect(try AVAssetWriter(outputURL: folder.url("out.mov"), fileType: .mov).canAdd(input))
  }
}
