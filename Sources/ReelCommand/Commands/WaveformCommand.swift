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

      The sound is decoded once and not kept, however long it is. Channels are drawn together.

      Exit codes: 0 done; 64 wrong usage; 66 the file is missing, cannot be read or has no sound; 70 it is damaged; 73 the \
      output exists or cannot be written; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The file; '-' is standard input.", valueName: "file"), completion: .file())
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

  func run() async throws {
    guard let size = try? PixelSize(parsing: size), size.width <= 16384, size.height <= 16384 else {
      throw ValidationError("--size \(size) is no size: write 1800x280, at most 16384x16384.")
    }
    let isImageFile = try Self.isImageFile(output)
    try FileOutput.check(output, overwrite: overwrite)
    let work = Task { [file] in try await Self.read(file, columns: size.width) }
    let signals = StopSignals(graceful: []) { _ in work.cancel() }
    defer { signals.ignore() }
    let waveform: Waveform
    do {
      waveform = try await work.value
    } catch is CancellationError {
      throw Interruption()
    }
    let bytes = isImageFile ? try waveform.png(size) : Array(waveform.json.utf8)
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

  private static func read(_ name: String, columns: Int) async throws -> Waveform {
    let file = try StandardInput.file(name)
    guard let track = try await MediaTrack.tracks(ofNamed: file).first(where: { !$0.isVideo }) else {
      throw Diagnostic("'\(file)' has no sound", kind: .input)
    }
    let percent = PercentLine(terminal: .error)
    defer { percent.clear() }
    do {
      return try await Waveform(of: track, columns: columns) { percent.show($0) }
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

  /// Draws peaks in a light colour, loudness in a dark one, on a transparent background.
  fileprivate func png(_ size: PixelSize) throws -> [UInt8] {
    guard
      let context = CGContext(
        data: nil, width: size.width, height: size.height, bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    else { throw Diagnostic("there is no memory for a picture of \(size.text)", kind: .failure) }
    let middle = CGFloat(size.height) / 2
    // Short audio has fewer columns than the image.
    let width = CGFloat(size.width) / CGFloat(max(1, columns.count))
    func fill(_ low: Float, _ high: Float, _ column: Int) {
      let bottom = middle + CGFloat(max(-1, low)) * middle, top = middle + CGFloat(min(1, high)) * middle
      context.fill(CGRect(x: CGFloat(column) * width, y: bottom, width: width, height: max(1, top - bottom)))
    }
    context.setFillColor(red: 0.55, green: 0.71, blue: 0.9, alpha: 1)
    for (index, column) in columns.enumerated() { fill(column.minimum, column.maximum, index) }
    context.setFillColor(red: 0.13, green: 0.38, blue: 0.71, alpha: 1)
    for (index, column) in columns.enumerated() { fill(-column.rms, column.rms, index) }
    guard let image = context.makeImage() else { throw Diagnostic("the picture cannot be drawn", kind: .failure) }
    return [UInt8](try ImageCodec.png.encode(image))
  }
}
