internal import MediaSource
import ArgumentParser
import CoreMedia
import Foundation
import MediaEngine
import MediaGraph

/// `reel sheet`.
struct SheetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Puts small images of a movie on one sheet.",
    discussion: """
      Images at equal distances from the beginning to the end, row by row:

        reel sheet movie.mp4 -o sheet.jpg
        reel sheet movie.mp4 --columns 6 --rows 5 --max 240x240 -o sheet.png

      Each is taken near the middle of its part of the movie, where it costs least; its time is below it. The header has the \
      file's name, size, duration and codecs. Scripts that cut the sheet apart want nothing but images:

        reel sheet movie.mp4 --plain -o tiles.png

      Exit codes: 0 done; 64 wrong usage; 66 the file is missing, cannot be read or has no pictures; 70 a picture is \
      damaged; 73 the output exists or cannot be written; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The movie or its URL; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(help: "The number of columns, 1 to 64.")
  var columns = 4

  @Option(help: "The number of rows, 1 to 64.")
  var rows = 4

  @Option(name: .customLong("max"), help: ArgumentHelp("The box that each image fits into.", valueName: "size"))
  var maximum = "320x320"

  @Option(help: "The space between images, and around them, 0 to 256 pixels.")
  var gap = 10

  @Flag(inversion: .prefixedNo, help: "Write the file's name, size, duration and codecs above the images.")
  var header = true

  @Flag(inversion: .prefixedNo, help: "Write each image's time below it.")
  var times = true

  @Flag(help: "Put images edge to edge, without header and times.")
  var plain = false

  @Flag(help: "Put images and text on a dark background.")
  var dark = false

  @OptionGroup var output: ImageOptions

  func validate() throws {
    guard (0...256).contains(gap) else { throw ValidationError("--gap is from 0 to 256.") }
    guard (1...64).contains(columns), (1...64).contains(rows) else {
      throw ValidationError("--columns and --rows are from 1 to 64.")
    }
  }

  func run() async throws {
    let image = try ImageFile(path: output.path)
    let box = try OptionValue.size(maximum, of: "--max", example: "320x180")
    let location = try output.location(file)
    let hasHeader = header && !plain
    async let lines = hasHeader ? SheetHeader.lines(of: location) : []
    let length = try await MovieLength.range(of: location)
    let count = Int64(columns * rows)
    // The middle of each part, and less than half a part around it: no frame is near enough to two of the times.
    func part(_ sixteenths: Int64, from start: CMTime) -> MediaTime {
      let time =
        start + CMTimeMultiplyByRatio(length.duration, multiplier: Int32(sixteenths), divisor: Int32(count * 16))
      return MediaTime.rational(time.value, time.timescale)
    }
    let times = (0..<count).map { part($0 * 16 + 8, from: length.start) }
    let tolerance = part(7, from: .zero)
    var graph = Graph()
    let headerLines = await lines
    let images = graph.add(
      "images",
      ImageGenerate {
        $0.url = location
        $0.times = times
        $0.toleranceBefore = tolerance
        $0.toleranceAfter = tolerance
        $0.maxWidth = box.width
        $0.maxHeight = box.height
      })
    let tile = graph.add(
      "sheet",
      VideoTile {
        $0.columns = columns
        $0.rows = rows
        guard !plain else { return }
        $0.gap = gap
        $0.times = self.times
        $0.header = headerLines
        let (black, white) = (RGBColor(red: 24, green: 26, blue: 30), RGBColor.white)
        ($0.background, $0.color) = dark ? (black, white) : (white, black)
      })
    graph.connect(images.images, to: tile.input)
    graph.write(tile.output, to: output.path, as: image, quality: output.quality)
    if output.running.yaml { return Terminal.output.write(try graph.yaml()) }
    let result = try await output.running.run(of: graph, isAllOrNothing: true).run()
    result.announceNotes()
    FileOutput.announce(output.path)
  }
}

/// The time range of a movie's video.
enum MovieLength {
  /// - Throws: `Diagnostic` for files without video, and for unreadable ones.
  static func range(of location: Location) async throws -> CMTimeRange {
    let name = location.path ?? location.text
    guard let track = try await MediaTrack.tracks(of: location).first(where: { $0.isVideo }) else {
      throw Diagnostic("'\(name)' has no video track", kind: .input)
    }
    let range: CMTimeRange
    do {
      range = CMTimeRange(start: try await track.start(), end: try await track.end())
    } catch let error as DecoderError {
      throw Diagnostic("cannot read '\(name)'", kind: .input, underlying: error)
    }
    guard range.duration > .zero else { throw Diagnostic("'\(name)' has no pictures", kind: .input) }
    return range
  }
}
