import MediaGraph

extension GraphRun {
  /// Makes the running graph another one, at once.
  ///
  ///     var recording = graph
  ///     let file = recording.add("file", FileWrite { $0.url = "take1.mkv" })
  ///     …
  ///     try await run.update(to: recording)   // begins to record
  ///     try await run.update(to: graph)       // take1.mkv is complete
  ///
  /// What the two graphs have in common goes on undisturbed; `GraphDifference` says what that is. A branch that comes begins
  /// with what flows then, and files that it writes begin at zero. A branch that goes is finished with what it has had: its
  /// files are complete, under their names, when this returns. Waits for the run to begin, and for seeks and steps that were asked
  /// for before.
  /// - Throws: `Diagnostics` when the graph is wrong, an input cannot be read, an output cannot be written, or something
  ///   cannot change while it runs, such as what a muxer that stays has begun to write; the run is then as it was.
  public func update(to graph: Graph) async throws {
    do {
      _ = try await live.started()
      try await live.turns.take(.together) {
        try await withCheckedThrowingContinuation { answer in
          live.add(graph, answer)
          eventSink.yield(.update)
        }
      }
    } catch let problems as Diagnostics {
      throw problems
    } catch {
      throw error is CancellationError
        ? error : Diagnostics([Diagnostic(wrapping: error, "the graph cannot be changed", at: nil)])
    }
  }

  /// Does the next of the changes that are asked for.
  func update(_ assembly: Assembly, _ outputs: OpenOutputs) async {
    guard let (graph, answer) = live.nextUpdate() else { return }
    do {
      let removal = try await blocking { [self] in try change(assembly, to: graph, outputs) }
      let number = live.add(removal, answer)
      removal.whenDrained { [eventSink] in eventSink.yield(.drained(number)) }
    } catch {
      answer.resume(throwing: error)
    }
  }

  private func change(_ assembly: Assembly, to graph: Graph, _ outputs: OpenOutputs) throws -> Removal {
    let session = try RunSession.prepare(graph, options: options, registry: registry)
    var old = Graph()
    old.nodes = assembly.nodes.map(\.node)
    let difference = GraphDifference(
      from: old, to: session.graph,
      isLive: { [registry] node, parameter in
        registry.declaration(of: node.use)?.parameter(parameter)?.isLive ?? false
      }, hasLiveInputs: { assembly[$0.name]?.bin?.hasLiveInputs ?? false })
    let files = try session.createOutputs(of: Set(difference.added.map(\.name)))
    do {
      let removal = try assembly.apply(
        difference, to: session.graph, outputs: files, within: min(options.stallTimeout ?? .seconds(5), .seconds(5)))
      removal.outputs = outputs.open.filter { output in removal.nodes.contains { $0.name == output.node.name } }
      outputs.add(files)
      return removal
    } catch {
      for file in files { file.file.discard() }
      throw error
    }
  }

  /// Takes out nodes that have drained, and gives their files their names.
  func remove(_ number: Int, _ assembly: Assembly, _ outputs: OpenOutputs) async throws {
    guard let (removal, answer) = live.takeRemoval(number) else { return }
    assembly.removedReports += removal.reports
    // Until here, the end of the run would have taken care of them.
    outputs.remove(removal.outputs)
    do {
      let reports = try await blocking {
        removal.remove(from: assembly.pipeline)
        try removal.checkContents()
        return try RunSession.commit(removal.outputs)
      }
      outputs.add(done: reports)
      answer.resume()
    } catch {
      answer.resume(throwing: RunSession.abandon(removal.outputs, after: error))
    }
  }
}
