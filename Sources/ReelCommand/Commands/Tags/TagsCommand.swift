import ArgumentParser
import CoreMedia
import Foundation
import MediaGraph
import MovieFile
internal import MediaSource

/// `reel tags`.
struct TagsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tags",
    abstract: "Shows and changes what a movie or sound file says about itself.",
    discussion: """
      Without changes, shows metadata and chapters:

        reel tags movie.m4a

      Changes go into the file itself, or with -o into a copy; media are never touched:

        reel tags movie.mp4 --set title='A title' --remove location
        reel tags movie.m4a --set track=3/12 --artwork cover.jpg -o tagged.m4a

      Names such as title, artist, album, date, genre, comment, location hold for all kinds of files, and are written \
      under the key that a file has for them. Keys of a file go by key space: ilst:©nam, itlk:com.apple.iTunes.ISRC, \
      mdta:com.apple.quicktime.title, udta:©nam, uiso:titl. Several values for one name are several --set.

      A file with chapters has a line for each: a time, a blank and a name; '[fr]' begins a list in another language, and \
      'picture: FILE' after a line is what the chapter shows.

      MP3, AAC, AIFF and WAVE files get an ID3 tag, whose frames are written as id3:TIT2, and what APE tags and chunks of \
      texts say beside it they say afterwards too. Core Audio files have texts, written as caaf:info-title. FLAC and Ogg \
      files (Opus, Vorbis, Speex, FLAC) have comments, written as vorbis:TITLE. Of Matroska files, of Ogg files with several \
      streams, and of others, tags are shown.

      A crash leaves the old file or the new one: new headers are written beside the old ones and take their place in one \
      step. Where that cannot be, as with fragments and files of sound, a changed copy takes the file's place.

      Exit codes: 0 done; 64 wrong usage, such as a name that no file has; 65 the file cannot be changed, or its kind \
      cannot hold a value; 66 a file is missing or cannot be read; 73 the output exists or cannot be written.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The movie or sound file; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    name: .customLong("set"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A value for a name or key; may be given several times.", valueName: "name=value"))
  var assignments: [Assignment] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("A name or key to remove; may be given several times.", valueName: "name"))
  var remove: [String] = []

  @Option(help: ArgumentHelp("A picture to set as the artwork.", valueName: "file"), completion: .file())
  var artwork: [String] = []

  @Option(
    help: ArgumentHelp("A file with the chapters to set; 'none' removes them.", valueName: "file"), completion: .file())
  var chapters: String?

  @Option(help: ArgumentHelp("Change a track's metadata instead of the movie's.", valueName: "id"))
  var track: UInt32?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write a changed copy, and leave the file as it is.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Let --output replace a file that exists.")
  var overwrite = false

  @Flag(help: "Answer with a JSON object.")
  var json = false

  private var changesItems: Bool { !assignments.isEmpty || !remove.isEmpty || !artwork.isEmpty }
  private var changes: Bool { changesItems || chapters != nil }

  func validate() throws {
    if !changes, output != nil {
      throw ValidationError("There is nothing to change: add --set, --remove, --artwork or --chapters.")
    }
    if changes, file == "-", output == nil { throw ValidationError("Standard input cannot be changed: add -o.") }
    if overwrite, output == nil { throw ValidationError("--overwrite is for --output.") }
    if track != nil, !changesItems {
      throw ValidationError("--track is for --set, --remove and --artwork: chapters are the movie's.")
    }
  }

  func run() throws {
    guard changes else { return try show(StandardInput.file(file)) }
    let path = try StandardInput.file(file)
    var editor = try Diagnostic.changing(file) { () throws(MovieError) in try AnyTagEditor(path: path) }
    try change(&editor, of: path)
    let note: String?
    if let output {
      try copy(editor, to: output, overwrite: overwrite)
      note = editor.note(onCopy: output)
    } else {
      note = try changeInPlace(editor)
    }
    if let note { Terminal.error.write("note: \(note)") }
    guard output != "-" else { return }
    if json { return try show(output ?? file) }
    Terminal.output.write("\(output ?? file): \(editor.isChanged ? "changed" : "nothing to change")")
  }

  private func show(_ path: String) throws {
    let source = try InputBytes.source(path)
    let report = try Diagnostic.reading(path) { () throws(MovieError) in try TagReport(path, source) }
    Terminal.output.write(try json ? report.json() : report.text)
  }

  // MARK: - Changes

  private func change(_ editor: inout AnyTagEditor, of path: String) throws {
    if changesItems {
      let items = try Diagnostic.reading(file) { () throws(MovieError) in try editor.items(ofTrack: track) }
      guard let items else {
        let ids = editor.trackIDs.map { "\($0)" }.joined(separator: ", ")
        throw Diagnostic(
          "'\(file)' has no track \(track ?? 0)", kind: .usage, help: ids.isEmpty ? nil : "its tracks are \(ids)")
      }
      let changed = try changedItems(items, editor.destination(ofTrack: track))
      try Diagnostic.changing(file) { () throws(MovieError) in try editor.setItems(changed, ofTrack: track) }
    }
    if let chapters {
      var lists = chapters == "none" ? [] : try ChapterFile(path: chapters).lists
      if case .audio = editor { Self.endLastChapters(of: &lists, with: path) }
      try Diagnostic.changing(file) { () throws(MovieError) in try editor.setChapters(lists) }
    }
  }

  /// Lets the last chapters end with the sound: tags say the end of each, and editors of movies know where it is.
  private static func endLastChapters(of lists: inout [ChapterList], with path: String) {
    let file = MediaFile(URL(fileURLWithPath: path), options: .init(isPrecise: true))
    // Where the end is not known, the last chapter has no length.
    guard let end = try? file.duration(), end.isNumeric else { return }
    for index in lists.indices {
      guard let last = lists[index].chapters.indices.last else { continue }
      let start = lists[index].chapters[last].timeRange.start
      lists[index].chapters[last].timeRange = CMTimeRange(start: start, end: max(start, end))
    }
  }

  private func changedItems(_ items: [MetadataItem], _ destination: MetadataDestination) throws -> [MetadataItem] {
    var tags = TagEditor(items, in: destination)
    for name in remove { tags.remove(try Self.key(name)) }
    var values: [TagKey: [TagValue]] = [:]
    var keys: [TagKey] = []
    for assignment in assignments {
      let key = try Self.key(assignment.name)
      if values[key] == nil { keys.append(key) }
      values[key, default: []].append(.text(assignment.value))
    }
    if !artwork.isEmpty {
      keys.append(.tag(.artwork))
      values[.tag(.artwork)] = try artwork.map { .picture(try InputBytes.read($0)) }
    }
    for key in keys {
      try Diagnostic.changing(file) { () throws(MovieError) in try tags.set(key, to: values[key] ?? []) }
    }
    return tags.items
  }

  private static func key(_ name: String) throws(Diagnostic) -> TagKey {
    if let key = TagKey(name) { return key }
    let names = MetadataTag.allCases.map(\.rawValue)
    let near = Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'? " } ?? ""
    throw Diagnostic(
      "there is no name '\(name)'", kind: .usage, notes: ["names are \(names.joined(separator: ", "))"],
      help: near + "a file's own keys are written as ilst:©nam, mdta:com.example.key, udta:©nam or id3:TIT2")
  }

  // MARK: - Writing

  private func copy(_ editor: AnyTagEditor, to path: String, overwrite: Bool) throws(Diagnostic) {
    try FileOutput.write(to: path, overwrite: overwrite) { descriptor throws(Diagnostic) in
      do throws(MovieError) {
        let sink = FileByteSink(descriptor: descriptor, name: path)
        try editor.write(to: sink)
        try sink.flush()
        return nil
      } catch {
        guard error.code != .unwritable else { return error }
        throw Diagnostic(changing: file, error)
      }
    }
  }

  /// - Returns: A note for the user, if any.
  private func changeInPlace(_ editor: AnyTagEditor) throws(Diagnostic) -> String? {
    guard editor.isChanged else { return nil }
    guard case .movie(let editor) = editor else {
      try copy(editor, to: file, overwrite: true)
      return nil
    }
    do throws(MovieError) {
      switch try editor.writeInPlace() {
      case .headersStayed: return nil
      case .headersMovedBehindMedia:
        return "the headers had no room before the media, and are behind them now; a copy (-o) has them in front"
      }
    } catch {
      guard error.code == .unsupported else { throw Diagnostic(changing: file, error) }
      // A file that cannot be changed in place is replaced by a changed copy.
      try copy(.movie(editor), to: file, overwrite: true)
      return "\(error.message), so a changed copy has taken its place"
    }
  }
}
