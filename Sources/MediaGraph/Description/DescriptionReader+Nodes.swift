import OrderedCollections

extension DescriptionReader {
  mutating func nodes(of value: YAMLValue) -> [GraphNode] {
    named(value, what: "nodes").compactMap { node($0.key, $0.value) }
  }

  private mutating func node(_ key: YAMLValue, _ value: YAMLValue) -> GraphNode? {
    guard let name = key.scalar, let entries = entries(of: value, what: "a node", keys: DescriptionKeys.node) else {
      return nil
    }
    var node = GraphNode(name: name, use: "")
    node.origin.name = key.range
    if let use = entries["use"] {
      node.use = NodeType(text(use, of: "use") ?? "")
      node.origin.use = use.range
    } else {
      report("'\(name)' has no type", key, help: "write \(name): { use: TYPE }; 'reel nodes' lists the types")
    }
    if let value = entries["in"] {
      let count = problems.count
      node.inputs = links(of: value)
      node.origin.hasUnreadableLinks = problems.count > count
    }
    if let value = entries["with"], !value.isEmpty { readArguments(value, into: &node) }
    if let value = entries["delivery"] {
      do {
        node.delivery = try Delivery(parsing: value.scalar ?? "")
      } catch {
        report("delivery \(error.problem)", value, label: error.label, help: error.help)
      }
    }
    return node
  }

  /// `in: scale`, `in: [h264, aac]`, `in: { video: a, audio: b.out }`.
  private mutating func links(of value: YAMLValue) -> [Link] {
    guard case .mapping = value.content else { return links(of: value, port: nil) }
    return named(value, what: "in").flatMap { links(of: $0.value, port: $0.key.scalar) }
  }

  private mutating func links(of value: YAMLValue, port: String?) -> [Link] {
    let items = if case .sequence(let items) = value.content { items } else { [value] }
    return items.compactMap { item in
      guard let source = source(item, of: "an input") else { return nil }
      var link = Link(port: port, source: source)
      link.range = item.range
      return link
    }
  }

  mutating func source(_ value: YAMLValue, of what: String) -> Link.Source? {
    if let text = value.scalar, let source = Link.Source(parsing: text) { return source }
    report(
      "\(what) must name an output of a node", value, label: value.scalar == nil ? "is \(value.kindName)" : "",
      help: "write NODE, NODE.PORT, NODE.PORT.2 for the second stream, or $INPUT in a template")
    return nil
  }

  private mutating func readArguments(_ value: YAMLValue, into node: inout GraphNode) {
    guard case .mapping(let pairs) = value.content else {
      report("'with' must be a map", value, label: "is \(value.kindName)", help: "write with: { NAME: VALUE }")
      return
    }
    for (key, value) in pairs {
      guard let name = name(key) else { continue }
      guard let argument = argument(value) else { continue }
      node.arguments[name] = argument
      node.origin.argumentNames[name] = key.range
      node.origin.argumentValues[name] = value.range
      if value.scalar == nil { node.origin.nestedValues[name] = value }
    }
  }

  mutating func argument(_ value: YAMLValue) -> Argument? {
    switch value.content {
    case .scalar(let text, _):
      return Argument(scalar: text)
    case .sequence(let items):
      return .list(items.compactMap { argument($0) })
    case .mapping(let pairs):
      var entries: OrderedDictionary<String, Argument> = [:]
      for (key, value) in pairs {
        guard let name = name(key) else { continue }
        entries[name] = argument(value)
      }
      return .map(entries)
    }
  }

  // MARK: - Parameters

  mutating func parameters(
    of value: YAMLValue
  ) -> (declarations: OrderedDictionary<String, ParameterDeclaration>, ranges: [String: SourceRange]) {
    var declarations: OrderedDictionary<String, ParameterDeclaration> = [:]
    var ranges: [String: SourceRange] = [:]
    for (key, value) in named(value, what: "parameters", isReferred: true) {
      guard let name = key.scalar else { continue }
      ranges[name] = key.range
      declarations[name] = parameter(key, value)
    }
    return (declarations, ranges)
  }

  private mutating func parameter(_ key: YAMLValue, _ value: YAMLValue) -> ParameterDeclaration? {
    guard let name = key.scalar,
      let entries = entries(of: value, what: "a parameter", keys: DescriptionKeys.parameter)
    else { return nil }
    guard let type = entries["type"] else {
      report("'\(name)' has no type", key, help: "types are: \(Self.typeNames.joined(separator: ", "))")
      return nil
    }
    guard let valueType = ParameterType.named[type.scalar ?? ""] else {
      let suggestion =
        Suggestion.nearest(to: type.scalar ?? "", in: Self.typeNames).map { "did you mean '\($0)'? " } ?? ""
      report(
        "unknown type '\(type.scalar ?? "?")' of parameter '\(name)'", type,
        help: "\(suggestion)types are: \(Self.typeNames.joined(separator: ", "))")
      return nil
    }
    var isRequired = false
    if let required = entries["required"] {
      do {
        isRequired = try Bool(parsing: required.scalar ?? "")
      } catch {
        report("required \(error.problem)", required, label: error.label, help: error.help)
      }
    }
    if isRequired, let value = entries["default"] {
      report("'\(name)' is required and has a default", value, help: "remove one of them")
    }
    let (lower, upper) = (entries["minimum"], entries["maximum"])
    let (minimum, maximum) = (lower.flatMap { argument($0) }, upper.flatMap { argument($0) })
    // Each bound is checked alone, so that an error has its own place; then both together.
    let bounds: [(Argument?, Argument?, YAMLValue?)] = [
      (minimum, nil, lower), (nil, maximum, upper), (minimum, maximum, upper),
    ]
    var place: YAMLValue? = key
    do throws(ArgumentError) {
      for (minimum, maximum, value) in bounds {
        place = value
        _ = try ParameterDeclaration(
          name: name, type: valueType, defaultValue: nil, isRequired: isRequired, minimum: minimum, maximum: maximum)
      }
      place = entries["default"]
      return try ParameterDeclaration(
        name: name, type: valueType, defaultValue: entries["default"].flatMap { argument($0) }, isRequired: isRequired,
        minimum: minimum, maximum: maximum
      ).checkingDefault()
    } catch {
      report("'\(name)' \(error.problem)", place ?? key, label: error.label, help: error.help)
      return nil
    }
  }

  private static var typeNames: [String] { ParameterType.named.keys.sorted() }
}
