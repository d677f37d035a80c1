import MediaGraph

extension FileRead: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("filesrc")] }

  func build(_ bin: NodeBin) throws {
    let source = try bin.add("filesrc", [("location", url.path ?? url.text)])
    try bin.exposeOutput(source.pad("src"))
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    InputFile.problem(url, at: node.range(ofArgument: "url")).map { [$0] } ?? []
  }
}

extension FileWrite: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("filesink")] }

  /// The sink's location is set by the run, which knows the temporary file.
  func build(_ bin: NodeBin) throws {
    let sink = try bin.add("filesink", [("sync", "false"), ("async", "true")])
    try bin.exposeInput(sink.pad("sink"))
  }

  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] {
    let output = OutputFile(url, overwrite: overwrite || options.overwrite)
    return output.problem(at: node.range(ofArgument: "url")).map { [$0] } ?? []
  }
}

extension Null: ElementNode {
  var elements: [ElementChoice] { [ElementChoice("fakesink")] }

  func build(_ bin: NodeBin) throws {
    let sink = try bin.add("fakesink", [("sync", "false"), ("enable-last-sample", "false")])
    try bin.exposeInput(sink.pad("sink"))
  }
}
