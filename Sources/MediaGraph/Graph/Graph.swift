import OrderedCollections

/// A graph of typed nodes: read from a description file or built in Swift, and run by the engine.
///
///     var graph = Graph()
///     let source = graph.add("source", TestVideo { $0.duration = .seconds(2) })
///     let h264 = graph.add("h264", VideoEncodeH264())
///     let mp4 = graph.add("mp4", MuxMP4())
///     let file = graph.add("file", FileWrite { $0.url = "out.mp4" })
///     graph.connect(source.output, to: h264.input)
///     graph.connect(h264.output, to: mp4.input)
///     graph.connect(mp4.output, to: file.input)
///
/// Two graphs are equal when their description files would be, regardless of the order of their nodes.
public struct Graph: NodeContainer, Sendable {
  public var name: String?
  public var summary: String?
  /// Files whose templates the graph uses, by the prefix of the template's name: `presets/web_h264`.
  public var includes: OrderedDictionary<String, Include> = [:]
  /// The plugins that provide the graph's nodes.
  public var plugins: [String] = []
  /// The parameters that `--set` and `bound(to:)` set.
  public var parameters: OrderedDictionary<String, ParameterDeclaration> = [:]
  public var templates: OrderedDictionary<String, Template> = [:]
  public var nodes: [GraphNode] = []
  /// The rule that ends the run; nil when the sources end it.
  public var stop: StopRule?
  var origin = Origin()

  public init(name: String? = nil, summary: String? = nil) {
    self.name = name
    self.summary = summary
  }

  /// The places of a graph's parts in a description file.
  struct Origin: Sendable {
    var file: SourceFile?
    var parameters: [String: SourceRange] = [:]
    var plugins: [SourceRange] = []
    var stopAfter: SourceRange?
  }

  /// The file that the graph was read from.
  public var file: SourceFile? { origin.file }

  /// The place of a parameter's declaration in a file.
  public func range(ofParameter name: String) -> SourceRange? { origin.parameters[name] }

  /// The place in a file of the time after which the graph stops.
  public var stopTimeRange: SourceRange? { origin.stopAfter }

  /// The place in a file that names the plugin at an index of the list.
  public func range(ofPlugin index: Int) -> SourceRange? {
    origin.plugins.indices.contains(index) ? origin.plugins[index] : nil
  }
}

extension Graph: Equatable {
  public static func == (left: Graph, right: Graph) -> Bool {
    left.name == right.name && left.summary == right.summary && left.plugins == right.plugins
      && left.stop == right.stop && areEqual(left.nodes, right.nodes)
      && areEqual(left.includes, right.includes) && areEqual(left.parameters, right.parameters)
      && areEqual(left.templates, right.templates)
  }

  private static func areEqual<V: Equatable>(
    _ left: OrderedDictionary<String, V>, _ right: OrderedDictionary<String, V>
  ) -> Bool {
    left.count == right.count && left.allSatisfy { right[$0.key] == $0.value }
  }
}

/// A file whose templates a graph uses.
public struct Include: Sendable, Equatable {
  /// The path as it is written, relative to the including file.
  public let path: String
  /// The graph of the included file.
  public let graph: Graph

  public init(path: String, graph: Graph) {
    self.path = path
    self.graph = graph
  }

  /// Includes are equal when they name the same file; its contents are not compared.
  public static func == (left: Include, right: Include) -> Bool { left.path == right.path }
}

/// A rule for the end of a run: what ends it although its sources go on, and what a failure ends.
///
/// Where media or a signal end the run, the graph drains, so that outputs are complete.
public struct StopRule: Sendable, Equatable {
  /// The duration of media taken from each source; nil for all of it.
  public var after: Argument?
  /// The signals that end the run in this way.
  public var signals: [StopSignal]
  /// The nodes that end with a failing one.
  public var failure: FailureExtent

  public init(after: MediaTime? = nil, signals: [StopSignal] = [], failure: FailureExtent = .run) {
    self.init(after: after?.argument, signals: signals, failure: failure)
  }

  init(after: Argument?, signals: [StopSignal], failure: FailureExtent = .run) {
    self.after = after
    self.signals = signals
    self.failure = failure
  }
}

/// The part of a graph that ends with a failing node.
public enum FailureExtent: String, ChoiceValue {
  /// The whole run.
  case run
  /// The nodes that only the failing node feeds, and those that feed only them; a muxer goes with any of its inputs. The other branches go on,
  /// and the run's events have the error. Where nothing would be left, the run ends.
  case branch
}

/// A signal that can end a run.
public enum StopSignal: String, ChoiceValue {
  case interrupt, terminate, hangup
}

extension Graph {
  /// Declares a parameter, which nodes refer to: `VideoScale { $0.$height.bind(to: height) }`.
  public mutating func parameter<Value: TextValue>(
    _ name: String, default value: Value? = nil, required: Bool = false
  ) -> ParameterReference<Value> {
    parameters[name] = ParameterDeclaration(name: name, default: value, isRequired: required)
    return ParameterReference(name: name)
  }

  /// Declares a parameter with a range.
  public mutating func parameter<Value: TextValue & Comparable>(
    _ name: String, default value: Value? = nil, in range: ClosedRange<Value>, required: Bool = false
  ) -> ParameterReference<Value> {
    parameters[name] = ParameterDeclaration(name: name, default: value, isRequired: required, in: range)
    return ParameterReference(name: name)
  }
}
