/// Sources and muxers that several templates share.
extension Template {
  /// Adds a reader of the chosen tracks of an asset.
  mutating func addSource(_ url: Location, video: TrackChoice, audio: TrackChoice) -> NodeHandle<AssetRead> {
    add(
      "source",
      AssetRead {
        $0.url = url
        $0.videoTracks = video
        $0.audioTracks = audio
      })
  }

  /// Adds a muxer for a file type.
  ///
  /// - Returns: the input for tracks, and the output with the file.
  mutating func addMuxer(
    _ type: ExportPreset.FileType, fastStart: Bool
  ) -> (tracks: Input<AnyTrack>, file: Output<Container>) {
    func tracks<M>(_ input: Input<M>) -> Input<AnyTrack> { Input(node: input.node, port: input.port) }
    switch type {
    case .mp4:
      let mp4 = add("mp4", MuxMP4 { $0.fastStart = fastStart })
      return (mp4.input, mp4.output)
    case .mov:
      let mov = add("mov", MuxMOV { $0.fastStart = fastStart })
      return (mov.input, mov.output)
    case .m4a:
      let m4a = add("m4a", MuxM4A { $0.fastStart = fastStart })
      return (m4a.input, m4a.output)
    case .threeGP:
      let mobile = add("3gp", Mux3GP { $0.fastStart = fastStart })
      return (mobile.input, mobile.output)
    case .mkv:
      let mkv = add("mkv", MuxMKV())
      return (mkv.input, mkv.output)
    case .webm:
      let webm = add("webm", MuxWebM())
      return (webm.input, webm.output)
    case .ts:
      let ts = add("ts", MuxTS())
      return (ts.input, ts.output)
    case .ogg:
      let ogg = add("ogg", MuxOgg())
      return (ogg.input, ogg.output)
    case .wav:
      let wav = add("wav", MuxWAV())
      return (wav.input, wav.output)
    case .aiff:
      let aiff = add("aiff", MuxAIFF())
      return (aiff.input, aiff.output)
    case .aifc:
      let aifc = add("aifc", MuxAIFC())
      return (aifc.input, aifc.output)
    case .caf:
      let caf = add("caf", MuxCAF())
      return (caf.input, caf.output)
    case .amr:
      let amr = add("amr", MuxAMR())
      return (tracks(amr.input), amr.output)
    case .mp3:
      let mp3 = add("mp3", MuxMP3())
      return (mp3.input, mp3.output)
    }
  }
}
