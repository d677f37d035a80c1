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
  /// - Returns: the reports of the nodes that have left, and the files that are complete with that.
  /// - Throws: `Diagnostics` when the graph is wrong, an input cannot be read, an output cannot be written, or something
  ///   cannot change while it runs, such as what a muxer that stays has begun to write, or anything of a run that is held at
  ///   its end; the run is then as it was.
  @discardableResult
  public func update(to graph: Graph) async throws -> GraphUpdate {
    do {
      let update = try await live.changes.take(.update) {
        try await withCheckedThrowingContinuation { answer in
          live.add(graph, answer)
          eventSink.yield(.update)
        }
      }
      return update ?? GraphUpdate()
    } catch let problems as Diagnostics {
      throw problems
    } catch {
      throw error is CancellationError
        ? error : Diagnostics([Diagnostic(wrapping: error, "the graph cannot be changed", at: nil)])
    }
  }

  func refuseUpdate() {
    live.nextUpdate()?.answer.resume(
      throwing: Diagnostics([
        Diagnostic("the run is at its end", kind: .usage, help: "seek back before the graph is changed")
      ]))
  }

  /// Makes the next of the changes that are asked for.
  func update(_ parts: Parts) async {
    guard let (graph, answer) = live.nextUpdate() else { return }
    let number = live.nextNumber()
    let paths: Set<String>
    do {
      paths = try await parts.conductor.perform { [self] assembly in
        let removal = try change(assembly, to: graph, parts.outputs)
        assembly.removals[number] = removal
        return Set(removal.outputs.map(\.file.location.text))
      }
    } catch {
      answer.resume(throwing: error)
      return
    }
    // From here on, the end of the run answers if nothing else does.
    live.add(LiveControl.PendingUpdate(answer: answer, paths: paths), for: number)
    try? await parts.conductor.perform { [eventSink] assembly in
      assembly.removals[number]?.whenDrained { eventSink.yield(.drained(number)) }
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
  func remove(_ number: Int, _ parts: Parts) async {
    guard let pending = live.takeUpdate(number) else { return }
    do {
      let update = try await parts.conductor.perform { assembly in
        guard let removal = assembly.removals.removeValue(forKey: number) else { return GraphUpdate() }
        let reports = removal.reports
        parts.monitor.add(removed: reports)
        // Until here, the end of the run would have taken care of them.
        parts.outputs.remove(removal.outputs)
        do {
          removal.remove(from: assembly.pipeline)
          try removal.checkContents()
          let outputs = try RunSession.commit(removal.outputs)
          parts.outputs.add(done: outputs)
          return GraphUpdate(nodes: reports, outputs: outputs)
        } catch {
          throw RunSession.abandon(removal.outputs, after: error)
        }
      }
      hub.send(.updated(update))
      pending.answer.resume(returning: update)
    } catch {
      pending.answer.resume(throwing: error)
    }
  }

  /// Takes out a branch that has failed; the others go on.
  func endBranch(_ names: Set<String>, _ problem: Diagnostic, _ parts: Parts) async {
    let problem = parts.monitor.completing(problem)
    do {
      let notes = try await parts.conductor.perform { assembly in
        let removal = try assembly.end(names)
        let outputs = parts.outputs.open.filter { names.contains($0.node.name) }
        parts.outputs.remove(outputs)
        parts.monitor.add(removed: removal.reports)
        removal.remove(from: assembly.pipeline)
        assembly.endStreams(from: removal)
        return outputs.flatMap { $0.file.keepWhole() }
      }
      var ended = problem
      ended.notes += notes
      hub.send(.branchEnded(EndedBranch(nodes: names.sorted(), problem: ended)))
      // The sinks that are left may have ended before the one that failed.
      if parts.monitor.isAtEnd {
        eventSink.yield(.endOfStream(canHold: options.holdsAtEnd && !parts.monitor.writesFiles))
      }
    } catch {
      eventSink.yield(.failed(problem))
    }
  }
}
