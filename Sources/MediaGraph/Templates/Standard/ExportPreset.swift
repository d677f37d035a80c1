/// Encodes video and audio with a preset and muxes them into a file: the work of an export session after reading.
///
///     video ─▷ scale ─▷ h264, hevc, prores ─┐
///     audio ─▷ aac, pcm ────────────────────┼▷ mp4, mov, mkv ─▷ movie
///     metadata ─────────────────────────────┘
///
/// The branch of an unlinked input is left out, and so is the other branch of a preset for one kind of media.
public struct ExportPreset: TemplateNode {
  public static let type: NodeType = "export.preset"
  public static let summary = "Encodes pictures and sound as a preset says, and puts them into a file."

  @Port(in: "video", "The pictures.", required: false) public var video: Input<RawVideo>
  @Port(in: "audio", "The sound.", required: false) public var audio: Input<RawAudio>
  @Port(in: "metadata", "Metadata of the file.", required: false) public var metadata: Input<Metadata>
  @Port(out: "movie", "The file.") public var movie: Output<Container>
  @Parameter("The preset: codecs, bit rates and the largest size of frames.") public var preset: Preset = .hd1280x720
  @Parameter("The kind of file; without it, mov for ProRes and mp4 for all else.") public var fileType: FileType?
  @Parameter("Passes of the H.264 or HEVC encoder; with 2, the first measures the frames.", in: 1...2)
  public var passes = 1
  @Parameter("True to put the index first, so that playback can start before the whole file is there.") public
    var fastStart = true
  @Parameter("The brand of an MP4 file, by which programs know its kind.") public var brand: MuxMP4.Brand = .mp4
  @Parameter(
    "The largest size of the file in bytes; where samples would make it larger, it ends. Without it, any size.")
  public var sizeLimit: Int?
  @Parameter("More that the file says about itself: title, artist and other names, or its own keys.")
  public var tags = TextMap()

  public init() {}

  public func build(_ template: inout Template) {
    let pictures = preset.videoCoding.map { encodeVideo($0, in: &template) }
    let sound = encodeAudio(preset.audioCoding, in: &template)
    let type = fileType ?? preset.fileType
    let muxer = template.addMuxer(type, fastStart: fastStart, brand: brand, sizeLimit: sizeLimit, tags: tags)
    if let pictures { template.connect(pictures, to: muxer.tracks) }
    template.connect(sound, to: muxer.tracks)
    if type.holdsMetadata { template.connect(metadata, to: muxer.tracks) }
    template.connect(muxer.file, to: movie)
  }

  private func encodeVideo(_ coding: Preset.VideoCoding, in template: inout Template) -> Output<Coded<Video>> {
    // The box is for frames as they are stored: of a camera that was held upright it is as tall as it is wide of others.
    let scale = preset.size.map { size in
      template.add("scale", VideoScale { ($0.width, $0.height, $0.fit) = (size.width, size.height, .contain) })
    }
    let upright = template.add("upright", VideoOrient())
    if let scale {
      template.connect(video, to: scale.input)
      template.connect(scale.output, to: upright.input)
    } else {
      template.connect(video, to: upright.input)
    }
    let pictures = upright.output
    switch coding {
    case .h264(let bitrate):
      let h264 = template.add(
        "h264",
        VideoEncodeH264 {
          $0.bitrate = bitrate
          if passes > 1 { $0.passes = passes }
        })
      template.connect(pictures, to: h264.input)
      return h264.output
    case .hevc(let bitrate):
      let hevc = template.add(
        "hevc",
        VideoEncodeHEVC {
          $0.bitrate = bitrate
          if passes > 1 { $0.passes = passes }
        })
      template.connect(pictures, to: hevc.input)
      return hevc.output
    case .proRes(let profile):
      let prores = template.add("prores", VideoEncodeProRes { $0.profile = profile })
      template.connect(pictures, to: prores.input)
      return prores.output
    }
  }

  private func encodeAudio(_ coding: Preset.AudioCoding, in template: inout Template) -> Output<Coded<Audio>> {
    switch coding {
    case .aac(let bitrate):
      let aac = template.add("aac", AudioEncodeAAC { $0.bitrate = bitrate })
      template.connect(audio, to: aac.input)
      return aac.output
    case .pcm(let format):
      let pcm = template.add("pcm", AudioEncodePCM { $0.format = format })
      template.connect(audio, to: pcm.input)
      return pcm.output
    }
  }
}
