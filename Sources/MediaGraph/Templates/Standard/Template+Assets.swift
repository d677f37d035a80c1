/// Sources and muxers that several templates share.
extension Template {
  /// Adds a reader of the chosen tracks of an asset.
  mutating func addSource(
    _ url: Location, video: TrackChoice, audio: TrackChoice, from: MediaTime? = nil, to: MediaTime? = nil
  ) -> NodeHandle<AssetRead> {
    add(
      "source",
      AssetRead {
        $0.url = url
        $0.videoTracks = video
        $0.audioTracks = audio
        ($0.from, $0.to) = (from, to)
      })
  }

  /// Adds a muxer for a file type.
  ///
  /// - Parameters:
  ///   - brand: The brand of MP4 files, by which programs choose how to read them.
  ///   - sizeLimit: The largest size of a movie, of Matroska or WebM, in bytes.
  ///   - tags: The names and values that the file says about itself, where it says any.
  ///   - source: The file whose metadata are carried over where they cannot come from a stream, as in Ogg, whose first packets
  ///     have them.
  ///   - isWhole: True if the times of the file are those of `source`, and its chapters are carried over too.
  /// - Returns: the input for tracks, and the output with the file.
  mutating func addMuxer(
    _ type: ExportPreset.FileType, fastStart: Bool, brand: MuxMP4.Brand = .mp4, sizeLimit: Int? = nil,
    tags: TextMap = TextMap(), metadataFrom source: Location? = nil,
    isWhole: Bool = false
  ) -> (tracks: Input<AnyTrack>, file: Output<Container>) {
    func tracks<M>(_ input: Input<M>) -> Input<AnyTrack> { Input(node: input.node, port: input.port) }
    func movie<N: TrackWritingNode & MetadataWritingNode>(_ node: N) -> N {
      var node = node
      if let sizeLimit { node.sizeLimit = sizeLimit }
      return tagged(node)
    }
    func tagged<N: MetadataWritingNode>(_ node: N) -> N {
      var node = node
      if !tags.entries.isEmpty { node.metadata = tags }
      return node
    }
    switch type {
    case .mp4:
      let node = MuxMP4 {
        $0.fastStart = fastStart
        if brand != .mp4 { $0.brand = brand }
      }
      let mp4 = add("mp4", movie(node))
      return (mp4.input, mp4.output)
    case .mov:
      let mov = add("mov", movie(MuxMOV { $0.fastStart = fastStart }))
      return (mov.input, mov.output)
    case .m4a:
      let m4a = add("m4a", movie(MuxM4A { $0.fastStart = fastStart }))
      return (m4a.input, m4a.output)
    case .threeGP:
      let mobile = add("3gp", movie(Mux3GP { $0.fastStart = fastStart }))
      return (mobile.input, mobile.output)
    case .mkv:
      let mkv = add("mkv", movie(MuxMKV()))
      return (mkv.input, mkv.output)
    case .webm:
      let webm = add("webm", movie(MuxWebM()))
      return (webm.input, webm.output)
    case .ts:
      let ts = add("ts", MuxTS())
      return (ts.input, ts.output)
    case .ogg:
      // Servers and pipes are read once.
      let file = source.flatMap { $0.path == nil || $0.text == "-" ? nil : $0 }
      let ogg = add("ogg", tagged(MuxOgg { ($0.metadataFrom, $0.chaptersFrom) = (file, isWhole ? file : nil) }))
      return (ogg.input, ogg.output)
    case .wav:
      let wav = add("wav", tagged(MuxWAV()))
      return (wav.input, wav.output)
    case .aiff:
      let aiff = add("aiff", tagged(MuxAIFF()))
      return (aiff.input, aiff.output)
    case .aifc:
      let aifc = add("aifc", tagged(MuxAIFC()))
      return (aifc.input, aifc.output)
    case .caf:
      let caf = add("caf", tagged(MuxCAF()))
      return (caf.input, caf.output)
    case .amr:
      let amr = add("amr", MuxAMR())
      return (tracks(amr.input), amr.output)
    case .flac:
      let flac = add("flac", tagged(MuxFLAC()))
      return (flac.input, flac.output)
    case .mp3:
      let mp3 = add("mp3", tagged(MuxMP3()))
      return (mp3.input, mp3.output)
    }
  }
}
