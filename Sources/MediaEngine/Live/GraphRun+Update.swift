import MediaGraph

extension GraphRun {
  /// Changes the running graph to another one, at once.
  ///
  ///     var recording = graph
  ///     let file = recording.add("file", FileWrite { $0.url = "take1.mkv" })
  ///     …
  ///     try await run.update(to: recording)   // begins to record
  ///     try await run.update(to: graph)       // take1.mkv is complete
  ///
  /// The common part of both graphs continues undisturbed; `GraphDifference` determines it. A new branch begins with
  /// the data at that moment, and its files begin at zero. A removed branch finishes the data it has received: its
  /// files are complete, under their names, when this returns. Waits for the run to begin, and for earlier seeks and
  /// steps.
  ///
  /// - Returns: The reports of the removed nodes, and the files that are complete.
  /// - Throws: `Diagnostics` if the graph is invalid, an input cannot be read, an output cannot be written, or a part
  ///   cannot change while it runs, such as the inputs of a remaining muxer that has begun its file, or any part of a
  ///   run held at its end; the run is then unchanged.
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

  func rejectUpdate() {
    live.nextUpdate()?.answer.resume(
      throwing: Diagnostics([
        Diagnostic("the run is at its end", kind: .usage, help: "seek back before the graph is changed")
      ]))
  }

  /// Makes the next requested change.
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
    // From here on, the end of the run resumes the caller at the latest.
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

  /// Removes drained nodes, and gives their files their names.
  func remove(_ number: Int, _ parts: Parts) async {
    guard let pending = live.takeUpdate(number) else { return }
    do {
      let update = try await parts.conductor.perform { assembly in
        guard let removal = assembly.removals.removeValue(forKey: number) else { return GraphUpdate() }
        let reports = removal.reports
        parts.monitor.add(removed: reports)
        // Until here, the end of the run would have finished them.
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

  /// Removes a failed branch; the others continue.
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
      let branch = EndedBranch(nodes: names.sorted(), problem: ended)
      endedBranches.withLock { $0.append(branch) }
      hub.send(.branchEnded(branch))
      // The remaining sinks may have ended before the failed one.
      if parts.monitor.isAtEnd {
        eventSink.yield(.endOfStream(canHold: options.holdsAtEnd && !parts.monitor.writesFiles))
      }
    } catch {
      eventSink.yield(.failed(problem))
    }
  }
}
