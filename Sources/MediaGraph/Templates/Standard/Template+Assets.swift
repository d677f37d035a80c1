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
  /// - Returns: The input for tracks, and the output with the file.
  mutating func addMuxer(
    _ type: ExportPreset.FileType, fastStart: Bool, brand: MuxMP4.Brand = .mp4, sizeLimit: Int? = nil,
    tags: TextMap = TextMap(), metadataFrom source: Location? = nil,
    isWhole: Bool = false
  ) -> (tracks: Input<AnyTrack>, file: Output<Container>) {
    func tagged<N: MetadataWritingNode>(_ name: String, _ node: N) -> (Input<AnyTrack>, Output<Container>) {
      var node = node
      if !tags.entries.isEmpty { node.metadata = tags }
      let muxer = add(name, node)
      return (muxer.input, muxer.output)
    }
    func movie<N: TrackWritingNode & MetadataWritingNode>(
      _ name: String, _ node: N
    ) -> (Input<AnyTrack>, Output<Container>) {
      var node = node
      if let sizeLimit { node.sizeLimit = sizeLimit }
      return tagged(name, node)
    }
    switch type {
    case .mp4:
      let mp4 = MuxMP4 {
        $0.fastStart = fastStart
        if brand != .mp4 { $0.brand = brand }
      }
      return movie("mp4", mp4)
    case .mov: return movie("mov", MuxMOV { $0.fastStart = fastStart })
    case .m4a: return movie("m4a", MuxM4A { $0.fastStart = fastStart })
    case .threeGP: return movie("3gp", Mux3GP { $0.fastStart = fastStart })
    case .mkv: return movie("mkv", MuxMKV())
    case .webm: return movie("webm", MuxWebM())
    case .ts:
      let ts = add("ts", MuxTS())
      return (ts.input, ts.output)
    case .ogg:
      // Servers and pipes are read once.
      let file = source.flatMap { $0.path == nil || $0.text == "-" ? nil : $0 }
      return tagged("ogg", MuxOgg { ($0.metadataFrom, $0.chaptersFrom) = (file, isWhole ? file : nil) })
    case .wav: return tagged("wav", MuxWAV())
    case .aiff: return tagged("aiff", MuxAIFF())
    case .aifc: return tagged("aifc", MuxAIFC())
    case .caf: return tagged("caf", MuxCAF())
    case .amr:
      let amr = add("amr", MuxAMR())
      return (Input(node: amr.input.node, port: amr.input.port), amr.output)
    case .flac: return tagged("flac", MuxFLAC())
    case .mp3: return tagged("mp3", MuxMP3())
    }
  }
}
