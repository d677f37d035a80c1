import AVFoundation
import MediaEngine
import MediaGraph
import Testing

/// A reader's graph is what it runs, and can be run by others.
@Suite struct ReaderGraphTests {
  private func reader() throws -> AVAssetReader {
    let asset = AVURLAsset(url: SharedClip.movie)
    let reader = try AVAssetReader(asset: asset)
    reader.add(
      AVAssetReaderTrackOutput(
        track: asset.tracks[0], outputSettings: pixels(kCVPixelFormatType_32BGRA, width: 80, height: 40)))
    reader.add(
      AVAssetReaderTrackOutput(track: asset.tracks[1], outputSettings: linearPCM([AVSampleRateKey: 44100])))
    reader.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil))
    reader.timeRange = CMTimeRange(start: CMTime(value: 1, timescale: 4), end: CMTime(value: 1, timescale: 2))
    return reader
  }

  @Test func graph_printsSourcesConversionsAndEnds() throws {
    let text = try reader().graph.yaml()
    #expect(
      text == """
        format: 1

        nodes:
          track1:
            use: asset.read
            with:
              url: \(SharedClip.movie.path)
              video_tracks: id:1
              from: 250ms
              to: 500ms
          scale1:   { use: video.scale, in: track1.video, with: { width: 80, height: 40, fit: stretch, upscale: always } }
          pixels1:  { use: video.convert, in: scale1, with: { format: bgra } }
          output1:  { use: swift.output1, in: pixels1 }
          samples2: { use: audio.convert, in: track2.audio, with: { rate: 44100, format: s16 } }
          track2:
            use: asset.read
            with:
              url: \(SharedClip.movie.path)
              audio_tracks: id:2
              from: 250ms
              to: 500ms
          output2: { use: swift.output2, in: samples2 }
          output3: { use: swift.output3, in: track1.coded_video }

        """, "\(text)")
  }

  @Test func endsOfFiles_giveWhatTheReaderGives() async throws {
    let folder = try TemporaryFolder()
    let reader = try reader()
    var graph = try reader.graph
    #expect(reader.startReading())
    // Of the first frame the part from the start on is in the file.
    let frames = reader.outputs[0].all().map { max(.zero, $0.presentationTimeStamp - CMTime(value: 1, timescale: 4)) }
    let samples = reader.outputs[1].all().reduce(0) { $0 + $1.numSamples }
    _ = reader.outputs[2].all()
    #expect(reader.status == .completed)
    // Encoders and a file in place of the program's ends.
    for name in ["output1", "output2", "output3"] { graph[name] = nil }
    let jpeg = graph.add("jpeg", VideoEncodeMJPEG())
    let pcm = graph.add("pcm", AudioEncodePCM { $0.format = .s16 })
    let mov = graph.add("mov", MuxMOV())
    let file = graph.add("file", FileWrite { $0.url = Location(folder.file("part.mov")) })
    graph.connect(Output<RawVideo>(node: "pixels1", port: "out"), to: jpeg.input)
    graph.connect(Output<RawAudio>(node: "samples2", port: "out"), to: pcm.input)
    graph.connect(jpeg.output, to: mov.input)
    graph.connect(pcm.output, to: mov.input)
    graph.connect(mov.output, to: file.input)
    _ = try await graph.run()
    let (_, video) = try AVAssetReader.started(folder.url("part.mov"), .video, nil)
    #expect(video.all().map(\.presentationTimeStamp) == frames)
    let (_, audio) = try AVAssetReader.started(folder.url("part.mov"), .audio, nil)
    #expect(audio.all().reduce(0) { $0 + $1.numSamples } == samples && samples == 11025)
  }
}
