import ArgumentParser
import Foundation
import MediaEngine
import MediaGraph

/// `reel image`.
struct ImageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "image",
    abstract: "Makes images of a movie at exact times.",
    discussion: """
      The very picture that is shown at a time, in its right colours, upright and in square pixels:

        reel image movie.mp4 --at 1.5s -o still.png
        reel image movie.mp4 --at 1.5s --at 1001/30s --max 320x180 -o still-%03d.jpg
        reel image movie.mp4 --at 1m30s --tolerance any -o near.jpg

      Of several times, in any order, the images are numbered in the order of the times; a percent sign in their names \
      is written %%. With a tolerance, a picture that costs less to decode may be taken: --tolerance any takes the \
      nearest one that needs no other.

      Exit codes: 0 done; 64 wrong usage; 66 the file is missing, cannot be read or has no picture at a time; 70 a picture \
      is damaged; 73 an output exists or cannot be written; 130 interrupted.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp("The movie or its URL; '-' is standard input.", valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(
      "A time, such as 1.5s, 1m30s, 00:01:30.5 or 1001/30000s; may be given several times.", valueName: "time"))
  var at: [String] = []

  @Option(help: ArgumentHelp("The tolerance around a requested time, or 'any'.", valueName: "time"))
  var tolerance = "0s"

  @Option(
    name: .customLong("max"), help: ArgumentHelp("The box that images fit into; none is enlarged.", valueName: "size"))
  var maximum: String?

  @Option(help: "The aperture: the clean aperture, all of the frame, or the stored pixels as they are.")
  var aperture = Aperture.clean

  @Flag(help: "Do not turn images as the track says.")
  var asStored = false

  @OptionGroup var output: ImageOptions

  enum Aperture: String, ExpressibleByArgument, CaseIterable { case clean, production, encoded }

  func run() async throws {
    guard !at.isEmpty else { throw ValidationError("At least one --at is needed, such as --at 1.5s.") }
    let times = try at.map { try OptionValue.time($0, of: "--at") }
    let isNumbered = output.names.isValid
    if times.count > 1, output.path == "-" { throw ValidationError("Standard output takes one image: give one --at.") }
    if times.count > 1, !isNumbered {
      throw ValidationError("For \(times.count) images the output needs a number: -o \(output.numbered)")
    }
    try output.checkNumbered(count: isNumbered ? times.count : 0)
    let graph = try graph(times, isNumbered: isNumbered)
    if output.running.yaml { return Terminal.output.write(try graph.yaml()) }
    let result = try await output.running.run(of: graph, isAllOrNothing: true).run()
    result.announceNotes()
    guard isNumbered else { return FileOutput.announce(output.path) }
    let count = times.count == 1 ? "1 image" : "\(times.count) images"
    let size = result.outputs.reduce(0) { $0 + $1.bytes }
    Terminal.output.write("\(output.path)  \(count), \(size.sizeText)")
  }

  private func graph(_ times: [MediaTime], isNumbered: Bool) throws -> Graph {
    let location = try output.location(file)
    let box = try maximum.map { try OptionValue.size($0, of: "--max", example: "320x180") }
    let distance = tolerance == "any" ? nil : try OptionValue.time(tolerance, of: "--tolerance")
    var graph = Graph()
    let images = graph.add(
      "images",
      ImageGenerate {
        $0.url = location
        $0.times = times
        $0.toleranceBefore = distance
        $0.toleranceAfter = distance
        $0.aperture = ImageRender.Aperture(rawValue: aperture.rawValue) ?? .clean
        $0.maxWidth = box?.width
        $0.maxHeight = box?.height
        $0.orient = !asStored
      })
    guard isNumbered else {
      graph.write(images.images, to: output.path, as: try ImageFile(path: output.path), quality: output.quality)
      return graph
    }
    _ = try ImageFile(path: output.path)
    let write = graph.add(
      "files",
      ImageWrite {
        $0.url = Location(output.path)
        $0.quality = output.quality
        $0.overwrite = output.running.overwrite
      })
    graph.connect(images.images, to: write.input)
    return graph
  }
}

/// The common options of commands that write images.
struct ImageOptions: ParsableArguments {
  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp("The file to write, .png or .jpg; '-' writes PNG to standard output.", valueName: "file"),
    completion: .file())
  var path: String

  @Option(help: "The quality of JPEG, 1 to 100.")
  var quality = 85

  @OptionGroup var running: GraphOptions

  func validate() throws {
    guard (1...100).contains(quality) else { throw ValidationError("--quality is from 1 to 100.") }
  }

  func location(_ file: String) throws -> Location {
    let name = try running.yaml ? file : StandardInput.file(file)
    guard let location = try? Location(parsing: name) else {
      throw ValidationError("The file needs a name.")
    }
    return location
  }

  /// The names of several images.
  var names: NumberedNames { NumberedNames(pattern: Location(path)) }

  /// The output path with a number before its extension.
  var numbered: String {
    let path = path.replacing("%", with: "%%")
    guard let dot = path.lastIndex(of: ".") else { return path + "-%03d" }
    return path[..<dot] + "-%03d" + path[dot...]
  }

  /// Checks all numbered files before anything is written.
  func checkNumbered(count: Int) throws {
    guard !running.overwrite else { return }
    for number in 1..<count + 1 {
      let name = names.path(number)
      var status = stat()
      if lstat(name, &status) == 0 {
        throw Diagnostic("'\(name)' exists", kind: .output, help: "add --overwrite, or choose another name")
      }
    }
  }
}
