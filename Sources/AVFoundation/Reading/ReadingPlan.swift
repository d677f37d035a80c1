internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The graph of a reader, as its outputs add their parts to it.
///
///     track1 (asset.read) ─▷ scale1 ─▷ pixels1 ─▷ output1        frames
///     track2 (asset.read) ─▷ samples2 ─▷ output2                 linear PCM
///     track2 ─▷ output3                                          samples as they are stored
struct ReadingPlan {
  private(set) var graph = Graph()
  private let location: Location
  /// The file that is read.
  let file: MediaFile?
  /// The part of the asset's timeline that is read first.
  let range: CMTimeRange
  private var sources: [CMPersistentTrackID: NodeHandle<AssetRead>] = [:]
  /// The options of files of compositions that are opened otherwise than by default.
  var options: [Location: MediaFile.Options] = [:]
  /// The program's closures that audio goes through, by the names that the graph has for them.
  var taps: [String: AudioTap] = [:]

  /// Returns the files of the graph that are opened otherwise than by default, the asset's own, and the program's closures.
  func assets() -> OpenedAssets {
    var assets = OpenedAssets()
    if let file { assets.insert(file, at: location) }
    assets.insert(taps: taps, files: options.filter { $0.key.text != file?.url.path })
    return assets
  }

  init(_ location: Location, _ file: MediaFile?, _ range: CMTimeRange) {
    (self.location, self.file, self.range) = (location, file, range)
  }

  /// Returns the node that reads a track; outputs of one track share it, and its decoder.
  mutating func source(_ track: AVAssetTrack) throws -> NodeHandle<AssetRead> {
    if let known = sources[track.trackID] { return known }
    let (from, to) = (try Self.time(range.start), try Self.time(range.end))
    let (location, choice) = (location, TrackChoice(.id(Int(track.trackID))))
    let type = track.mediaType
    let node = graph.add(
      "track\(track.trackID)",
      AssetRead {
        $0.url = location
        switch type {
        case .video: $0.videoTracks = choice
        case .audio: $0.audioTracks = choice
        default: $0.sampleTracks = choice
        }
        if let from, from != MediaTime() { $0.from = from }
        $0.to = to
      })
    sources[track.trackID] = node
    return node
  }

  mutating func add<Component: MediaGraph.Component>(_ name: String, _ component: Component) -> NodeHandle<Component> {
    graph.add(name, component)
  }

  mutating func connect<M: Medium>(_ output: MediaGraph.Output<M>, to input: MediaGraph.Input<M>) {
    graph.connect(output, to: input)
  }

  /// The argument of a time; nil for infinity.
  private static func time(_ time: CMTime) throws -> MediaTime? {
    guard time.isNumeric else { return nil }
    return .rational(time.value, time.timescale)
  }
}

extension ReadingPlan {
  /// Adds an output of frames.
  mutating func frames(_ track: AVAssetTrack, _ settings: PixelBufferSettings, _ number: Int) throws -> SampleSupply {
    if let track = track as? AVCompositionTrack, !track.presentsMedia { return .ended }
    let size = settings.isSized ? track.descriptions.first?.dimensions : nil
    return frames(try video(of: track, "\(number)"), size, settings, number)
  }

  /// Adds an output of a node's frames.
  ///
  /// - Parameter size: The size of the frames, for a side that the settings do not name.
  mutating func frames(
    _ frames: MediaGraph.Output<RawVideo>, _ size: CMVideoDimensions?, _ settings: PixelBufferSettings, _ number: Int
  ) -> SampleSupply {
    var frames = frames
    if settings.isSized {
      let (width, height) = (
        settings.width ?? size.map { Int($0.width) }, settings.height ?? size.map { Int($0.height) }
      )
      let scale = add(
        "scale\(number)",
        VideoScale {
          ($0.width, $0.height) = (width, height)
          ($0.fit, $0.upscale) = (.stretch, .always)
        })
      connect(frames, to: scale.input)
      frames = scale.output
    }
    if let layout = settings.pixelFormat.flatMap({ Self.layouts[$0] }) {
      let pixels = add("pixels\(number)", VideoConvert { $0.format = layout })
      connect(frames, to: pixels.input)
      frames = pixels.output
    }
    let sink = ProgramSink<RawVideo>("output\(number)", pulled: FrameFormat(pixelFormat: settings.pixelFormat))
    connect(frames, to: add("output\(number)", sink).input)
    return SampleSupply(
      next: { try sink.copyNext(isPrivate: $0, $1) }, move: { try sink.resetBlocking(to: $0) })
  }

  /// The pixel formats that graphs name, of those that say no more than a graph's do. All others, and ranges of values, are
  /// made by the output.
  private static let layouts: [OSType: VideoConvert.PixelLayout] = [
    kCVPixelFormatType_32BGRA: .bgra, kCVPixelFormatType_32RGBA: .rgba, kCVPixelFormatType_32ARGB: .argb,
    kCVPixelFormatType_24RGB: .rgb, kCVPixelFormatType_422YpCbCr8: .uyvy, kCVPixelFormatType_422YpCbCr8_yuvs: .yuy2,
    kCVPixelFormatType_420YpCbCr8Planar: .i420, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .nv12,
  ]

  /// Adds an output of linear PCM.
  mutating func audio(
    _ track: AVAssetTrack, _ format: PCMOutputFormat, _ algorithm: AVAudioTimePitchAlgorithm, _ number: Int
  ) throws -> SampleSupply {
    if track is AVCompositionTrack { return try mixEdit([track], nil, algorithm, format, number) }
    let samples = add(
      "samples\(number)",
      AudioConvert {
        $0.rate = format.rate
        $0.channels = format.channelCount
        $0.format = format.sampleLayout
        if let quality = format.converterQuality { $0.quality = quality }
      })
    connect(try source(track).audio, to: samples.input)
    return try audio(samples.output, format, number)
  }

  /// Adds an output of linear PCM that is the sum of several tracks.
  mutating func mix(_ tracks: [AVAssetTrack], _ format: PCMOutputFormat, _ number: Int) throws -> SampleSupply {
    let streams = tracks.compactMap { $0.descriptions.first?.audioStreamBasicDescription }
    // Within what audio.convert makes, whatever files say.
    let rates = streams.map(\.mSampleRate).filter(\.isFinite)
    let rate = format.rate ?? rates.max().map { Int(min(max($0.rounded(), 4000), 768_000)) }
    let most = AudioConverter.mostChannels
    let channels = format.channelCount ?? streams.map { min(max(Int($0.mChannelsPerFrame), 1), most) }.max()
    let mix = add("mix\(number)", AudioMix())
    for (index, track) in tracks.enumerated() {
      let samples = add(
        "samples\(number)_\(index + 1)",
        AudioConvert {
          ($0.rate, $0.channels, $0.format) = (rate, channels, .f32)
          if let quality = format.converterQuality { $0.quality = quality }
        })
      connect(try source(track).audio, to: samples.input)
      connect(samples.output, to: mix.input)
    }
    let sum = add("samples\(number)", AudioConvert { $0.format = format.sampleLayout })
    connect(mix.output, to: sum.input)
    return try audio(sum.output, format, number)
  }

  mutating func audio(
    _ samples: MediaGraph.Output<RawAudio>, _ format: PCMOutputFormat, _ number: Int
  ) throws -> SampleSupply {
    let sink = ProgramSink<RawAudio>("output\(number)", pulled: AudioFormatRequest(channelMask: format.order?.mask))
    connect(samples, to: add("output\(number)", sink).input)
    return SampleSupply(
      next: { _, _ in try sink.copyNext().map { try format.pack($0) } }, move: { try sink.resetBlocking(to: $0) })
  }

  /// Adds an output of samples as they are stored.
  mutating func stored(_ track: AVAssetTrack, _ number: Int) throws -> SampleSupply {
    if let track = track as? AVCompositionTrack { return try stored(composed: track) }
    let source = try source(track)
    func supply<Kind: CodedKind>(_ samples: MediaGraph.Output<Coded<Kind>>) -> SampleSupply {
      let sink = ProgramSink<Coded<Kind>>("output\(number)")
      connect(samples, to: add("output\(number)", sink).input)
      return SampleSupply(
        next: { isPrivate, _ in try sink.copyNext(isPrivate: isPrivate) }, move: { try sink.resetBlocking(to: $0) })
    }
    switch track.mediaType {
    case .video: return supply(source.codedVideo)
    case .audio: return supply(source.codedAudio)
    default:
      let sink = ProgramSink<Bytes>(samples: "output\(number)")
      connect(source.samples, to: add("output\(number)", sink).input)
      return SampleSupply(
        next: { isPrivate, _ in try sink.copyNext(isPrivate: isPrivate) }, move: { try sink.resetBlocking(to: $0) })
    }
  }
}

extension OpenedAssets {
  /// Adds the taps of a timeline, by their names, and its files that are opened otherwise than by default.
  mutating func insert(taps: [String: AudioTap], files: [Location: MediaFile.Options]) {
    for (name, tap) in taps { insert(tap, named: name) }
    for (location, options) in files {
      let url = location.path.map { URL(fileURLWithPath: $0) } ?? URL(string: location.text)
      if let url { insert(MediaFile(url, options: options, cancellation: cancellation), at: location) }
    }
  }
}
