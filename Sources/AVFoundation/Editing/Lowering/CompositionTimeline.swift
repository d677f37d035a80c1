internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The timeline of an edit: what a reader, an image generator and an export render of the same tracks, video composition and audio
/// mix.
///
///     tracks ─┬▷ layers: a video or audio track each, bottom to top
///     video composition ─▷ canvas, and the layers' opacity, transform and crop
///     audio mix ─▷ the layers' volume
struct CompositionTimeline {
  private(set) var timeline = Timeline()
  /// The options of files that are opened otherwise than by default, by location.
  private(set) var options: [Location: MediaFile.Options] = [:]
  /// The processing taps of audio tracks, by the names that the layers have for them.
  private(set) var taps: [String: AudioTap] = [:]

  /// The duration of the edit; zero where its clips tell it.
  private var duration = CMTime.zero

  /// Makes a timeline of a duration, without layers.
  init(lasting duration: CMTime) {
    self.duration = duration
    guard duration.isNumeric, duration > .zero else { return }
    timeline.items = [.gap(.init { $0.gap = duration.mediaTime })]
  }

  /// True if it has no duration: nothing can be rendered then.
  var isEmpty: Bool { timeline.items.isEmpty }

  /// Adds a layer of clips.
  ///
  /// - Parameter clips: The clips of a track as the timeline has them; nil for those that it has a gap for.
  private mutating func add(_ clips: [(SourceClip, Timeline.Clip?)]) {
    timeline.layers.append(.init { $0.items = Self.items(clips) })
    for (source, clip) in clips where clip != nil { note(source) }
  }

  private static func items(_ clips: [(SourceClip, Timeline.Clip?)]) -> [Timeline.Item] {
    func gap(_ duration: CMTime) -> [Timeline.Item] {
      duration > .zero ? [.gap(.init { $0.gap = duration.mediaTime })] : []
    }
    return clips.flatMap { source, clip in
      gap(source.gap) + (clip.map { [.clip($0)] } ?? gap(source.target.duration))
    }
  }

  private mutating func note(_ source: SourceClip) {
    if source.file.options != MediaFile.Options() { options[source.location] = source.file.options }
  }

  // MARK: Audio

  /// Adds an audio track.
  ///
  /// - Parameters:
  ///   - parameters: The volume of the track; nil for 1.
  ///   - algorithm: The treatment of the pitch where the track is played at another speed.
  ///   - name: The name of the processing tap, if the track has one: it is that of no other.
  mutating func add(
    audio track: AVAssetTrack, _ parameters: AVAudioMixInputParameters.State?, _ algorithm: AVAudioTimePitchAlgorithm,
    tap name: String
  ) throws {
    let algorithm = parameters?.timePitchAlgorithm ?? algorithm
    // Behind a tap, the volume is that of the whole layer.
    let isBehindTap = parameters?.tap.map { !$0.isBehindVolume } ?? false
    let clipVolume = isBehindTap ? nil : parameters?.volume
    let clips = try SourceClip.clips(of: track)
    add(
      clips.map { source in
        var clip = source.clip
        clip.audio = source.choice
        if let volume = clipVolume.flatMap({ Self.gain($0, in: source.target) }) { clip.volume = volume }
        if source.source.duration != source.target.duration { clip.pitch = algorithm.pitch }
        return (source, clip)
      })
    guard let parameters, let tap = parameters.tap, !clips.isEmpty else { return }
    let last = timeline.layers.count - 1
    timeline.layers[last].tap = name
    taps[name] = tap.closure.audioTap(of: track.trackID)
    if isBehindTap, let volume = Self.gain(parameters.volume, in: CMTimeRange(start: .zero, end: duration)) {
      timeline.layers[last].volume = volume
    }
  }

  /// Returns the volumes in a range as a timeline's ramp; nil if they are 1.
  private static func gain(_ volume: TimedValues<Float>, in range: CMTimeRange) -> Ramp<Gain>? {
    let ramp = volume.keys(in: range, initial: 1).ramp(range) { Gain(factor: Double($0)) }
    return ramp == Ramp(Gain()) ? nil : ramp
  }

  /// Sets the format of the sum of all audio.
  mutating func setAudioFormat(rate: Int, channels: Int) {
    timeline.sampleRate = min(max(rate, 4000), 768_000)
    timeline.channels = min(max(channels, 1), AudioConverter.mostChannels)
  }

  /// Adds a track whose samples are copied.
  mutating func add(copied track: AVAssetTrack) throws {
    add(
      try SourceClip.clips(of: track).map { source in
        var clip = source.videoClip
        switch track.mediaType {
        case .video: break
        case .audio: (clip.video, clip.audio) = (TrackChoice(.none), source.choice)
        default: (clip.video, clip.samples) = (TrackChoice(.none), source.choice)
        }
        return (source, clip)
      })
  }

  // MARK: Video

  /// Makes a timeline of one video track, for its frames at their own times.
  init(framesOf track: AVAssetTrack) throws {
    let clips = try SourceClip.clips(of: track)
    timeline.items = Self.items(clips.map { ($0, $0.videoClip) })
    for clip in clips { note(clip) }
  }

  /// Makes a timeline of one video track as it is stored: on a canvas of its sources' size, into which sources of other sizes are fitted.
  ///
  /// Frames are not turned; the file's track is.
  init(smart track: AVAssetTrack) throws {
    let clips = try SourceClip.clips(of: track)
    let sizes = try clips.map { clip -> CGSize in
      let size = try clip.track().formatDescriptions().first?.dimensions
      return CGSize(width: Int(size?.width ?? 0), height: Int(size?.height ?? 0))
    }
    var lengths: [(size: CGSize, length: CMTime)] = []
    for (clip, size) in zip(clips, sizes) {
      if let known = lengths.firstIndex(where: { $0.size == size }) {
        lengths[known].length = lengths[known].length + clip.target.duration
      } else {
        lengths.append((size, clip.target.duration))
      }
    }
    let canvas = lengths.max { $0.length < $1.length }?.size ?? .zero
    if canvas.width > 0, canvas.height > 0 {
      timeline.size = PixelSize(width: Int(canvas.width), height: Int(canvas.height))
    }
    add(
      zip(clips, sizes).map { source, size in
        var clip = source.videoClip
        if size != canvas, size.width > 0, size.height > 0 {
          let scale = min(canvas.width / size.width, canvas.height / size.height)
          let fitted = CGAffineTransform(
            a: scale, b: 0, c: 0, d: scale, tx: (canvas.width - size.width * scale) / 2,
            ty: (canvas.height - size.height * scale) / 2)
          clip.transform = .constant(Timeline.Transform(fitted))
        }
        return (source, clip)
      })
  }

  /// Adds a video track as it is without a video composition: its sources, each fitted into the track's size, and turned as the track
  /// says.
  ///
  /// - Throws: `AVError` for a size or a transform of the program's that makes no canvas.
  mutating func add(video track: AVAssetTrack, fitting natural: CGSize) throws {
    let whole = CGRect(origin: .zero, size: natural).applying(track.preferredTransform)
    guard whole.width <= 32768, whole.height <= 32768 else {
      throw AVError(
        .unknown, reason: "track \(track.trackID) is \(whole.width) × \(whole.height) pixels, more than 32768 a side",
        suggestion: "set the composition's naturalSize, or the track's preferredTransform")
    }
    let upright = track.preferredTransform.concatenating(CGAffineTransform(translationX: -whole.minX, y: -whole.minY))
    // Encoders take even sizes.
    func even(_ side: CGFloat) -> Int { max(2, Int((side / 2).wholePixels) * 2) }
    timeline.size = PixelSize(width: even(whole.width), height: even(whole.height))
    add(
      try SourceClip.clips(of: track).map { source in
        var clip = source.videoClip
        let size = try source.track().formatDescriptions().first?.presentationDimensions() ?? natural
        let scale = min(natural.width / max(size.width, 1), natural.height / max(size.height, 1))
        let fitted = CGAffineTransform(scaleX: scale, y: scale).concatenating(
          CGAffineTransform(
            translationX: (natural.width - size.width * scale) / 2, y: (natural.height - size.height * scale) / 2))
        let transform = fitted.concatenating(upright)
        if !transform.isIdentity { clip.transform = .constant(Timeline.Transform(transform)) }
        return (source, clip)
      })
  }

  /// Adds video tracks as a composition composes them: its canvas and its layers.
  ///
  /// - Throws: `AVError.invalidVideoComposition` for a composition that cannot be rendered.
  mutating func add(video tracks: [AVAssetTrack], _ composition: AVVideoComposition, until end: CMTime) throws {
    let values = composition.current
    timeline.size = PixelSize(width: Int(values.renderSize.width), height: Int(values.renderSize.height))
    timeline.frameRate = try Self.rate(values)
    timeline.color = values.color
    try addTiming(of: values.timingTrackID, tracks)
    let whole = CMTimeRange(start: .zero, end: end)
    let spans = try InstructionSpan.spans(of: values.instructions, in: whole)
    let background = background(spans, whole)
    if background != Ramp(RGBColor()) { timeline.background = background }
    for slot in LayerSlots(spans.map { $0.layers.reversed().map(\.trackID) }).slots {
      guard let track = tracks.first(where: { $0.trackID == slot.trackID }) else { continue }
      let clips = try clips(of: track, slot, spans)
      if clips.contains(where: { $0.1 != nil }) { add(clips) }
    }
  }

  private static func rate(_ values: AVVideoComposition.Values) throws -> FrameRate {
    guard let rate = values.frameRate else {
      throw AVError(
        .invalidVideoComposition, reason: "its frameDuration is \(values.frameDuration.text), too long for a frame")
    }
    return rate
  }

  /// Adds a layer that is never seen, whose frames say when frames begin.
  private mutating func addTiming(of id: CMPersistentTrackID, _ tracks: [AVAssetTrack]) throws {
    guard id != kCMPersistentTrackID_Invalid else { return }
    guard let track = tracks.first(where: { $0.trackID == id }) else {
      throw AVError(
        .invalidVideoComposition,
        reason: "its sourceTrackIDForFrameTiming is \(id), which is none of the output's tracks")
    }
    add(
      try SourceClip.clips(of: track).map { source in
        var clip = source.videoClip
        clip.opacity = .constant(Timeline.Opacity(0))
        return (source, clip)
      })
    timeline.timedBy = timeline.layers.count + 1
  }

  /// Makes a timeline of a video composition's frame times alone.
  init(timesOf composition: AVVideoComposition, _ tracks: [AVAssetTrack], until end: CMTime) throws {
    self.init(lasting: end)
    let values = composition.current
    timeline.size = PixelSize(width: 2, height: 2)
    timeline.frameRate = try Self.rate(values)
    try addTiming(of: values.timingTrackID, tracks)
  }

  private func background(_ spans: [InstructionSpan], _ whole: CMTimeRange) -> Ramp<RGBColor> {
    var keys = RampKeys<BackgroundColor>()
    for span in spans { keys.append(.init(time: span.range.start, value: span.background)) }
    return keys.ramp(whole, \.color) ?? Ramp(RGBColor())
  }

  /// Returns the clips of a track in a slot of the canvas: seen in the ranges of the instructions that use the slot; nil for those that are
  /// never seen.
  private func clips(
    of track: AVAssetTrack, _ slot: LayerSlots.Slot, _ spans: [InstructionSpan]
  ) throws -> [(SourceClip, Timeline.Clip?)] {
    var opacity = RampKeys<Float>()
    var transform = RampKeys<CGAffineTransform>()
    var crop = RampKeys<CGRect>()
    let layers = zip(spans, slot.uses).map { span, place in place.map { span.layers[span.layers.count - 1 - $0] } }
    let isCropped = layers.contains { !($0?.crop.ramps.isEmpty ?? true) }
    for (span, layer) in zip(spans, layers) {
      guard let layer else {
        opacity.append(.init(time: span.range.start, value: 0))
        continue
      }
      opacity.append(layer.opacity.keys(in: span.range, initial: 1))
      transform.append(layer.transform.keys(in: span.range, initial: .identity))
      if isCropped { crop.append(layer.crop.keys(in: span.range, initial: .infinite)) }
    }
    return try SourceClip.clips(of: track).map { source in
      let opacity = opacity.ramp(source.target) { Timeline.Opacity(Double($0)) }
      // A clip that is never seen is not opened.
      if case .constant(let value)? = opacity, value.value == 0 { return (source, nil) }
      var clip = source.videoClip
      if let opacity, opacity != Ramp(Timeline.Opacity()) { clip.opacity = opacity }
      if let transform = transform.ramp(source.target, { Timeline.Transform($0) }),
        transform != .constant(Timeline.Transform(.identity))
      {
        clip.transform = transform
      }
      if isCropped {
        // Rectangles of crops are in square pixels.
        let size = try source.track().formatDescriptions().first?.presentationDimensions(useCleanAperture: false)
        let frame = CGRect(origin: .zero, size: size ?? CGSize(width: 16384, height: 16384))
        clip.crop = crop.ramp(source.target) { Timeline.Crop($0 == .infinite ? frame : $0.standardized) }
        if case .constant(let crop)? = clip.crop, crop.width == 0 || crop.height == 0 { return (source, nil) }
      }
      return (source, clip)
    }
  }
}

extension AVVideoComposition.Values {
  /// The colours of the canvas; nil if none are set.
  fileprivate var color: Timeline.Color? {
    if colorPrimaries == nil, colorTransferFunction == nil, colorYCbCrMatrix == nil { return nil }
    let (primaries, transfer, matrix) = (
      colorPrimaries.flatMap { ColorNames.primaries[$0] }, colorTransferFunction.flatMap { ColorNames.transfers[$0] },
      colorYCbCrMatrix.flatMap { ColorNames.matrices[$0] }
    )
    return Timeline.Color { ($0.primaries, $0.transfer, $0.matrix) = (primaries, transfer, matrix) }
  }
}

extension AVAudioTimePitchAlgorithm {
  /// The algorithm as timelines name it.
  var pitch: Timeline.Pitch {
    switch self {
    case .varispeed: .varispeed
    case .timeDomain, .lowQualityZeroLatency: .timeDomain
    default: .spectral
    }
  }
}

extension Timeline.Transform {
  init(_ transform: CGAffineTransform) {
    self.init {
      ($0.a, $0.b, $0.c, $0.d) = (transform.a, transform.b, transform.c, transform.d)
      ($0.x, $0.y) = (transform.tx, transform.ty)
    }
  }
}

extension Timeline.Crop {
  init(_ rect: CGRect) {
    self.init {
      ($0.x, $0.y, $0.width, $0.height) = (rect.origin.x, rect.origin.y, rect.size.width, rect.size.height)
    }
  }
}

/// A background colour; instructions have no ramps of them.
private struct BackgroundColor: Interpolable {
  let color: RGBColor

  func interpolated(to other: BackgroundColor, at fraction: Double) -> BackgroundColor { self }
}

/// The range of an instruction that is rendered.
private struct InstructionSpan {
  let range: CMTimeRange
  let background: BackgroundColor
  /// The layers, the topmost first.
  let layers: [AVVideoCompositionLayerInstruction.Values]

  /// - Throws: `AVError` for an instruction of a program's own class, which only its own compositor understands.
  static func spans(
    of instructions: [any AVVideoCompositionInstructionProtocol], in whole: CMTimeRange
  ) throws -> [InstructionSpan] {
    try instructions.enumerated().compactMap { index, instruction in
      let range = instruction.timeRange.intersection(whole)
      // Invalid times compare above all others: an instruction without times must not end those after it.
      guard range.isValid, range.start.isNumber, range.duration.isNumber, range.duration > .zero else { return nil }
      guard let own = instruction as? AVVideoCompositionInstruction else {
        throw AVError(
          .invalidVideoComposition,
          reason: "instruction \(index) is a \(type(of: instruction)), which the built-in compositor does not know",
          suggestion: "set customVideoCompositorClass")
      }
      return InstructionSpan(
        range: range, background: BackgroundColor(color: RGBColor(own.backgroundColor ?? .black)),
        layers: own.layerInstructions.map(\.current))
    }
  }
}

extension RGBColor {
  init(_ color: CGColor) {
    let parts = color.sRGBComponents.map { UInt8(max(0, min(255, ($0 * 255).rounded()))) }
    self.init(red: parts[0], green: parts[1], blue: parts[2])
  }
}
