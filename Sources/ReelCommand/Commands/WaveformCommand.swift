internal import MediaSource
import ArgumentParser
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph

/// `reel waveform`.
struct WaveformCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Draws the sound of a file, or gives the numbers of the drawing.",
    discussion: """
      For each pixel of the width the lowest and the highest sample, and the root of the mean square:

        reel waveform song.m4a -o wave.png
        reel waveform song.m4a -o wave.json --size 3600x1
        reel waveform song.m4a > wave.json

      The drawing has a lane for each channel, a scale and a time axis; --plain leaves the scale and the axis out, and the \
      background transparent:

        reel waveform song.m4a -o wave.png --normalize --dark
        reel waveform song.m4a -o wave.png --plain --together --size 600x80

      The sound is decoded once and not kept, however long it is.

      Exit codes: 0 done; 64 wrong usage; 66 the file is missing, cannot be read or has no sound; 70 it is damaged; 73 the \
      output exists or cannot be written; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file or URL; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Width and height in pixels; of numbers, only the width counts.", valueName: "size"))
  var size = "1800x280"

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write, .png or .json; JSON to standard output without it.", valueName: "file"),
    completion: .file())
  var output: String?

  @Flag(help: "Let --output replace a file that exists.")
  var overwrite = false

  @Flag(help: "Draw the loudest sample at full height.")
  var normalize = false

  @Flag(help: "Draw all channels in one lane.")
  var together = false

  @Flag(help: "Draw without a scale and a time axis, on a transparent background.")
  var plain = false

  @Flag(help: "Draw on a dark background.")
  var dark = false

  func run() async throws {
    let size = try OptionValue.size(size, example: "1800x280")
    let isImageFile = try Self.isImageFile(output)
    try FileOutput.check(output, overwrite: overwrite)
    let drawing = WaveformDrawing(
      size: size, isNormalized: normalize, isPlain: plain, colors: dark ? .dark : plain ? .transparent : .light)
    // Loading what draws text takes about as long as loading a decoder: one beside the other.
    async let fonts: Void = isImageFile ? drawing.loadFonts() : ()
    let columns = isImageFile ? drawing.columns : size.width
    let work = Task { [file, together] in
      try await Self.read(file, columns: columns, perChannel: isImageFile && !together)
    }
    let signals = StopSignals(graceful: []) { _ in work.cancel() }
    defer { signals.ignore() }
    let waveform: Waveform
    do {
      waveform = try await work.value
    } catch is CancellationError {
      throw Interruption()
    }
    await fonts
    let bytes = isImageFile ? try drawing.png(of: waveform) : Array(waveform.json.utf8)
    try FileOutput.write(bytes: bytes, to: output, overwrite: overwrite)
    FileOutput.announce(output)
  }

  private static func isImageFile(_ output: String?) throws -> Bool {
    guard let output, output != "-" else { return false }
    switch URL(fileURLWithPath: output).pathExtension.lowercased() {
    case "png": return true
    case "json": return false
    default: throw Diagnostic("'\(output)' is neither .png nor .json", kind: .usage)
    }
  }

  private static func read(_ name: String, columns: Int, perChannel: Bool) async throws -> Waveform {
    let file = try StandardInput.file(name)
    guard let track = try await MediaTrack.tracks(of: Location(file)).first(where: { !$0.isVideo }) else {
      throw Diagnostic("'\(file)' has no sound", kind: .input)
    }
    let percent = PercentLine(terminal: .error)
    defer { percent.clear() }
    do {
      let waveform = try await Waveform(of: track, columns: columns, perChannel: perChannel) { percent.show($0) }
      percent.clear()
      if let loss = track.track.loss { Terminal.error.write("note: \(loss)") }
      return waveform
    } catch let error as DecoderError {
      var problem = Diagnostic(MediaError(error, during: .decoding), "the sound of '\(file)' cannot be read")
      if error.code == .noSample { problem.kind = .input }
      throw problem
    }
  }
}

/// Shows the progress in per cent on an interactive terminal.
private struct PercentLine: Sendable {
  let terminal: Terminal

  func show(_ fraction: Double) {
    if terminal.isInteractive { terminal.write(raw: ProgressBar.clearLine + "\(Int(fraction * 100)) %") }
  }

  func clear() {
    if terminal.isInteractive { terminal.write(raw: ProgressBar.clearLine) }
  }
}

extension Waveform {
  /// The numbers with five decimals, finer than any drawing.
  fileprivate var json: String {
    func list(_ values: [Float]) -> String {
      values.map { value in
        let rounded = (Double(value) * 100_000).rounded() / 100_000
        return rounded == 0 ? "0" : "\(rounded)"
      }.joined(separator: ",")
    }
    return """
      {"sample_rate":\(rate),"channels":\(channels),"samples":\(sampleCount),"seconds":\(duration.seconds),
      "minimum":[\(list(columns.map(\.minimum)))],
      "maximum":[\(list(columns.map(\.maximum)))],
      "rms":[\(list(columns.map(\.rms)))]}

      """
  }
}
