import AVFoundation
import Testing

/// The guide's program "Combining Multiple Assets": two clips one after the other with one audio track, an orientation
/// check, and layer instructions with the clips' own transforms, read and exported. As written for Apple's systems.
@Suite struct CombiningAssets {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// True for the transform of a clip that was shot in portrait mode.
  private func isPortrait(_ track: AVAssetTrack) -> Bool {
    let transform = track.preferredTransform
    return transform.a == 0 && transform.d == 0 && (transform.b == 1.0 || transform.b == -1.0)
      && (transform.c == 1.0 || transform.c == -1.0)
  }

  @Test func twoClipsAndOneAudioTrack_areCombined() async throws {
    let firstVideoAsset = AVURLAsset(url: try NumberedMovie.make("first.mp4", in: folder))
    let secondVideoAsset = AVURLAsset(url: try NumberedMovie.make("second.mp4", in: folder))
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=n/131072:s=48000:d=2", "-c:a", "pcm_f32le", folder.file("audio.mov"),
    ])
    let audioAsset = AVURLAsset(url: folder.url("audio.mov"))

    // Creating the composition.
    let mutableComposition = AVMutableComposition()
    let videoCompositionTrack = try #require(
      mutableComposition.addMutableTrack(
        withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    let audioCompositionTrack = try #require(
      mutableComposition.addMutableTrack(
        withMediaType: .audio, preferredTrackID: kCMPersistentTrackID_Invalid))

    // Adding the assets.
    let firstVideoAssetTrack = firstVideoAsset.tracks(withMediaType: .video)[0]
    let secondVideoAssetTrack = secondVideoAsset.tracks(withMediaType: .video)[0]
    try videoCompositionTrack.insertTimeRange(
      CMTimeRangeMake(start: .zero, duration: firstVideoAssetTrack.timeRange.duration), of: firstVideoAssetTrack,
      at: .zero)
    try videoCompositionTrack.insertTimeRange(
      CMTimeRangeMake(start: .zero, duration: secondVideoAssetTrack.timeRange.duration), of: secondVideoAssetTrack,
      at: firstVideoAssetTrack.timeRange.duration)
    try audioCompositionTrack.insertTimeRange(
      CMTimeRangeMake(
        start: .zero,
        duration: CMTimeAdd(firstVideoAssetTrack.timeRange.duration, secondVideoAssetTrack.timeRange.duration)),
      of: audioAsset.tracks(withMediaType: .audio)[0], at: .zero)

    // Checking the video orientations.
    let isFirstVideoPortrait = isPortrait(firstVideoAssetTrack)
    #expect(isFirstVideoPortrait == isPortrait(secondVideoAssetTrack))

    // Applying the video composition layer instructions.
    let firstVideoCompositionInstruction = AVMutableVideoCompositionInstruction()
    firstVideoCompositionInstruction.timeRange = CMTimeRangeMake(
      start: .zero, duration: firstVideoAssetTrack.timeRange.duration)
    let secondVideoCompositionInstruction = AVMutableVideoCompositionInstruction()
    secondVideoCompositionInstruction.timeRange = CMTimeRangeMake(
      start: firstVideoAssetTrack.timeRange.duration,
      duration: CMTimeAdd(firstVideoAssetTrack.timeRange.duration, secondVideoAssetTrack.timeRange.duration))
    let firstVideoLayerInstruction = AVMutableVideoCompositionLayerInstruction(assetTrack: videoCompositionTrack)
    firstVideoLayerInstruction.setTransform(firstVideoAssetTrack.preferredTransform, at: .zero)
    let secondVideoLayerInstruction = AVMutableVideoCompositionLayerInstruction(assetTrack: videoCompositionTrack)
    secondVideoLayerInstruction.setTransform(
      secondVideoAssetTrack.preferredTransform, at: firstVideoAssetTrack.timeRange.duration)
    firstVideoCompositionInstruction.layerInstructions = [firstVideoLayerInstruction]
    secondVideoCompositionInstruction.layerInstructions = [secondVideoLayerInstruction]
    let mutableVideoComposition = AVMutableVideoComposition()
    mutableVideoComposition.instructions = [firstVideoCompositionInstruction, secondVideoCompositionInstruction]

    // Setting the render size and frame duration.
    let (first, second) = (firstVideoAssetTrack.naturalSize, secondVideoAssetTrack.naturalSize)
    mutableVideoComposition.renderSize = CGSize(
      width: max(first.width, second.width), height: max(first.height, second.height))
    mutableVideoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)

    // A volume ramp over the whole composition.
    let mixParameters = AVMutableAudioMixInputParameters(track: audioCompositionTrack)
    mixParameters.setVolumeRamp(
      fromStartVolume: 1, toEndVolume: 0,
      timeRange: CMTimeRangeMake(start: .zero, duration: mutableComposition.duration))
    let mutableAudioMix = AVMutableAudioMix()
    mutableAudioMix.inputParameters = [mixParameters]

    let reader = try AVAssetReader(asset: mutableComposition)
    let video = AVAssetReaderVideoCompositionOutput(
      videoTracks: mutableComposition.tracks(withMediaType: .video), videoSettings: nil)
    video.videoComposition = mutableVideoComposition
    let audio = AVAssetReaderAudioMixOutput(
      audioTracks: mutableComposition.tracks(withMediaType: .audio), audioSettings: nil)
    audio.audioMix = mutableAudioMix
    reader.add(video)
    reader.add(audio)
    #expect(reader.startReading(), "\(reader.error as Any)")
    let frames = try video.all().map { try NumberedMovie.number(#require($0.imageBuffer)) }
    // The second instruction ends past the composition: the movie is not longer.
    #expect(frames == Array(0..<30) + Array(0..<30))
    let bytes = try audio.all().flatMap { try $0.bytes }
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(reader.status == .completed && samples.count == 96000, "\(reader.error as Any)")
    let worst = samples.enumerated().map { index, sample in
      abs(Double(sample) - Double(index) / 131072 * (1 - Double(index) / 96000))
    }.max()
    #expect(try #require(worst) < 1e-6)

    // Exporting the composition.
    let exporter = try #require(
      AVAssetExportSession(asset: mutableComposition, presetName: AVAssetExportPresetHighestQuality))
    exporter.outputURL = folder.url("combined.mov")
    exporter.outputFileType = .mov
    exporter.shouldOptimizeForNetworkUse = true
    exporter.videoComposition = mutableVideoComposition
    exporter.audioMix = mutableAudioMix
    await withCheckedContinuation { continuation in
      exporter.exportAsynchronously { continuation.resume() }
    }
    #expect(exporter.status == .completed, "\(exporter.error as Any)")
    #expect(try Oracle.frames(folder.file("combined.mov")).numbers == Array(0..<30) + Array(0..<30))
    let exported = try Oracle.samples(folder.file("combined.mov"))
    try expectAudio(folder.url("combined.mov"), 96000)
    // The loudest is in the middle: the ramp of the source grows while the volume falls.
    let middle = Double(exported[48000]) / 32768
    #expect(abs(middle - 0.183) < 0.02, "\(middle)")
    #expect(try Oracle.complaints(folder.file("combined.mov")) == [])
  }
}
