/// What several templates begin or end with.
extension Template {
  /// Adds what reads the chosen tracks of an asset.
  mutating func addSource(_ url: Location, video: TrackChoice, audio: TrackChoice) -> NodeHandle<AssetRead> {
    add(
      "source",
      AssetRead {
        $0.url = url
        $0.videoTracks = video
        $0.audioTracks = audio
      })
  }

  /// Adds what makes a file of some kind.
  ///
  /// - Returns: where the tracks go, and the file.
  mutating func addMuxer(
    _ type: ExportPreset.FileType, fastStart: Bool
  ) -> (tracks: Input<AnyTrack>, file: Output<Container>) {
    switch type {
    case .mp4:
      let mp4 = add("mp4", MuxMP4 { $0.fastStart = fastStart })
      return (mp4.input, mp4.output)
    case .mov:
      let mov = add("mov", MuxMOV { $0.fastStart = fastStart })
      return (mov.input, mov.output)
    case .mkv:
      let mkv = add("mkv", MuxMKV())
      return (mkv.input, mkv.output)
    }
  }
}
