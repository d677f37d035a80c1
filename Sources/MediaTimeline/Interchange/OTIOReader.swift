internal import CoreMedia
import Foundation
internal import MediaGraph
import OrderedCollections

/// Makes a timeline of OpenTimelineIO's objects.
struct OTIOReader {
  /// The file, in errors.
  let name: String
  /// The folder of relative locations.
  let folder: URL
  /// The effects that a timeline does not have, by name, with the places where they were.
  var leftOut: OrderedDictionary<String, [String]> = [:]

  init(name: String, folder: URL) { (self.name, self.folder) = (name, folder) }

  /// Notes on effects that the timeline is without.
  var notes: [String] {
    leftOut.map { name, places in
      let others = places.count > 1 ? ", and \(places.count - 1) more" : ""
      return "the effect '\(name)' is left out: a timeline has none of this kind (\(places[0])\(others))"
    }
  }

  mutating func timeline(_ root: OTIOObject) throws -> Timeline {
    switch root.schema {
    case "Timeline":
      guard let stack = try root.object("tracks") else { return try value(root.own) }
      return try timeline(of: stack, own: root.own)
    case "Stack", "Track": return try timeline(of: root, own: [:])
    default:
      throw Diagnostic(
        "'\(name)' holds no timeline", kind: .input, cause: "its schema is \(root.text("OTIO_SCHEMA"))")
    }
  }

  /// A value of Reel's own fields.
  func value<Value: RecordValue>(_ own: [String: Any], _ fixed: [String: Argument] = [:]) throws -> Value {
    var entries: OrderedDictionary<String, Argument> = [:]
    let known = Set(Value.fields.map(\.name))
    for (key, object) in own.sorted(by: { $0.key < $1.key }) where known.contains(key) {
      entries[key] = OTIOArgument.argument(object)
    }
    for (key, argument) in fixed.sorted(by: { $0.key < $1.key }) { entries[key] = argument }
    do {
      return try Value(argument: .map(entries))
    } catch {
      throw Diagnostic("'\(name)' has metadata of Reel's that it cannot read", kind: .input, cause: error.description)
    }
  }

  /// The timeline of the outermost stack or track, which has a range and effects of its own as others have.
  private mutating func timeline(of stack: OTIOObject, own: [String: Any]) throws -> Timeline {
    try checkEffects(of: stack)
    return try timeline(stack, own: own, window: window(of: stack))
  }

  /// - Parameter window: The part that is seen; nil for all of it.
  mutating func timeline(_ stack: OTIOObject, own: [String: Any], window: Window?) throws -> Timeline {
    var timeline: Timeline = try value(own)
    let tracks = stack.schema == "Track" ? [stack] : try stack.objects("children")
    var sequences: [Sequence] = []
    for track in tracks where track.isEnabled() {
      guard track.schema == "Track" else {
        // Anything may stand in a stack: as a track of its own.
        sequences.append(try sequence([track], isAudio: nil, track, window))
        continue
      }
      var part = window
      if stack.schema != "Track" {
        try checkEffects(of: track)
        part = try self.window(of: track).map { $0.part(window) } ?? window
      }
      sequences.append(try sequence(track.objects("children"), isAudio: track.text("kind") == "Audio", track, part))
    }
    // The markers of a track are its sequence's.
    let others = try stack.schema == "Track" ? [] : markers(of: stack, from: .zero - (window?.start ?? .zero))
    timeline.markers = others + sequences.flatMap(\.markers)
    if timeline.frameRate == nil { timeline.frameRate = try rate(of: stack) }
    place(merged(sequences), in: &timeline)
    return timeline
  }
}
