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

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    if let problem = InputFile.problem(url, at: node.range(ofArgument: "url")) { return [problem] }
    do {
      _ = try range(at: node)
      let format = try format(at: node)
      // Servers are asked when the run begins.
      if ["http", "https"].contains(url.scheme) { return [] }
      guard let path = url.path, InputFile.isRegular(path) else {
        throw Diagnostic(
          "'\(url.text)' cannot be copied", kind: .input, at: node.range(ofArgument: "url"),
          cause: "it is neither a file nor on a web server",
          help: "use asset.remux, or store it first")
      }
      return unsupportedTracks(of: path, to: format, at: node)
    } catch let problem as Diagnostic {
      return [problem]
    } catch {
      return [Diagnostic(wrapping: error, "'\(node.name)' cannot be run", at: node.range)]
    }
  }

  func build(_ bin: NodeBin) throws {
    let (format, range) = (try format(at: bin.node), try range(at: bin.node))
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

  private func range(at node: GraphNode) throws -> CMTimeRange {
    var read = AssetRead()
    (read.from, read.to) = (from, to)
    return try read.range(at: node)
  }
}
