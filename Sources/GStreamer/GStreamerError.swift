/// An error between Swift and GStreamer before data flows; later errors arrive as a ``Message``.
package enum GStreamerError: Error, Equatable {
  case notStarted(String)
  /// - Parameter known: The names of all element types.
  case noSuchElement(name: String, known: [String])
  case elementNotCreated(name: String)
  /// - Parameter known: The names of all properties of the element.
  case noSuchProperty(element: String, property: String, known: [String])
  case readOnlyProperty(element: String, property: String)
  case badValue(element: String, property: String, value: String, legal: String)
  case tooLate(element: String, property: String, state: String)
  case noSuchPad(element: String, pad: String, pads: [String])
  case padUnavailable(element: String, pad: String)
  case notLinked(source: String, sink: String, reason: PadLinkError)
  case notAdded(element: String, bin: String)
  case badCaps(String)
  case badDescription(String)
  case stateChangeFailed(element: String, state: String)
  case notWritable(String)
  case notMapped(String)
  case notRegistered(String)
}

/// The reason why two pads did not link.
package enum PadLinkError: Equatable, Sendable {
  case caps(CapsConflict)
  case wrongDirection
  case alreadyLinked
  case differentBins
  case scheduling
  case refused
}

extension GStreamerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notStarted(let reason): "GStreamer did not start: \(reason)"
    case .noSuchElement(let name, _): "no element '\(name)'"
    case .elementNotCreated(let name): "element '\(name)' exists but its plugin could not be loaded"
    case .noSuchProperty(let element, let property, _): "element '\(element)' has no property '\(property)'"
    case .readOnlyProperty(let element, let property): "property '\(property)' of '\(element)' can't be set"
    case .badValue(let element, let property, let value, let legal):
      "'\(value)' is no value for property '\(property)' of '\(element)': expected \(legal)"
    case .tooLate(let element, let property, let state):
      "property '\(property)' of '\(element)' can't be set while the element is \(state)"
    case .noSuchPad(let element, let pad, let pads):
      "element '\(element)' has no pad '\(pad)'"
        + (pads.isEmpty ? "; it has none" : "; it has \(pads.joined(separator: ", "))")
    case .padUnavailable(let element, let pad): "element '\(element)' refused the pad '\(pad)'"
    case .notLinked(let source, let sink, let reason): "'\(source)' does not link to '\(sink)': \(reason)"
    case .notAdded(let element, let bin): "element '\(element)' was not added to '\(bin)': the name is taken"
    case .badCaps(let text): "'\(text)' is no description of a format"
    case .badDescription(let text): text
    case .stateChangeFailed(let element, let state): "'\(element)' refused to become \(state)"
    case .notWritable(let what): "\(what) is shared and can't be written"
    case .notMapped(let what): "the memory of \(what) can't be reached"
    case .notRegistered(let name): "the element type '\(name)' could not be registered"
    }
  }
}

extension PadLinkError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .caps(let conflict): conflict.description
    case .wrongDirection: "one end must be an output and the other an input"
    case .alreadyLinked: "one end is linked already"
    case .differentBins: "the elements are in different bins"
    case .scheduling: "their scheduling modes do not fit"
    case .refused: "an element refused"
    }
  }
}
