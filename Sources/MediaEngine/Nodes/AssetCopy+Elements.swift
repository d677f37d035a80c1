internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import MovieFile

/// Copies a file on the thread that brings the end of what is said about it: nothing else flows into the node.
///
///     metadata of the file, or of the input ─▷ FileCopyInstance ─▷ the copy's bytes
extension AssetCopy: ElementNode {
  var elements: [ElementChoice] { [] }
  var inputFiles: [Location] { [url] }
  var family: MediaError.Family { .muxing }
  /// The tables of a copy say from the beginning where everything is.
  var isAllOrNothing: Bool { true }

  func problems(_ node: GraphNode, inputs: [InputSource]) -> [Diagnostic] {
    var problems = part.problems(node, inputs: inputs)
    do throws(Diagnostic) {
      let format = try format(at: node)
      guard !tags.entries.isEmpty else { return problems }
      _ = try MuxerMetadata(
        tags, from: nil, chapters: nil, in: format, isFragmented: false, at: node.range(ofArgument: "tags"))
    } catch {
      problems.append(error)
    }
    return problems
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    if let problem = InputFile.problem(url, at: node.range(ofArgument: "url")) { return [problem] }
    // A kind that is not written is an error of the parameters, and servers are asked when the run begins.
    guard let format = try? format(at: node), !["http", "https"].contains(url.scheme) else { return [] }
    guard let path = url.path, InputFile.isRegular(path) else {
      return [
        Diagnostic(
          "'\(url.text)' cannot be copied", kind: .input, at: node.range(ofArgument: "url"),
          cause: "it is neither a file nor on a web server",
          help: "use asset.remux, or store it first")
      ]
    }
    return unsupportedTracks(of: path, to: format, at: node)
  }

  func build(_ bin: NodeBin) throws {
    let (format, range) = (try format(at: bin.node), try part.range(at: bin.node))
    var copy = FileCopyInstance.Work(input: url, format: format, range: range, fastStart: fastStart)
    copy.omitsPrivate = !keepPrivateTrackMetadata
    let isGiven = !bin.inputs.isEmpty
    if isGiven || !keepMetadata || !tags.entries.isEmpty {
      let source = keepMetadata && !isGiven ? url : nil
      // Movies have their chapters as tracks, too, which are copied like all others.
      copy.metadata = try MuxerMetadata(
        tags, from: source, chapters: url, in: format, isFragmented: false, at: bin.node.range(ofArgument: "tags"))
      copy.metadata?.limit(to: range)
    }
    let (element, instance) = try FileCopyInstance.element(copy, takes: MetadataObject.caps)
    try bin.adopt(element, factory: "swift")
    bin.note { instance.notes }
    bin.reportProgress { instance.progress }
    // A branch that leaves the graph finishes its copy.
    bin.reception.whenOver { [weak reception = bin.reception] in
      if reception?.isCancelled ?? true { instance.cancel() }
    }
    bin.whenDestined { destination in
      // Bytes are moved in the file only if no other program reads it.
      guard destination.file.isRenamed, destination.isExclusive else { return }
      instance.setReopening { destination.file.reopen() }
    }
    if isGiven {
      try bin.exposeInput(element.pad("sink_0"))
    } else {
      try bin.addMetadataSource(of: nil, in: .wholeTimeline).pad("src").link(to: element.pad("sink_0"))
    }
    try bin.exposeOutput(element.pad("src"))
  }

  /// The format of the copy.
  private func format(at node: GraphNode) throws(Diagnostic) -> WritableFormat {
    guard let format = WritableFormat(pathExtension: fileType.text) else {
      throw Diagnostic(
        "'\(fileType.text)' files are not written by copying", kind: .description,
        at: node.range(ofArgument: "file_type"))
    }
    return format
  }

  /// A reader of the part that is copied.
  private var part: AssetRead {
    var read = AssetRead()
    (read.from, read.to) = (from, to)
    return read
  }
}
