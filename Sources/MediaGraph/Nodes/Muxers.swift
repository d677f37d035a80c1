/// Writes an MP4 file.
public struct MuxMP4: MetadataWritingNode, ChapterWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.mp4"
  public static let summary = "Puts tracks into an MP4 file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @Parameter(.fastStart) public var fastStart = false
  @Parameter(.fragment) public var fragment: MediaTime?
  @Parameter(.firstFragmentNumber) public var firstFragmentNumber: Int?
  @Parameter(.durationHint) public var durationHint: MediaTime?
  @Parameter("The brand, by which programs know the kind: any MP4, or Apple's kind of video.") public var brand: Brand =
    .mp4
  @ParameterGroup public var fileMetadata = FileMetadata<MovieKeys>()
  @ParameterGroup public var fileChapters = FileChapters()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}

  /// The kind of MP4 file, which its first bytes say.
  public enum Brand: String, ChoiceValue { case mp4, m4v }
}

/// Writes a Matroska file.
public struct MuxMKV: MetadataWritingNode, ChapterWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.mkv"
  public static let summary = "Puts tracks into a Matroska file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<MatroskaKeys>()
  @ParameterGroup public var fileChapters = FileChapters()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}
}

/// Writes a QuickTime file.
public struct MuxMOV: MetadataWritingNode, ChapterWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.mov"
  public static let summary = "Puts tracks into a QuickTime file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @Parameter(.fastStart) public var fastStart = false
  @Parameter(.fragment) public var fragment: MediaTime?
  @Parameter(.firstFragmentNumber) public var firstFragmentNumber: Int?
  @Parameter(.durationHint) public var durationHint: MediaTime?
  @ParameterGroup public var fileMetadata = FileMetadata<MovieKeys>()
  @ParameterGroup public var fileChapters = FileChapters()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}
}

/// Writes an MPEG-4 file of audio alone.
public struct MuxM4A: MetadataWritingNode, ChapterWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.m4a"
  public static let summary = "Puts sound into an M4A file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @Parameter(.fastStart) public var fastStart = false
  @ParameterGroup public var fileMetadata = FileMetadata<MovieKeys>()
  @ParameterGroup public var fileChapters = FileChapters()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}
}

/// Writes a 3GP file for mobile phones.
public struct Mux3GP: MetadataWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.3gp"
  public static let summary = "Puts tracks into a 3GP file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @Parameter(.fastStart) public var fastStart = false
  @ParameterGroup public var fileMetadata = FileMetadata<MovieKeys>()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}
}

/// Writes a WebM file.
public struct MuxWebM: MetadataWritingNode, ChapterWritingNode, TrackWritingNode {
  public static let type: NodeType = "mux.webm"
  public static let summary = "Puts tracks into a WebM file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<MatroskaKeys>()
  @ParameterGroup public var fileChapters = FileChapters()
  @ParameterGroup public var fileTracks = FileTracks()

  public init() {}
}

/// Writes an MPEG transport stream.
public struct MuxTS: Node {
  public static let type: NodeType = "mux.ts"
  public static let summary = "Puts tracks into an MPEG transport stream."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>

  public init() {}
}

/// Writes an Ogg file, whose metadata are comments of its first stream of sound.
public struct MuxOgg: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.ogg"
  public static let summary = "Puts tracks into an Ogg file."

  @Port(in: "in", "The tracks, in the order they get in the file.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<VorbisKeys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}

/// Writes a WAVE file.
public struct MuxWAV: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.wav"
  public static let summary = "Puts stored samples into a WAVE file, of more than 4 GB if need be."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<ID3Keys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}

/// Writes an AIFF file.
public struct MuxAIFF: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.aiff"
  public static let summary = "Puts stored integers into an AIFF file."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<ID3Keys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}

/// Writes an AIFF-C file.
public struct MuxAIFC: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.aifc"
  public static let summary = "Puts stored samples, floats too, into an AIFF-C file."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<ID3Keys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}

/// Writes a Core Audio file.
public struct MuxCAF: MetadataWritingNode {
  public static let type: NodeType = "mux.caf"
  public static let summary = "Writes audio to a Core Audio file, with its priming and padding."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<CoreAudioKeys>()

  public init() {}
}

/// Writes an AMR file.
public struct MuxAMR: Node {
  public static let type: NodeType = "mux.amr"
  public static let summary = "Puts AMR speech into a file of its own."

  @Port(in: "in", "The sound.") public var input: Input<Coded<Audio>>
  @Port(out: "out", "The file.") public var output: Output<Container>

  public init() {}
}

/// Writes an MP3 file.
public struct MuxMP3: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.mp3"
  public static let summary = "Puts MP3 sound into a file, with its length and what of it is heard at the beginning."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<ID3Keys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}

/// Writes a FLAC file.
public struct MuxFLAC: MetadataWritingNode, ChapterWritingNode {
  public static let type: NodeType = "mux.flac"
  public static let summary = "Puts FLAC sound into a file, with its length, comments and pictures at the beginning."

  @Port(in: "in", "The sound, and what is said about it.", repeats: true) public var input: Input<AnyTrack>
  @Port(out: "out", "The file.") public var output: Output<Container>
  @ParameterGroup public var fileMetadata = FileMetadata<VorbisKeys>()
  @ParameterGroup public var fileChapters = FileChapters()

  public init() {}
}
