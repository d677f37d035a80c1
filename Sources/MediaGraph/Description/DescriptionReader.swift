import OrderedCollections

/// Converts the YAML of one description file into a graph, and collects all problems with its form.
struct DescriptionReader {
  let file: SourceFile
  var problems: [Diagnostic] = []
  /// The files that this one includes.
  private(set) var includes: [(name: String, path: String, range: SourceRange)] = []

  init(file: SourceFile) { self.file = file }

  mutating func graph(of text: String) -> Graph {
    var graph = Graph()
    graph.origin.file = file
    do throws(Diagnostic) {
      let start = SourceRange(file: file, line: 1, column: 1, length: 1)
      guard let root = try YAMLParser(text, file: file).parse(), !root.isEmpty else {
        throw Diagnostic("the file says nothing", at: start, help: "a description begins with format: 1")
      }
      read(root, into: &graph)
    } catch {
      problems.append(error)
    }
    return graph
  }

  private mutating func read(_ root: YAMLValue, into graph: inout Graph) {
    guard let entries = entries(of: root, what: "a description", keys: DescriptionKeys.root) else { return }
    if let format = entries["format"] {
      if format.scalar != "1" {
        report("this format is not known", format, label: "is not 1", help: "this version of reel reads format: 1")
      }
    } else {
      report("'format' is missing", root, help: "a description begins with format: 1")
    }
    graph.name = entries["name"].flatMap { text($0, of: "name") }
    graph.summary = entries["summary"].flatMap { text($0, of: "summary") }
    if let value = entries["include"] { readIncludes(value) }
    if let value = entries["plugins"] { readPlugins(value, into: &graph) }
    if let value = entries["parameters"] {
      (graph.parameters, graph.origin.parameters) = parameters(of: value)
    }
    if let value = entries["templates"] {
      for (name, body) in named(value, what: "templates") { graph.templates[name.scalar ?? ""] = template(name, body) }
    }
    if let value = entries["nodes"] { graph.nodes = nodes(of: value) }
    if let value = entries["stop"] { graph.stop = stop(of: value, origin: &graph.origin) }
  }

  private mutating func readIncludes(_ value: YAMLValue) {
    for (name, path) in named(value, what: "include") {
      guard let text = text(path, of: "an include"), let name = name.scalar else { continue }
      includes.append((name, text, path.range))
    }
  }

  private mutating func readPlugins(_ value: YAMLValue, into graph: inout Graph) {
    guard case .sequence(let items) = value.content else {
      report("plugins must be a list", value, label: "is \(value.kindName)", help: "write plugins: [NAME]")
      return
    }
    for item in items {
      guard let name = text(item, of: "a plugin") else { continue }
      graph.plugins.append(name)
      graph.origin.plugins.append(item.range)
    }
  }

  private mutating func template(_ name: YAMLValue, _ value: YAMLValue) -> Template {
    var template = Template()
    template.origin.name = name.range
    guard let entries = entries(of: value, what: "a template", keys: DescriptionKeys.template) else { return template }
    if let value = entries["parameters"] { template.parameters = parameters(of: value).declarations }
    if let value = entries["inputs"] {
      for (key, value) in named(value, what: "inputs", isReferred: true) {
        guard let name = key.scalar else { continue }
        template.origin.inputs[name] = key.range
        guard let text = text(value, of: "an input") else { continue }
        do {
          template.inputs[name] = try PortType(parsing: text)
        } catch {
          report("the type of '\(name)' \(error.problem)", value, label: error.label, help: error.help)
        }
      }
    }
    if let value = entries["outputs"] {
      for (key, value) in named(value, what: "outputs") {
        guard let name = key.scalar, let source = source(value, of: "an output") else { continue }
        template.outputs[name] = source
        template.origin.outputs[name] = value.range
      }
    }
    if let value = entries["nodes"] { template.nodes = nodes(of: value) }
    return template
  }

  private mutating func stop(of value: YAMLValue, origin: inout Graph.Origin) -> StopRule? {
    guard let entries = entries(of: value, what: "stop", keys: DescriptionKeys.stop) else { return nil }
    var rule = StopRule()
    if let after = entries["after"], let argument = argument(after) {
      origin.stopAfter = after.range
      rule.after = argument
      if argument.references.isEmpty {
        do {
          rule.after = try MediaTime(argument: argument).argument
        } catch {
          report("after \(error.problem)", after, label: error.label, help: error.help)
        }
      }
    }
    if let signals = entries["signals"] {
      let items = if case .sequence(let items) = signals.content { items } else { [signals] }
      for item in items {
        do {
          rule.signals.append(try StopSignal(parsing: item.scalar ?? ""))
        } catch {
          report("a signal \(error.problem)", item, label: error.label, help: error.help)
        }
      }
    }
    if let failure = entries["failure"] {
      do {
        rule.failure = try FailureExtent(parsing: failure.scalar ?? "")
      } catch {
        report("failure \(error.problem)", failure, label: error.label, help: error.help)
      }
    }
    return rule
  }
}

// MARK: - Pieces

extension DescriptionReader {
  mutating func report(
    _ message: String, _ value: YAMLValue, label: String = "", notes: [String] = [], help: String? = nil
  ) {
    problems.append(Diagnostic(message, at: value.range, label: label, notes: notes, help: help))
  }

  /// Returns the text of a scalar that must not be empty.
  mutating func text(_ value: YAMLValue, of what: String) -> String? {
    if let text = value.scalar, !value.isEmpty { return text }
    report("\(what) must be a text", value, label: "is \(value.kindName)")
    return nil
  }

  /// Returns the text of a key.
  mutating func name(_ key: YAMLValue) -> String? {
    if let name = key.scalar { return name }
    report("a key must be a text", key, label: "is \(key.kindName)")
    return nil
  }

  /// Returns the entries of a map with fixed keys.
  mutating func entries(of value: YAMLValue, what: String, keys: [String]) -> [String: YAMLValue]? {
    guard case .mapping(let pairs) = value.content else {
      report(
        "\(what) must be a map", value, label: "is \(value.kindName)", help: "it has: \(keys.joined(separator: ", "))")
      return nil
    }
    var entries: [String: YAMLValue] = [:]
    for (key, value) in pairs {
      guard let name = name(key) else { continue }
      guard keys.contains(name) else {
        let suggestion = Suggestion.nearest(to: name, in: keys).map { "did you mean '\($0)'? " } ?? ""
        report(
          "unknown key '\(name)' of \(what)", key, help: "\(suggestion)\(what) has: \(keys.joined(separator: ", "))")
        continue
      }
      entries[name] = value
    }
    return entries
  }

  /// Returns the entries of a map whose keys are names chosen by the file's author; an empty value counts as an empty
  /// map.
  ///
  /// - Parameter isReferred: True if `$` stands before the names where they are used: those have no '-', which would end
  ///   them there.
  mutating func named(
    _ value: YAMLValue, what: String, isReferred: Bool = false
  ) -> [(key: YAMLValue, value: YAMLValue)] {
    if value.isEmpty { return [] }
    guard case .mapping(let pairs) = value.content else {
      report("\(what) must be a map", value, label: "is \(value.kindName)")
      return []
    }
    return pairs.filter { key, _ in
      guard let name = name(key) else { return false }
      guard Link.Source.isNodeName(name) else {
        report(
          "'\(name)' is no name", key,
          help: "names have letters, digits, '_' and '-', and begin with a letter")
        return false
      }
      guard isReferred, !Argument.isName(name) else { return true }
      report(
        "'\(name)' cannot be referred to", key, label: "has a '-'", notes: ["the name after '$' ends before it"],
        help: "write \(name.replacing("-", with: "_"))")
      return false
    }
  }
}
