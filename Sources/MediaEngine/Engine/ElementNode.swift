import MediaGraph
internal import MediaSource

/// A component that the engine can run: it says which elements it needs, and puts them into its bin.
protocol ElementNode: Component {
  /// The elements that the node is made of, with what can stand in for them.
  var elements: [ElementChoice] { get }

  /// Makes the elements, links them, and shows their pads as the node's ports.
  func build(_ bin: NodeBin) throws

  /// The files that the node reads; no node of the graph may write one of them.
  var inputFiles: [Location] { get }

  /// The files that the node writes.
  var outputFiles: [WrittenFile] { get }

  /// The node's work, as errors call it.
  var family: MediaError.Family { get }

  /// The frame rate at which times in frames are counted in a source; nil where only the media say it.
  var sourceFrameRate: FrameRate? { get }

  /// True if the node works in real time, so that a run with it uses a clock.
  var needsClock: Bool { get }

  /// True if what the node makes can be read while it is written.
  var isReadableWhileWritten: Bool { get }

  /// True if the elements of the node follow from the file that it reads.
  var hasElementsOfFile: Bool { get }

  /// True if the node goes on with what it has when the rate of the run changes.
  var keepsMediaWithRate: Bool { get }

  /// True if the node gives one picture until the run is stopped.
  var givesStill: Bool { get }

  /// True if what the node makes of no media is no file.
  var needsMedia: Bool { get }

  /// True if the node gives media until the run is stopped, whatever it reads.
  var isEndless: Bool { get }

  /// True if the node's output is of use only when it is whole.
  var isAllOrNothing: Bool { get }

  /// The input with which the node ends; nil if it ends with the last of them.
  var ending: MixEnding? { get }

  /// The number of times that the node looks at all of its media: an encoder that makes two passes measures them first.
  var passes: Int { get }

  /// The media of an output as muxers take them; nil where only the media say it, or no muxer takes them.
  func muxedMedia(ofPort port: String?) -> MuxedMedia?

  /// Problems found before the run: inputs that cannot be read, outputs that exist.
  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic]

  /// Problems between the node and those that it reads, as far as their parameters tell.
  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic]
}

/// The media of an output, for muxers.
struct MuxedMedia: Sendable {
  /// The media in errors: "H.264".
  let name: String
  let caps: String
}

/// A file that a node writes.
struct WrittenFile: Sendable {
  let location: Location
  var overwrite = false
  /// The names of the files of a node that writes several; the first one's is the location.
  var numbered: NumberedNames?
  /// True if it is a folder, with files that the node makes.
  var isFolder = false
}

/// The source of a link into a node.
struct InputSource {
  let link: Link
  let node: GraphNode
  let component: any ElementNode
}

extension ElementNode {
  var inputFiles: [Location] { [] }
  var outputFiles: [WrittenFile] { [] }
  var family: MediaError.Family { .rendering }
  var sourceFrameRate: FrameRate? { nil }
  var needsClock: Bool { false }
  var isReadableWhileWritten: Bool { false }
  var hasElementsOfFile: Bool { false }
  var keepsMediaWithRate: Bool { true }
  var givesStill: Bool { false }
  var needsMedia: Bool { false }
  var isEndless: Bool { givesStill }
  var isAllOrNothing: Bool { false }
  var ending: MixEnding? { nil }
  var passes: Int { 1 }
  func muxedMedia(ofPort port: String?) -> MuxedMedia? { nil }
  func preflight(_ node: GraphNode, _ options: RunOptions) -> [Diagnostic] { [] }
  func problems(_ node: GraphNode, inputs: [InputSource]) throws -> [Diagnostic] { [] }
}

extension MediaError.Family {
  /// The work as the subject of a sentence.
  var activity: String {
    switch self {
    case .reading, .decoding, .encoding, .muxing, .writing: rawValue
    case .usage, .rendering, .device, .plugin, .cancelled: "processing"
    }
  }
}

extension GraphNode {
  /// Returns the implementation that the engine runs for the node; nil when it cannot.
  /// - Throws: `Diagnostic` when code of the component's own says no.
  func runnable(_ component: (any Component)?) throws -> (any ElementNode)? {
    do {
      return try Runnable.node(for: component)
    } catch {
      throw Diagnostic(wrapping: error, "'\(name)' cannot be set up", at: range)
    }
  }
}

/// A place in a node that one of several elements can fill, the best first.
struct ElementChoice: Sendable {
  /// The element's work, for the error when there is none: "H.264 encoder".
  let role: String
  let candidates: [Candidate]
  /// The parameter that decides between them, where the error points to.
  let parameter: String?
  /// A note on other elements and the way to allow them, for the error when there is none of the candidates.
  let alternative: (note: String, help: String)?

  /// An element that can fill the place.
  struct Candidate: Sendable {
    let factory: String
    /// Properties with their values as text.
    let properties: [(name: String, value: String)]
    /// The caps that the element gets; without them, an encoder takes whatever comes.
    let inputCaps: String?

    init(_ factory: String, _ properties: [(name: String, value: String)] = [], inputCaps: String? = nil) {
      self.factory = factory
      self.properties = properties
      self.inputCaps = inputCaps
    }
  }

  init(
    role: String, _ candidates: [Candidate], parameter: String? = nil, alternative: (note: String, help: String)? = nil
  ) {
    self.role = role
    self.candidates = candidates
    self.parameter = parameter
    self.alternative = alternative
  }

  /// A place that just one element fills.
  init(_ factory: String, _ properties: [(name: String, value: String)] = []) {
    self.init(role: factory, [Candidate(factory, properties)])
  }
}
