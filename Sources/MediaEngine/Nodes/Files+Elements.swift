import Foundation
import MovieFile
internal import MediaSource
internal import GStreamer
import MediaGraph

extension FileRead: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("filesrc")] }
  var inputFiles: [Location] { [url] }
  var family: MediaError.Family { .reading }

  func build(_ bin: NodeBin) throws {
    try bin.exposeOutput(bin.addFileSource(url.path ?? url.text).pad("src"))
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    InputFile.problem(url, at: node.range(ofArgument: "url")).map { [$0] } ?? []
  }
}

extension NodeBin {
  /// Adds a source of the bytes of a file or a pipe, in order.
  func addFileSource(_ path: String) throws -> Element {
    guard InputFile.isPipe(path) else { return try add("filesrc", [("location", path)]) }
    let pipe: PipeReader
    do throws(MovieError) {
      pipe = try PipeReader(path, reception)
    } catch {
      throw Diagnostic(cannotRead: path, error)
    }
    let source = try PipeSource.element(pipe)
    try adopt(source, factory: "pipe")
    return source
  }
}

extension FileWrite: ElementNode {
  var elements: [ElementChoice] { [] }
  var outputFiles: [WrittenFile] { [WrittenFile(location: url, overwrite: overwrite)] }
  var family: MediaError.Family { .writing }

  /// The run makes the temporary file, and then sets its path.
  func build(_ bin: NodeBin) throws {
    let (sink, file) = try FileSink.element()
    try bin.adopt(sink, factory: "swift")
    let name = url.text
    bin.whenDestined { destination in
      // Players that read it meanwhile find complete fragments.
      let output = destination.file
      var target = FileSink.Target(path: output.temporaryPath, name: name, isUnbuffered: output.grows)
      if output.isRenamed { target.open = { output.reopenEmpty() } }
      if output.isStandardOutput {
        // Other bytes may stand before these in the file of the shell, which a file opened anew would lose.
        (target.isStream, target.open) = (true, { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) })
      }
      file.setTarget(target)
    }
    bin.waits { [reader = file.missingReader] in reader.obstacle }
    try bin.exposeInput(sink.pad("sink"))
  }

  /// Refuses locations that are no local files: an error of the parameters.
  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    url.path == nil ? outputProblems(of: node, overwrite: true) : []
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    url.path == nil ? [] : outputProblems(of: node, overwrite: overwrite || options.overwrite)
  }

  private func outputProblems(of node: GraphNode, overwrite: Bool) -> [Diagnostic] {
    OutputFile(url, overwrite: overwrite).problem(at: node.range(ofArgument: "url")).map { [$0] } ?? []
  }
}

extension Null: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("fakesink")] }

  func build(_ bin: NodeBin) throws {
    let sink = try bin.add("fakesink", [("sync", "false"), ("async", "false"), ("enable-last-sample", "false")])
    // It reads no frames, so none needs to be copied for it.
    try sink.pad("sink").acceptPaddedRows()
    try bin.exposeInput(sink.pad("sink"))
  }
}
