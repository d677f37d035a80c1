import ArgumentParser
import MediaEngine
import MediaGraph

/// `reel transcode`.
struct TranscodeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "transcode",
    abstract: "Makes a file of another kind, size or quality of any media.",
    discussion: """
      The name of the output says what it is, and so do the codecs that are taken unless others are asked for:

        reel transcode movie.mkv movie.mp4
        reel transcode in.mkv out.mp4 --video h264:crf=20,speed=slow --audio copy
        reel transcode in.mov out.mp4 --video h264:bitrate=2Mb/s,passes=2
        reel transcode movie.mov small.webm --size 640x360
        reel transcode movie.mp4 song.m4a --video none
        reel transcode movie.mp4 part.mp4 --from 10s --to 1m30s

      Of several audio tracks, the first that is enabled is taken, unless --audio-tracks says another or all of them:

        reel transcode film.mkv film.mp4 --audio-tracks all
        reel transcode film.mkv german.mp4 --audio-tracks language:de

      A codec is an encoding node's last name with its parameters: h264 is video.encode.h264, which 'reel nodes \
      video.encode.h264' describes; crf is another word for its quality. A value without a name is the bit rate. Without \
      either, pictures have a constant quality, so that the size of the file follows from theirs: h264:crf=23, hevc:crf=28, \
      and 32 for vp8, vp9 and av1. 'copy' takes the tracks as they are stored, and 'none' leaves them out.

      An output can be made in parts, each by a process or a machine of its own, and joined without a seam; a part that \
      failed is made again alone:

        reel transcode movie.mov part1.mov --part 1/2
        reel transcode movie.mov part2.mov --part 2/2
        reel transcode part1.mov movie.mp4 --join part2.mov

      Parts in two passes are measured first, as 'reel export --help' shows.

      Pictures are turned upright; tags, chapters and subtitles of text are taken over where the file has a place for them, \
      and the output appears when it is complete. --yaml prints the graph, to be changed and given to 'reel run'. Ctrl-C completes the output \
      where its slowest track is; once more, it ends at once without one.

      Exit codes: 0 done; 64 wrong usage; 66 the input is missing or cannot be read; 69 an encoder is not available; 70 \
      failed while running; 73 the output exists or cannot be made; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL to read; '-' is standard input.", valueName: "in"), completion: .file())
  var input: String

  @OptionGroup var out: OutputArgument

  private var output: String { out.path }

  @Option(help: ArgumentHelp("The codec of the pictures, with settings, or copy, or none.", valueName: "codec"))
  var video: String?

  @Option(help: ArgumentHelp("The codec of the sound, with settings, or copy, or none.", valueName: "codec"))
  var audio: String?

  @Option(
    help: ArgumentHelp("The audio tracks to take: first, all, id:3 or language:de.", valueName: "tracks"))
  var audioTracks: String?

  @Option(help: ArgumentHelp("The box that pictures fit into; none is enlarged.", valueName: "size"))
  var size: String?

  @Option(help: ArgumentHelp("Frames a second of the output, such as 25 or 30000/1001.", valueName: "rate"))
  var frameRate: String?

  @Option(help: ArgumentHelp("The number of channels of the sound, such as 1 or 2.", valueName: "number"))
  var channels: Int?

  @Option(help: ArgumentHelp("Samples a second of the sound, such as 48000.", valueName: "rate"))
  var sampleRate: Int?

  @Option(help: ArgumentHelp("Where to begin, such as 1.5s or 2m; the output begins there.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Where to end.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp("The kind of file, such as mkv, where the output's name does not say it.", valueName: "kind"))
  var format: String?

  @OptionGroup var running: GraphOptions

  @OptionGroup var parts: PartOptions

  func run() async throws {
    try await parts.run(input, to: output, running, whole: graph)
  }

  private func graph() throws -> Graph {
    guard !input.isEmpty, let source = try? Location(parsing: input) else {
      throw ValidationError("The file to read needs a name.")
    }
    let (file, type) = (Location(output), try ExportPreset.FileType(of: parts.typed(output), format: format))
    let usual = type.usualCodecs
    let video = try video.map { try CodecChoice(parsing: $0, of: "--video") } ?? usual.video
    let audio = try audio.map { try CodecChoice(parsing: $0, of: "--audio") } ?? usual.audio
    try checkConversions(video, audio)
    guard video != .none || audio != .none else {
      throw ValidationError("Nothing is left to write: both the pictures and the sound are left out.")
    }
    let range = try OptionValue.range(from: from, to: to)
    let box = try size.map { try OptionValue.size($0) }
    let choice = try Self.audioTracks(audioTracks, audio)
    guard !parts.isUsed || choice.rule == .first || choice.rule == .none else {
      throw ValidationError("Parts have the first audio track: leave out --audio-tracks, or --part and --join.")
    }
    // Parts have pictures and sound only.
    let tracks =
      parts.isUsed
      ? TrackSelection(in: type)
      : try TrackSelection(
        of: source, in: type, hasVideo: video != .none, audio: choice, isPart: range.from != nil || range.to != nil)
    return TranscodeGraph(
      input: source, output: file, fileType: type, video: video, audio: audio, size: box, range: range,
      tracks: tracks, frameRate: try frameRate.map { try OptionValue.frameRate($0) }, channels: channels,
      sampleRate: sampleRate
    ).graph
  }

  /// - Throws: `ValidationError` for options of frames or sound that are not encoded.
  private func checkConversions(_ video: CodecChoice, _ audio: CodecChoice) throws {
    if !video.encodes, let option = size.map({ _ in "--size" }) ?? frameRate.map({ _ in "--frame-rate" }) {
      throw ValidationError("\(option) is for pictures that are encoded: these are copied or left out.")
    }
    if !audio.encodes, let option = channels.map({ _ in "--channels" }) ?? sampleRate.map({ _ in "--sample-rate" }) {
      throw ValidationError("\(option) is for sound that is encoded: this is copied or left out.")
    }
  }

  /// The audio tracks that are asked for: the first, unless others are.
  static func audioTracks(_ text: String?, _ codec: CodecChoice) throws -> TrackChoice {
    guard let text else { return codec == .none ? TrackChoice(.none) : TrackChoice() }
    guard codec != .none else { throw ValidationError("--audio-tracks has no use where the sound is left out.") }
    guard let choice = try? TrackChoice(parsing: text), choice.rule != .none else {
      throw ValidationError("--audio-tracks \(text) is no choice: write first, all, id:3 or language:de.")
    }
    return choice
  }
}
