import AVFoundation
import ArgumentParser
import MediaEngine
import MediaGraph
internal import MediaSource

/// `reel hls`.
struct HLSCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hls",
    abstract: "Packages any media for HTTP Live Streaming.",
    discussion: """
      Writes a folder with a master playlist, and a playlist with segments for each size of the pictures, each track of \
      sound, and each track of subtitles:

        reel hls movie.mov -o stream
        reel hls movie.mov -o stream --renditions 1080p,720p:2Mb/s --format ts
        reel hls movie.mov -o stream --codec hevc

      The input is decoded once. Pictures are scaled for each rendition, and never enlarged: renditions that are higher \
      than the input have its height. All renditions have key frames where segments begin, so that players can change \
      between them, and wind by the key frames alone. The folder appears when it is complete; --overwrite \
      replaces one that has nothing but playlists and segments. --yaml prints the graph, to be changed and given to 'reel run'. Ctrl-C completes the folder with what there is; once more, it ends at once \
      without one.

      Exit codes: 0 done; 64 wrong usage; 66 the input is missing or cannot be read; 69 an encoder is not available; 70 \
      failed while running; 73 the folder exists or cannot be made; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL to read.", valueName: "in"), completion: .file())
  var input: String

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var output: String

  @Option(
    help: ArgumentHelp("The heights of the pictures, each perhaps with a bit rate, the best first.", valueName: "list"))
  var renditions = "1080p,720p,480p"

  @Option(help: ArgumentHelp("The duration of a segment, a second or more.", valueName: "time"))
  var segment = "6s"

  @Option(help: ArgumentHelp("The format of segments: fmp4 or ts.", valueName: "format"))
  var format = "fmp4"

  @Option(help: ArgumentHelp("The video codec: h264, or hevc in fmp4.", valueName: "codec"))
  var codec = "h264"

  @OptionGroup var running: GraphOptions

  func run() async throws {
    let graph = try await graph()
    if running.yaml { return Terminal.output.write(try graph.yaml()) }
    try await running.run(of: graph).finish()
  }

  private func graph() async throws -> Graph {
    guard output != "-" else {
      throw ValidationError("A presentation is a folder of files, which standard output does not hold: name a folder.")
    }
    let name = try StandardInput.file(input)
    guard let source = try? Location(parsing: name) else {
      throw ValidationError("The file to read needs a name.")
    }
    guard !output.isEmpty, let folder = try? Location(parsing: output) else {
      throw ValidationError("The folder to write needs a name.")
    }
    let wanted = try Self.renditions(parsing: renditions)
    guard let form = HLSWrite.Form(rawValue: format) else {
      throw ValidationError("--format \(format) is no form of segments: write fmp4 or ts.")
    }
    guard let coding = HLSPackage.VideoCodec(rawValue: codec) else {
      throw ValidationError("--codec \(codec) is no codec of presentations: write h264 or hevc.")
    }
    guard coding != .hevc || form == .fmp4 else {
      throw ValidationError("--codec hevc goes with --format fmp4: players take no HEVC in transport streams.")
    }
    guard let time = try? MediaTime(parsing: segment), let length = time.time(), length.seconds >= 1 else {
      throw ValidationError(
        "--segment \(segment) is no length of a segment: write 6s, or any time of a second or more.")
    }
    let probe = try await AssetProbe.probe(source)
    var package = HLSPackage()
    (package.url, package.output, package.segment, package.format) = (source, folder, time, form)
    package.codec = coding
    package.renditions = Self.fitting(wanted, probe, uprightSize: await Self.uprightSize(of: source))
    package.audioCount = min(32, probe.tracks.count { $0.kind == .audio })
    package.textCount = min(32, probe.tracks.count(where: \.isText))
    if let languages = Self.languages(of: probe.tracks.filter { $0.kind == .audio }) {
      package.audioLanguages = languages
    }
    if let languages = Self.languages(of: probe.tracks.filter(\.isText)) { package.textLanguages = languages }
    if let path = source.path, InputFile.isRegular(path), let tracks = try? InputTracks(of: path) {
      let texts = tracks.all.filter { $0.number.map { $0 <= package.textCount } ?? false }
      // Movies enable the only subtitles that they have, so that players offer them.
      let shown = texts.filter { $0.isEnabled && !$0.isForced }
      package.defaultText = texts.count > 1 && shown.count == 1 ? shown[0].number : nil
      package.forcedTexts = texts.filter(\.isForced).compactMap(\.number)
    }
    for track in probe.tracks where track.kind == .text && !track.isText && !track.isChapterList {
      let name = track.codec ?? "of an unknown kind"
      Terminal.error.write(
        "note: the presentation is without the subtitles of track \(track.id ?? 0) (\(name)): they cannot be made WebVTT"
      )
    }
    guard !package.renditions.isEmpty || package.audioCount > 0 else {
      throw Diagnostic("'\(input)' has neither pictures nor sound", kind: .input)
    }
    var graph = Graph()
    graph.add("hls", package)
    return graph
  }

  /// Returns the languages of tracks; nil if none is stated.
  private static func languages(of tracks: [AssetProbe.Track]) -> [SpokenLanguage]? {
    let languages = tracks.prefix(32).map { track in
      // Files may say anything.
      track.language.flatMap { try? SpokenLanguage(parsing: $0) } ?? SpokenLanguage()
    }
    return languages.allSatisfy { $0.text == "und" } ? nil : languages
  }

  /// Reads `1080p,720p:2Mb/s`.
  static func renditions(parsing list: String) throws -> [HLSPackage.Rendition] {
    try list.split(separator: ",", omittingEmptySubsequences: false).map { item in
      let parts = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let name = parts[0].hasSuffix("p") ? String(parts[0].dropLast()) : parts[0]
      guard let height = Int(name), (2...8640).contains(height) else {
        throw ValidationError("--renditions \(list): '\(item)' is no height of pictures; write 720p, or 720p:2Mb/s.")
      }
      guard parts.count > 1 else { return HLSPackage.Rendition(height: height) }
      guard let rate = try? Bitrate(parsing: parts[1]), rate >= .kilobits(16), rate <= .megabits(800) else {
        throw ValidationError("--renditions \(list): '\(parts[1])' is no bit rate; write 2Mb/s or 800kb/s.")
      }
      return HLSPackage.Rendition(height: height, bitrate: rate)
    }
  }

  /// Returns the size of upright pictures; nil without pictures, and for files that AVFoundation does not open.
  private static func uprightSize(of source: Location) async -> PixelSize? {
    guard let url = source.path.map({ URL(fileURLWithPath: $0) }) ?? URL(string: source.text),
      let track = try? await AVURLAsset(url: url).loadTracks(withMediaType: .video).first,
      let (size, transform) = try? await track.load(.naturalSize, .preferredTransform)
    else { return nil }
    let upright = CGRect(origin: .zero, size: size).applying(transform).size
    guard upright.height >= 2, upright.height <= 16384, upright.width <= 16384 else { return nil }
    return PixelSize(width: Int(upright.width.rounded()), height: Int(upright.height.rounded()))
  }

  /// Returns the renditions of an input's pictures: those that are higher have its height, and none is there twice.
  ///
  /// - Parameter uprightSize: The size of turned pictures when they are upright; nil if it is not known.
  private static func fitting(
    _ wanted: [HLSPackage.Rendition], _ probe: AssetProbe, uprightSize: PixelSize?
  ) -> [HLSPackage.Rendition] {
    guard let video = probe.tracks.first(where: { $0.kind == .video }) else { return [] }
    guard let height = uprightSize?.height ?? video.size.map({ Int($0.height) }), height > 1 else { return wanted }
    var fitting: [HLSPackage.Rendition] = []
    for rendition in wanted {
      let lower = min(rendition.height, height)
      guard !fitting.contains(where: { $0.height == lower }) else { continue }
      fitting.append(HLSPackage.Rendition(height: lower, bitrate: rendition.bitrate))
    }
    return fitting
  }
}
