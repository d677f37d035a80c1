import AVFoundation
import MediaGraph
import Testing

/// The timelines that compositions become, as the reader's graph prints them.
@Suite struct LoweringTests {
  /// The graph of a reader as YAML, without the folder of the media.
  private func yaml(_ asset: AVAsset, _ outputs: AVAssetReaderOutput...) throws -> String {
    let reader = try AVAssetReader(asset: asset)
    for output in outputs { reader.add(output) }
    return try reader.graph.yaml().replacingOccurrences(of: SharedClip.movie.path, with: "movie.mp4")
  }

  /// The clips of a graph and the gaps between and before them, each in one line.
  private func clips(_ yaml: String) -> [String] {
    var clips: [String] = []
    for line in yaml.split(separator: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("- clip:") {
        clips.append(String(line.dropFirst(2)))
      } else if line.hasPrefix("- { gap:") {
        clips.append(line.trimmingCharacters(in: CharacterSet(charactersIn: "-{} ")))
      } else if line.contains(": ") && !line.hasPrefix("output"), !clips.isEmpty {
        clips[clips.count - 1] += ", " + line
      }
    }
    return clips
  }

  @Test func track_becomesClipsAndGaps() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(150, 450), span(0, 60))
    track.insertEmptyTimeRange(span(300, 360))
    track.scaleTimeRange(span(0, 300), toDuration: ticks(150))
    let text = try yaml(composition, AVAssetReaderTrackOutput(track: track, outputSettings: [:]))
    let id = try AVURLAsset.shared.track(.video).trackID
    #expect(
      clips(text) == [
        "clip: movie.mp4, from: 250ms, to: 750ms, duration: 250ms, video: id:\(id), audio: none, fit: none",
        "gap: 100ms",
        "clip: movie.mp4, to: 100ms, video: id:\(id), audio: none, fit: none",
      ])
    #expect(text.contains("output1: { use: swift.output1, in: edit1.frames }"))
  }

  @Test func audioMix_becomesVolumesOfClips() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(0, 600), of: AVURLAsset.shared, at: .zero)
    let track = try #require(composition.tracks(withMediaType: .audio).first)
    track.insertEmptyTimeRange(span(300, 360))
    let parameters = AVMutableAudioMixInputParameters(track: track)
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: span(240, 480))
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
    output.audioMix = mix
    // Later changes do not reach the output's copy.
    parameters.setVolume(0.5, at: .zero)
    let id = try AVURLAsset.shared.track(.audio).trackID
    #expect(
      try clips(yaml(composition, output)) == [
        "clip: movie.mp4, to: 500ms, video: none, audio: id:\(id), volume: { 0s: 1, 400ms: 1, 500ms: 0.75 }",
        "gap: 100ms",
        "clip: movie.mp4, from: 500ms, to: 1s, video: none, audio: id:\(id), volume: { 0s: 0.5, 200ms: 0 }",
      ])
  }

  /// Two tracks in turn, with a dissolve between them.
  @Test func videoComposition_becomesLayersWithOpacities() throws {
    let (composition, first) = try AVMutableComposition.ofVideo(span(0, 400))
    let second = try composition.add(.video)
    try second.insertTimeRange(span(0, 400), of: AVURLAsset.shared.track(.video), at: ticks(300))
    let video = AVMutableVideoComposition(propertiesOf: composition)
    video.instructions[1] = AVVideoTransition.dissolve.instruction(
      from: first, to: second, in: span(300, 400), renderSize: video.renderSize)
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: composition.tracks, videoSettings: nil)
    output.videoComposition = video
    let text = try yaml(composition, output)
    let clip = "video: id:\(try AVURLAsset.shared.track(.video).trackID), audio: none, fit: none"
    // Bottom to top: the second track is under the first one.
    #expect(
      clips(text) == [
        "gap: 500ms",
        "clip: movie.mp4, to: 2/3s, \(clip)",
        "clip: movie.mp4, to: 2/3s, \(clip), opacity: { 0s: 1, 500ms: 1, 2/3s: 0 }",
      ])
    #expect(text.contains("size: 160x90") && text.contains("frame_rate: 30/1") && text.contains("gap: 7/6s"))
  }

  /// Layers that change their order, and instructions with backgrounds.
  @Test func disagreeingInstructions_giveTracksSeveralLayers() throws {
    let (composition, first) = try AVMutableComposition.ofVideo(span(0, 600))
    let second = try composition.add(.video)
    try second.insertTimeRange(span(0, 600), of: AVURLAsset.shared.track(.video), at: .zero)
    func instruction(_ range: CMTimeRange, _ tracks: [AVAssetTrack]) -> AVMutableVideoCompositionInstruction {
      let instruction = AVMutableVideoCompositionInstruction()
      instruction.timeRange = range
      instruction.layerInstructions = tracks.map { AVMutableVideoCompositionLayerInstruction(assetTrack: $0) }
      return instruction
    }
    let video = AVMutableVideoComposition()
    (video.frameDuration, video.renderSize) = (ticks(20), CGSize(width: 160, height: 90))
    let last = instruction(span(400, 600), [])
    // Alpha does not count where the composed frames have none.
    last.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    video.instructions = [
      instruction(span(0, 200), [first, second]), instruction(span(200, 400), [second, first]), last,
    ]
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: composition.tracks, videoSettings: nil)
    output.videoComposition = video
    let text = try yaml(composition, output)
    #expect(clips(text).count == 3)
    #expect(text.contains("background: [{ at: 0s, value: \"#000000\" }, { at: 2/3s, value: \"#ff0000\", jump: true }]"))
  }

  @Test func instructionsWithoutTimes_areLeftOut() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 600))
    let second = try composition.add(.video)
    try second.insertTimeRange(span(0, 600), of: AVURLAsset.shared.track(.video), at: .zero)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    let parts = [
      Self.instruction(span(0, 300), track: track.trackID), Self.instruction(span(300, 600), track: second.trackID),
    ]
    func text(_ instructions: [AVMutableVideoCompositionInstruction]) throws -> String {
      let output = AVAssetReaderVideoCompositionOutput(videoTracks: composition.tracks, videoSettings: nil)
      video.instructions = instructions
      output.videoComposition = video
      return try yaml(composition, output)
    }
    let expected = try text(parts)
    #expect(clips(expected).count == 2)
    for odd in [
      CMTimeRange.invalid, CMTimeRange(start: ticks(300), duration: .invalid),
      CMTimeRange(start: ticks(300), duration: .indefinite),
    ] {
      #expect(try text([parts[0], Self.instruction(odd, track: track.trackID), parts[1]]) == expected)
    }
  }

  /// Ramps that touch have one key between them: two of one time would be a jump to the same value.
  @Test func touchingRamps_shareAKey() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(0, 600), of: AVURLAsset.shared, at: .zero)
    let track = try #require(composition.tracks(withMediaType: .audio).first)
    let parameters = AVMutableAudioMixInputParameters(track: track)
    let mix = AVMutableAudioMix()
    func text() throws -> String {
      mix.inputParameters = [parameters]
      let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
      output.audioMix = mix
      return try yaml(composition, output)
    }
    parameters.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: span(0, 300))
    parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: span(300, 600))
    #expect(try text().contains("volume: { 0s: 0, 500ms: 1, 1s: 0 }"))
    parameters.setEqualPowerFade(fromStartVolume: 0, toEndVolume: 1, timeRange: span(0, 600))
    let fade = try text()
    #expect(fade.contains("1s: 1") && !fade.contains("jump"))
    // Only the program's own sink is unknown to a file.
    let problems = GraphChecker().check(DescriptionLoader().load(text: fade, path: "fade.yaml").graph).problems
    #expect(problems.allSatisfy { $0.message.contains("swift.output1") }, "\(problems.map(\.message))")
  }

  // MARK: What is refused

  private func startError(_ asset: AVAsset, _ output: AVAssetReaderOutput) throws -> AVError? {
    let reader = try AVAssetReader(asset: asset)
    reader.add(output)
    #expect(!reader.startReading() && reader.status == .failed)
    return reader.error as? AVError
  }

  @Test func invalidVideoCompositions_areRefusedBeforeAnythingIsRead() throws {
    let (composition, track) = try AVMutableComposition.ofVideo(span(0, 600))
    let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
    #expect(try startError(composition, output)?.code == .invalidVideoComposition)
    let video = AVMutableVideoComposition(propertiesOf: composition)
    let cases: [(String, (AVMutableVideoComposition) -> Void)] = [
      ("no instruction covers {300/600", { $0.instructions = [Self.instruction(span(0, 300))] }),
      ("instruction 1 starts at", { $0.instructions = [span(0, 300), span(240, 600)].map { Self.instruction($0) } }),
      ("renderScale is 0.5", { $0.renderScale = 0.5 }), ("frameDuration is", { $0.frameDuration = .zero }),
      ("track 99", { $0.instructions = [Self.instruction(span(0, 600), track: 99)] }),
    ]
    for (reason, change) in cases {
      let output = AVAssetReaderVideoCompositionOutput(videoTracks: [track], videoSettings: nil)
      let changed = try #require(video.mutableCopy() as? AVMutableVideoComposition)
      change(changed)
      output.videoComposition = changed
      let error = try startError(composition, output)
      #expect(error?.code == .invalidVideoComposition)
      #expect(error?.failureReason?.contains(reason) == true, "\(error?.failureReason ?? "")")
    }
  }

  private static func instruction(
    _ range: CMTimeRange, track: CMPersistentTrackID? = nil
  ) -> AVMutableVideoCompositionInstruction {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = range
    if let track {
      let layer = AVMutableVideoCompositionLayerInstruction()
      layer.trackID = track
      instruction.layerInstructions = [layer]
    }
    return instruction
  }

  @Test func parametersOfOtherTracks_areRefused() throws {
    let composition = AVMutableComposition()
    try composition.insertTimeRange(span(0, 600), of: AVURLAsset.shared, at: .zero)
    let track = try #require(composition.tracks(withMediaType: .audio).first)
    let output = AVAssetReaderAudioMixOutput(audioTracks: [track], audioSettings: nil)
    let parameters = AVMutableAudioMixInputParameters()
    parameters.trackID = 77
    let mix = AVMutableAudioMix()
    mix.inputParameters = [parameters]
    output.audioMix = mix
    #expect(try startError(composition, output)?.failureReason?.contains("track 77") == true)
  }
}
