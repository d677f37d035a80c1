import ArgumentParser
import MediaGraph

/// `reel join`.
struct JoinCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Puts files one after the other into one, with transitions if wanted.",
    discussion: """
      Files may differ: the first says what the pictures of the output are like, unless --size and --frame-rate do, and the \
      sound has the highest sample rate and the most channels of all. Each file's first audio track is taken; other tracks, tags \
      and chapters are left out, with a note.

        reel join a.mp4 b.mov c.mkv -o all.mp4
        reel join a.mp4 b.mp4 -o all.mp4 --transition dissolve:1s
        reel join one.wav two.flac -o both.wav

      A transition is one of dissolve, push, wipe, slide and fade, with its duration: both files are there meanwhile, and \
      their sound is faded with constant power. Pictures, such as PNG files, have no length: write them into a timeline, \
      for 'reel render'. --yaml prints the graph, to be changed and given to 'reel run'.

      Exit codes: 0 done; 64 wrong usage; 66 an input is missing or cannot be read; 69 an encoder is not available; 70 \
      failed while running; 73 the output exists or cannot be made; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The files or URLs to read, in their order.", valueName: "in"), completion: .file())
  var inputs: [String]

  @Option(help: ArgumentHelp("The transition between two files, such as dissolve:1s.", valueName: "kind:time"))
  var transition: String?

  @Option(help: ArgumentHelp("Width and height of the output.", valueName: "size"))
  var size: String?

  @Option(help: ArgumentHelp("Frames a second of the output, such as 25 or 30000/1001.", valueName: "rate"))
  var frameRate: String?

  @OptionGroup var options: EditingOptions

  func run() async throws { try await options.finish(graph()) }

  private func graph() throws -> Graph {
    let sources = try inputs.map { try options.running.yaml ? $0 : StandardInput.file($0) }.compactMap {
      try? Location(parsing: $0)
    }
    guard sources.count == inputs.count, sources.count >= 2 else {
      throw ValidationError("Joining needs two files or more, each with a name.")
    }
    let between = try transition.map { try Self.transition($0) }
    var node = TimelineNode()
    node.timeline.size = try size.map { try OptionValue.size($0) }
    node.timeline.frameRate = try frameRate.map { try OptionValue.frameRate($0) }
    for source in sources {
      if let between, !node.timeline.items.isEmpty { node.timeline.items.append(.transition(between)) }
      node.timeline.items.append(.clip(.init { $0.clip = .location(source) }))
    }
    let graph = try TimelineGraph(node, options).graph
    let (video, audio) = try options.codecs(of: options.file().type)
    for source in sources { TrackSelection.note(joining: source, hasVideo: video != .none, hasAudio: audio != .none) }
    return graph
  }

  private static func transition(_ text: String) throws -> Timeline.Transition {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0] == "dissolve" ? "crossfade" : parts[0]
    guard parts.count == 2, let kind = Timeline.Transition.Kind(rawValue: name) else {
      throw ValidationError(
        "--transition \(text) is none: write dissolve:1s, or push, wipe, slide or fade with a duration.")
    }
    let duration = try OptionValue.time(parts[1], of: "--transition")
    guard duration.time().map({ $0 > .zero }) ?? false else {
      throw ValidationError("--transition \(text) is no time long.")
    }
    return Timeline.Transition { ($0.transition, $0.duration) = (kind, duration) }
  }
}
