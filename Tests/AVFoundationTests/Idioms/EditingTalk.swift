import AVFoundation
import Testing

/// The editing talk's program: clips in turn on two tracks with transitions between them, and a commentary under which
/// the main audio becomes softer. As written for Apple's systems, except that a reader takes the player's place; then
/// the export.
@Suite struct EditingTalk {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func clipsWithTransitionsAndCommentary() async throws {
    try Oracle.make([
      "-f", "lavfi", "-i", "aevalsrc=0.5:s=48000:d=1", "-f", "lavfi", "-i", "aevalsrc=0.25:s=48000:d=1", "-map", "0",
      "-c:a", "pcm_f32le", folder.file("main.mov"), "-map", "1", "-c:a", "pcm_f32le", folder.file("voice.mov"),
    ])
    let clips = try (0..<3).map { AVURLAsset(url: try NumberedMovie.make("clip\($0).mp4", in: folder)) }
    // Frames of each clip: 0 to 9, 10 to 19, 20 to 29.
    let clipRanges = (0..<3).map { CMTimeRange(start: ticks(Int64($0) * 200), duration: ticks(200)) }
    let transitionDuration = ticks(100)

    // buildTransitionComposition: clips alternate between two video tracks and overlap.
    let composition = AVMutableComposition()
    let compositionVideoTracks = try (0..<2).map { _ in
      try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: kCMPersistentTrackID_Invalid))
    }
    var nextClipStartTime = CMTime.zero
    var passThroughTimeRanges: [CMTimeRange] = []
    var transitionTimeRanges: [CMTimeRange] = []
    for (index, clip) in clips.enumerated() {
      let range = clipRanges[index]
      let clipVideoTrack = clip.tracks(withMediaType: .video)[0]
      try compositionVideoTracks[index % 2].insertTimeRange(range, of: clipVideoTrack, at: nextClipStartTime)
      var passThrough = CMTimeRange(start: nextClipStartTime, duration: range.duration)
      if index > 0 {
        passThrough.start = CMTimeAdd(passThrough.start, transitionDuration)
        passThrough.duration = CMTimeSubtract(passThrough.duration, transitionDuration)
      }
      if index + 1 < clips.count {
        passThrough.duration = CMTimeSubtract(passThrough.duration, transitionDuration)
      }
      passThroughTimeRanges.append(passThrough)
      nextClipStartTime = CMTimeSubtract(CMTimeAdd(nextClipStartTime, range.duration), transitionDuration)
      if index + 1 < clips.count {
        transitionTimeRanges.append(CMTimeRange(start: nextClipStartTime, duration: transitionDuration))
      }
    }
    var instructions: [AVMutableVideoCompositionInstruction] = []
    for (index, range) in passThroughTimeRanges.enumerated() {
      if range.duration > .zero {
        let passThrough = AVMutableVideoCompositionInstruction()
        passThrough.timeRange = range
        passThrough.layerInstructions = [
          AVMutableVideoCompositionLayerInstruction(assetTrack: compositionVideoTracks[index % 2])
        ]
        instructions.append(passThrough)
      }
      guard index + 1 < clips.count else { break }
      let transition = AVMutableVideoCompositionInstruction()
      transition.timeRange = transitionTimeRanges[index]
      let fromLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: compositionVideoTracks[index % 2])
      let toLayer = AVMutableVideoCompositionLayerInstruction(assetTrack: compositionVideoTracks[1 - index % 2])
      if index == 0 {
        // Fade out the first clip over the second: a cross-fade.
        fromLayer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: transition.timeRange)
      } else {
        // Push the second clip out by the third one.
        fromLayer.setTransformRamp(
          fromStart: .identity, toEnd: CGAffineTransform(translationX: -128, y: 0), timeRange: transition.timeRange)
        toLayer.setTransformRamp(
          fromStart: CGAffineTransform(translationX: 128, y: 0), toEnd: .identity, timeRange: transition.timeRange)
      }
      transition.layerInstructions = [fromLayer, toLayer]
      instructions.append(transition)
    }
    let videoComposition = AVMutableVideoComposition()
    videoComposition.instructions = instructions
    videoComposition.frameDuration = CMTimeMake(value: 1, timescale: 30)
    videoComposition.renderSize = CGSize(width: 128, height: 64)
    #expect(
      videoComposition.isValid(
        for: composition, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity), validationDelegate: nil))

    // addCommentaryTrackToComposition: a later track begins with an empty segment.
    let mainTrack = try composition.add(.audio)
    try mainTrack.insertTimeRange(
      CMTimeRange(start: .zero, duration: composition.duration),
      of: AVURLAsset(url: folder.url("main.mov")).track(.audio), at: .zero)
    let commentaryTrack = try composition.add(.audio)
    try commentaryTrack.insertTimeRange(
      span(0, 100), of: AVURLAsset(url: folder.url("voice.mov")).track(.audio), at: ticks(200))
    #expect(commentaryTrack.segments[0].isEmpty)
    let trackMix = AVMutableAudioMixInputParameters(track: mainTrack)
    trackMix.setVolume(1, at: .zero)
    trackMix.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0.2, timeRange: span(150, 200))
    trackMix.setVolumeRamp(fromStartVolume: 0.2, toEndVolume: 1, timeRange: span(300, 350))
    let audioMix = AVMutableAudioMix()
    audioMix.inputParameters = [trackMix]

    let snapshot = try #require(composition.copy() as? AVComposition)
    let reader = try AVAssetReader(asset: snapshot)
    let video = AVAssetReaderVideoCompositionOutput(
      videoTracks: snapshot.tracks(withMediaType: .video), videoSettings: nil)
    video.videoComposition = videoComposition
    let audio = AVAssetReaderAudioMixOutput(
      audioTracks: snapshot.tracks(withMediaType: .audio), audioSettings: nil)
    audio.audioMix = audioMix
    reader.add(video)
    reader.add(audio)
    #expect(reader.startReading(), "\(reader.error as Any)")

    // Five frames of each clip alone, and five of each transition.
    let frames = try video.all().map { try #require($0.imageBuffer) }
    let numbers = frames.map { NumberedMovie.number($0) }
    #expect(frames.count == 20 && Array(numbers[0..<5]) == Array(0..<5) && Array(numbers[15...]) == Array(25..<30))
    for index in 0..<5 {
      // Frame 5 + n of the first clip fades out over frame 10 + n of the second.
      let share = 1 - Double(index) / 5
      for (bar, level) in NumberedMovie.levels(frames[5 + index]).enumerated() {
        func luma(_ number: Int) -> Double { number >> bar & 1 == 1 ? 235 : 16 }
        #expect(abs(level - luma(5 + index) * share - luma(10 + index) * (1 - share)) <= 1.5)
      }
      // Frame 15 + n of the second clip is pushed out by frame 20 + n of the third: 25.6 pixels a frame.
      let border = 128 - 25.6 * Double(index)
      for (bar, level) in NumberedMovie.levels(frames[10 + index]).enumerated() {
        let x = Double(bar * 16 + 8)
        let (number, place) = x < border ? (15 + index, x + 128 - border) : (20 + index, x - border)
        // Apart from the edges of bars, which are interpolated.
        guard abs(place.truncatingRemainder(dividingBy: 16) - 8) < 6, abs(x - border) > 2 else { continue }
        let expected: Double = number >> Int(place / 16) & 1 == 1 ? 235 : 16
        #expect(abs(level - expected) <= 2, "frame \(index), bar \(bar)")
      }
    }

    let samples = try audio.all().flatMap { try $0.bytes }.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(reader.status == .completed && samples.count == 32000, "\(reader.error as Any)")
    func expect(_ time: Int, _ value: Float) { #expect(abs(samples[time * 80] - value) < 1e-5, "at \(time)/600") }
    for (time, value) in [
      (0, Float(0.5)), (149, 0.5), (175, 0.3), (199, 0.108), (200, 0.35), (299, 0.35), (300, 0.1), (325, 0.3),
      (399, 0.5),
    ] { expect(time, value) }

    let exportSession = try #require(
      AVAssetExportSession(asset: snapshot, presetName: AVAssetExportPresetHighestQuality))
    exportSession.outputURL = folder.url("edit.mov")
    exportSession.outputFileType = .mov
    exportSession.videoComposition = videoComposition
    exportSession.audioMix = audioMix
    await exportSession.export()
    #expect(exportSession.status == .completed, "\(exportSession.error as Any)")
    let exported = try Oracle.frames(folder.file("edit.mov")).numbers
    #expect(exported.count == 20)
    #expect(Array(exported[0..<5]) == Array(0..<5) && Array(exported[15...]) == Array(25..<30))
    let heard = try Oracle.samples(folder.file("edit.mov"))
    let level = Double(heard[100 * 80]) / 32768
    #expect(abs(level - 0.5) < 0.03, "\(level)")
    try expectAudio(folder.url("edit.mov"), 32000)
    #expect(try Oracle.complaints(folder.file("edit.mov")) == [])
  }
}
