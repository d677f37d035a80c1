import ArgumentParser
import MediaEngine
import MediaGraph

/// The output of the commands that edit, and the ways to run or to print their graphs.
struct EditingOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; '-' is standard output.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(help: ArgumentHelp("The codec of the pictures, with settings, or none.", valueName: "codec"))
  var video: String?

  @Option(help: ArgumentHelp("The codec of the sound, with settings, or none.", valueName: "codec"))
  var audio: String?

  @Option(
    help: ArgumentHelp("The kind of file, such as mkv, where the output's name does not say it.", valueName: "kind"))
  var format: String?

  @OptionGroup var running: GraphOptions

  /// The output and its kind, by its name.
  func file() throws -> (location: Location, type: ExportPreset.FileType) {
    (Location(output), try ExportPreset.FileType(of: output, format: format))
  }

  /// The codecs: those that are usual for the kind of file, unless others are asked for.
  func codecs(of type: ExportPreset.FileType) throws -> (video: CodecChoice, audio: CodecChoice) {
    let usual = type.usualCodecs
    let video = try video.map { try CodecChoice(parsing: $0, of: "--video") } ?? usual.video
    let audio = try audio.map { try CodecChoice(parsing: $0, of: "--audio") } ?? usual.audio
    guard video != .none || audio != .none else {
      throw ValidationError("Nothing is left to write: both the pictures and the sound are left out.")
    }
    return (video, audio)
  }

  /// Prints a graph, or runs it.
  func finish(_ graph: Graph) async throws {
    if running.yaml { return Terminal.output.write(try graph.yaml()) }
    try await EmptyExport.check(graph)
    try MixedRanges.check(graph)
    try await running.run(of: graph).finish()
  }
}
