internal import MediaEngine
internal import MediaGraph
internal import MediaSource

// Outputs of compositions, video compositions and audio mixes: each has a timeline of its own.
//
//     edit1 (timeline) ─▷ scale1 ─▷ pixels1 ─▷ output1        composed frames, or a track's frames
//     edit2 (timeline) ─▷ samples2 ─▷ output2                 mixed audio

extension ReadingPlan {
  private mutating func add(_ edit: CompositionTimeline, _ name: String) -> NodeHandle<TimelineNode> {
    options.merge(edit.options) { _, own in own }
    taps.merge(edit.taps) { _, own in own }
    return add("edit\(name)", TimelineNode { $0.timeline = edit.timeline })
  }

  /// Returns the frames of a track at their own times.
  ///
  /// - Parameter name: The end of the node's name.
  mutating func video(of track: AVAssetTrack, _ name: String) throws -> MediaGraph.Output<RawVideo> {
    guard track is AVCompositionTrack else { return try source(track).video }
    return add(try CompositionTimeline(framesOf: track), name).frames
  }

  /// Adds an output of the sum of audio tracks with volumes.
  mutating func mixEdit(
    _ tracks: [AVAssetTrack], _ mix: AVAudioMix?, _ algorithm: AVAudioTimePitchAlgorithm, _ format: PCMOutputFormat,
    _ number: Int
  ) throws -> SampleSupply {
    let parameters = try mix?.checkedParameters(for: tracks.first?.asset) ?? [:]
    let streams = tracks.flatMap { $0.descriptions.compactMap(\.audioStreamBasicDescription) }
    let rate = format.rate ?? streams.compactMap(\.wholeRate).max() ?? 48000
    let channels = format.channelCount ?? streams.map { Int($0.mChannelsPerFrame) }.max() ?? 2
    var edit = CompositionTimeline(lasting: tracks.map(\.timeRange.end).filter(\.isNumeric).max() ?? .zero)
    guard !edit.isEmpty else { return .ended }
    edit.setAudioFormat(rate: rate, channels: channels)
    for track in tracks {
      try edit.add(audio: track, parameters[track.trackID], algorithm, tap: "output\(number)-track\(track.trackID)")
    }
    let samples = add(
      "samples\(number)",
      AudioConvert {
        ($0.rate, $0.channels, $0.format) = (rate, channels, format.sampleLayout)
        if let quality = format.converterQuality { $0.quality = quality }
      })
    connect(add(edit, "\(number)").audio, to: samples.input)
    return try audio(samples.output, format, number)
  }

  /// Adds an output of composed frames.
  ///
  /// - Parameters:
  ///   - compositor: The program's compositor, made by `newCompositor()`; nil for the built-in one.
  ///   - end: The end of the frames; nil for that of the asset.
  mutating func composed(
    _ tracks: [AVAssetTrack], _ composition: AVVideoComposition, by compositor: SharedCompositor?,
    of asset: AVAsset, _ settings: PixelBufferSettings, _ number: Int, until end: CMTime? = nil
  ) throws -> SampleSupply {
    let end = end ?? asset.duration
    if let compositor {
      return try composed(tracks, by: compositor, composition, settings, number, until: end)
    }
    var edit = CompositionTimeline(lasting: end)
    guard !edit.isEmpty else { return .ended }
    try edit.add(video: tracks, composition, until: end)
    let size = CMVideoDimensions(
      width: Int32(composition.renderSize.width), height: Int32(composition.renderSize.height))
    return frames(add(edit, "\(number)").video, size, settings, number)
  }
}

extension AVVideoComposition {
  /// Makes the compositor of the program; nil for the built-in one.
  func newCompositor() -> (any AVVideoCompositing)? {
    let values = current
    return values.makeCompositor?() ?? values.compositorClass?.init()
  }
}

extension AVAudioMix {
  /// Returns the parameters of each track; of several for one track, the last ones.
  ///
  /// - Throws: `AVError` for parameters of a track that the asset does not have.
  func checkedParameters(for asset: AVAsset?) throws -> [CMPersistentTrackID: AVAudioMixInputParameters.State] {
    let known = Set(asset?.tracks.map(\.trackID) ?? [])
    var parameters: [CMPersistentTrackID: AVAudioMixInputParameters.State] = [:]
    for state in inputParameters.map(\.current) where state.trackID != kCMPersistentTrackID_Invalid {
      guard known.contains(state.trackID) else {
        throw AVError(
          .unknown, reason: "the audio mix has parameters for track \(state.trackID), which the asset does not have",
          suggestion: "use the IDs of the composition's tracks, not those of their sources")
      }
      parameters[state.trackID] = state
    }
    return parameters
  }
}
