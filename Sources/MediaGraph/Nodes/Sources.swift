/// Reads any file or URL, and decodes the tracks that are linked.
///
/// Movies, Matroska, MPEG streams, Flash, AVI, Ogg, Core Audio files, MP3 and AAC are read by readers of their own: from
/// files, from `http` and `https` servers by ranges, and through pipes. Fragmented movies, Matroska, MPEG streams, Flash,
/// AVI and Ogg stream through a pipe, perhaps without an end; data that all readers have consumed is discarded. If the
/// tables may be at the end, as in any other movie, a Core Audio file or an MP3 that declares its length, a pipe is
/// spooled to an unnamed file in `TMPDIR` until its writer closes it, and so is the response of a server without ranges,
/// up to 2 GiB. All other files are read by GStreamer's demuxers, from pipes and servers as a stream.
public struct AssetRead: Node {
  public static let type: NodeType = "asset.read"
  public static let summary = "Reads the tracks of any file or URL, decoded or as they are stored."

  @Port(out: "video", "Pictures, upright as they are stored.", repeats: true) public var video: Output<RawVideo>
  @Port(out: "audio", "Sound.", repeats: true) public var audio: Output<RawAudio>
  @Port(out: "text", "Subtitles.", repeats: true) public var text: Output<Text>
  @Port(out: "coded_video", "Pictures as they are stored.", repeats: true) public var codedVideo: Output<Coded<Video>>
  @Port(out: "coded_audio", "Sound as it is stored.", repeats: true) public var codedAudio: Output<Coded<Audio>>
  @Port(out: "samples", "Samples of tracks of any kind as they are stored.", repeats: true)
  public var samples: Output<Bytes>
  @Port(out: "metadata", "Metadata and chapters of the file, for a muxer.")
  public var metadata: Output<Metadata>

  @Parameter("The file or URL to read.") public var url: Location
  @Parameter("Which video tracks the video ports give.") public var videoTracks = TrackChoice()
  @Parameter("Which audio tracks the audio ports give.") public var audioTracks = TrackChoice()
  @Parameter("Which subtitle tracks the text port gives.") public var textTracks = TrackChoice()
  @Parameter("Which tracks of any kind the samples port gives.") public var sampleTracks = TrackChoice()
  @Parameter(
    "Where reading begins, on the file's timeline; the graph's timeline begins there. At the beginning, without it.")
  public var from: MediaTime?
  @Parameter("Where reading ends, on the file's timeline; at the end, without it.") public var to: MediaTime?

  public init() {}
}

/// Copies a file, or a part of it, into a file of another kind.
///
/// Nothing is decoded. A part begins and ends at its very times by edits: of video, the samples that its first frame depends on go
/// before it, of audio the packets that its decoder starts with; players leave them out.
public struct AssetCopy: Node {
  public static let type: NodeType = "asset.copy"
  public static let summary =
    "Copies all tracks of a file, or a part of it, as they are stored into another kind of file."

  @Port(in: "metadata", "Metadata of the copy, instead of those of the file.", required: false)
  public var metadata: Input<Metadata>
  @Port(out: "out", "The copy.") public var output: Output<Container>

  @Parameter("The file to read.") public var url: Location
  @Parameter("The kind of file.") public var fileType: FileType = .mp4
  @Parameter("Where the copy begins, on the file's timeline; at the beginning, without it.") public var from: MediaTime?
  @Parameter("Where the copy ends, on the file's timeline; at the end, without it.") public var to: MediaTime?
  @Parameter("True to put the index first, so that playback can start before the whole file is there.") public
    var fastStart = false
  @Parameter("True to copy the file's metadata.") public var keepMetadata = true
  @Parameter(
    "False to leave private metadata of its tracks out: places, people, and what only the program reads that wrote it.")
  public var keepPrivateTrackMetadata = true
  @Parameter("More that the copy says about itself: title, artist and other names, or its own keys.")
  public var tags = TextMap()

  public init() {}

  /// The kind of file, by its extension.
  public enum FileType: String, ChoiceValue {
    case mp4, mov, m4v, m4a, threeGP = "3gp", mkv, webm, wav, aiff, aifc, caf, amr, mp3, flac
  }
}

/// Reads MP4 and QuickTime files by their own tables, a port a track.
///
/// The first video track is `video` or `coded_video`, the second `video.2`, regardless of languages and alternatives in
/// the file. A truncated file, or one whose fragments are still being written, is read up to its end.
public struct MovieRead: Node {
  public static let type: NodeType = "movie.read"
  public static let summary = "Reads all tracks of an MP4 or QuickTime file, as far as the file goes."

  @Port(out: "video", "Pictures, upright as they are stored.", repeats: true) public var video: Output<RawVideo>
  @Port(out: "audio", "Sound.", repeats: true) public var audio: Output<RawAudio>
  @Port(out: "text", "Subtitles.", repeats: true) public var text: Output<Text>
  @Port(out: "coded_video", "Pictures as they are stored.", repeats: true) public var codedVideo: Output<Coded<Video>>
  @Port(out: "coded_audio", "Sound as it is stored.", repeats: true) public var codedAudio: Output<Coded<Audio>>
  @Port(out: "metadata", "Metadata and chapters of the file, for a muxer.")
  public var metadata: Output<Metadata>

  @Parameter("The file or URL to read.") public var url: Location

  public init() {}
}

/// Reads the bytes of a file.
public struct FileRead: Node {
  public static let type: NodeType = "file.read"
  public static let summary = "Reads the bytes of a file as they are."

  @Port(out: "out", "The file's bytes, in order.") public var output: Output<Bytes>
  @Parameter("The file to read.") public var url: Location

  public init() {}
}

/// Generates video for tests.
public struct TestVideo: Node {
  public static let type: NodeType = "test.video"
  public static let summary = "Makes a moving test picture, with its time burnt in if wanted."

  @Port(out: "out", "The pictures.") public var output: Output<RawVideo>
  @Parameter("Width and height.") public var size = PixelSize(width: 1280, height: 720)
  @Parameter("Frames a second.") public var frameRate: FrameRate = .init(30) ?? FrameRate()
  @Parameter(duration: "The duration; until the run is stopped if left out.") public var duration: MediaTime?
  @Parameter("The test pattern.", live: true) public var pattern: Pattern = .smpte
  @Parameter("True to burn in the time of each frame.") public var timestamp = false

  public init() {}

  /// The content of the frames.
  public enum Pattern: String, ChoiceValue {
    case smpte, ball, snow, black, white, gradient, checkers, zonePlate
  }
}

/// Generates audio for tests.
public struct TestAudio: Node {
  public static let type: NodeType = "test.audio"
  public static let summary = "Makes a test tone or noise."

  @Port(out: "out", "The sound.") public var output: Output<RawAudio>
  @Parameter("Samples a second.", unit: "Hz", in: 8000...192000) public var rate = 48000
  @Parameter("The number of channels.", in: 1...8) public var channels = 2
  @Parameter(duration: "The duration; until the run is stopped if left out.") public var duration: MediaTime?
  @Parameter("The waveform.") public var wave: Wave = .sine
  @Parameter("The tone's frequency.", unit: "Hz", in: 1...20000, live: true) public var frequency = 440.0
  @Parameter("The amplitude; 1 is full scale.", in: 0...1, live: true) public var volume = 0.5

  public init() {}

  /// The waveform.
  public enum Wave: String, ChoiceValue {
    case sine, square, saw, triangle, silence, whiteNoise, ticks
  }
}
