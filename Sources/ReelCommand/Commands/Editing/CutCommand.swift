import ArgumentParser
import MediaEngine
import MediaGraph
import MediaTimeline

/// `reel cut`.
struct CutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Takes a part out of a file.",
    discussion: """
      The part begins with the frame that is shown at its first time and with the very sample of sound; it is encoded \
      anew, as the name of the output says:

        reel cut talk.mp4 --from 1m30s --to 2m -o part.mp4
        reel cut song.flac --to 30s -o start.wav

        reel cut film.mp4 --from 10m --to 11m -o scene.mp4 --smart

      Codecs and audio tracks are chosen as for 'reel transcode'. With --smart, pictures are copied but for the few between a cut and the \
      next group of pictures, which are encoded alike: exact also in players that ignore edits, and many times faster. \
      'reel explain' shows the graph that --yaml prints with what is copied, and what is encoded and why. --yaml prints the graph, to be changed and given to 'reel run'.

      Exit codes: 0 done; 64 wrong usage; 66 the input is missing or cannot be read; 69 an encoder is not available; 70 \
      failed while running; 73 the output exists or cannot be made; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL to read.", valueName: "in"), completion: .file())
  var input: String

  @Option(help: ArgumentHelp("Where to begin, such as 1.5s or 2m.", valueName: "time"))
  var from: String?

  @Option(help: ArgumentHelp("Where to end.", valueName: "time"))
  var to: String?

  @Option(
    help: ArgumentHelp("The audio tracks to take: first, all, id:3 or language:de.", valueName: "tracks"))
  var audioTracks: String?

  @Flag(help: "Copy groups of pictures that lie between the cuts, and encode only the others.")
  var smart = false

  @OptionGroup var options: EditingOptions

  func run() async throws { try await options.finish(graph()) }

  private func graph() throws -> Graph {
    let name = try options.running.yaml ? input : StandardInput.file(input)
    guard let source = try? Location(parsing: name) else {
      throw ValidationError("The file to read needs a name.")
    }
    let file = try options.file()
    let range = try OptionValue.range(from: from, to: to)
    if range.from == nil, range.to == nil { throw ValidationError("There is nothing to cut off: give --from or --to.") }
    let (video, audio) = try options.codecs(of: file.type)
    let choice = try TranscodeCommand.audioTracks(audioTracks, audio)
    // Frames of FLAC are numbered from the beginning of their file: they are encoded, which loses nothing.
    if smart, file.type != .flac { return try smartGraph(source, range, choice) }
    guard video != .copy, audio != .copy else {
      throw ValidationError("A cut is encoded: a copy would begin at another frame. 'reel transcode' copies.")
    }
    return TranscodeGraph(
      input: source, output: file.location, fileType: file.type, video: video, audio: audio, size: nil, range: range,
      tracks: try TrackSelection(of: source, in: file.type, hasVideo: video != .none, audio: choice, isPart: true)
    ).graph
  }

  private static let severalTracks = ValidationError(
    "--smart takes one audio track: choose it, such as id:3, or leave out --smart.")

  /// The graph that copies what it can: a timeline of one clip.
  private func smartGraph(
    _ source: Location, _ range: (from: MediaTime?, to: MediaTime?), _ audio: TrackChoice
  ) throws -> Graph {
    guard audio.rule != .all else { throw Self.severalTracks }
    let (type, hasVideo) = (try options.file().type, options.video == nil)
    let film = SmartSource(source, audio)
    let to = film.ends(within: range) ? nil : range.to
    let timeline = Timeline {
      $0.size = film.storedSize
      $0.items = [
        .clip(
          .init {
            ($0.clip, $0.to, $0.audio, $0.samples) = (.location(source), to, audio, TrackChoice(.all))
            if let from = range.from { $0.from = from }
            if film.storedSize != nil { $0.fit = .none }
          })
      ]
    }
    let file = CopyGraph.Source(
      read: AssetRead { ($0.url, $0.from, $0.to) = (source, range.from, range.to) }, opened: film.opened
    ) {
      let tracks = try TrackSelection(
        of: source, in: type, hasVideo: hasVideo, audio: audio, isPart: true, hasText: $0, hasTimecode: true)
      guard tracks.audioCount == 1 else { throw Self.severalTracks }
      return tracks
    }
    let copy = try CopyGraph(timeline, edges: .encode, options, of: file)
    for note in copy.notes { Terminal.error.write("note: \(note)") }
    return copy.graph
  }
}
