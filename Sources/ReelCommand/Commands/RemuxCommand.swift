import ArgumentParser
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph
import MovieFile

/// `reel remux`.
struct RemuxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remux",
    abstract: "Puts the tracks of a movie, or of any other file, into another file as they are.",
    discussion: """
      Copies every sample with its times: nothing is decoded. The name of the output says what it is: a movie (.mov, .mp4, \
      .m4a, .m4v, .3gp), a Matroska file (.mkv, .webm) or a file of sound (.wav, .aiff, .aifc, .caf, .amr, .mp3, .flac):

        reel remux clip.mov clip.mp4 --fast-start
        reel remux movie.mp4 stream.mp4 --fragment 2s
        reel remux clip.mkv clip.mov
        reel remux song.m4a song.caf

      Between movies, edits, descriptions, references and metadata are taken over, too. Other files give their pictures and \
      their sound, which of it is not to be heard, subtitles, tags and chapters. Pictures and sound that the kind of file \
      cannot hold are refused; tags and other tracks that it has no place for are left out, with a note. Subtitles \
      that become those of another kind of file keep their bold, italic and underlined text, and no other styles.

      The output appears when it is complete; with --fragment it is there from the beginning, and can be played up to its \
      last whole fragment while it is written, after a crash, and when the disk is full. What it replaces keeps the name \
      until there is a fragment in its place, and is kept until the output is complete: interrupted, it gets its name back; \
      after a failure or a crash it is a hidden file beside the new one.

      Exit codes: 0 done; 64 the command line is wrong; 66 the input cannot be read; 73 the output cannot be written, or \
      cannot hold a track; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL to read; '-' is standard input.", valueName: "in"), completion: .file())
  var input: String

  @OptionGroup var out: OutputArgument

  @Flag(help: "Replace the output if it exists.")
  var overwrite = false

  @Flag(
    help: "Put the headers first, where those of fragments are: playback can start before all of the file is there.")
  var fastStart = false

  @Option(help: ArgumentHelp("Write fragments of this length, such as 500ms.", valueName: "time"))
  var fragment: String?

  @Option(help: "The progress to show: a bar on terminals, a line a second elsewhere, JSON lines, or nothing.")
  var progress = ProgressStyle.auto

  func run() throws {
    let output = out.path
    guard output != "-" else {
      throw Diagnostic(
        "'reel remux' cannot write to standard output", kind: .usage,
        notes: ["it goes back to write what it knows at the end, and a pipe does not"],
        help: "write a file, or stream with 'reel transcode IN - --format mkv --video copy --audio copy'")
    }
    var remux = MovieRemux(from: try StandardInput.file(input), to: output)
    remux.overwrite = overwrite
    remux.headersFirst = fastStart
    if let fragment {
      guard let time = try? MediaTime(parsing: fragment).time(), time.isNumeric, time > .zero else {
        throw Diagnostic("'\(fragment)' is no length of a fragment", kind: .usage, help: MediaTime.examples)
      }
      remux.fragmentInterval = time
    }
    let signals = StopSignals(graceful: []) { [remux] _ in remux.cancel() }
    defer { signals.ignore() }
    var line = ProgressLine(style: progress)
    do {
      let bytes = try remux.run(notice: { Terminal.error.write("note: \($0)") }) { line.show($0, of: $1) }
      line.clear()
      if progress == .json {
        Terminal.output.write(#"{"event":"finished","bytes":\#(bytes)}"#)
      } else {
        FileOutput.announce(output)
      }
    } catch is MovieRemux.Stopped {
      line.clear()
      throw Interruption()
    } catch {
      line.clear()
      throw error
    }
  }
}

/// Shows the copied amount, about ten times a second.
private struct ProgressLine {
  let style: ProgressStyle
  private let isBar: Bool
  private var next: ContinuousClock.Instant

  init(style: ProgressStyle) {
    self.style = style
    isBar = style == .auto && Terminal.error.isInteractive
    // Short copies show no progress.
    next = .now + (isBar ? .milliseconds(200) : .seconds(1))
  }

  mutating func show(_ done: Int64, of all: Int64) {
    guard style != .none, ContinuousClock.now >= next else { return }
    next = .now + (isBar ? .milliseconds(100) : .seconds(1))
    if style == .json {
      return Terminal.output.write(#"{"event":"progress","bytes":\#(done),"of":\#(all)}"#)
    }
    let percent = all > 0 ? done * 100 / all : 100
    let text = "\(percent) %  \(done >> 20) of \(all >> 20) MB"
    if isBar { Terminal.error.write(raw: ProgressBar.clearLine + text) } else { Terminal.error.write(text) }
  }

  func clear() {
    if isBar { Terminal.error.write(raw: ProgressBar.clearLine) }
  }
}
