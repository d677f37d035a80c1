internal import GStreamer
internal import CGStreamer
internal import CReel
import CoreMedia

/// A range of a program's samples that a file shows at one place: `AVAssetWriter`'s sessions.
///
///     stream   ──┤ boundary ├──┤ start ▓▓▓▓▓▓▓▓▓▓ end ├──      samples before start and from end on are stored, not shown
///     movie                    target ▓▓▓▓▓▓▓▓▓▓
package struct ProgramSession: Equatable, Sendable {
  /// The time from which on samples belong to it, on the stream's timeline: none before it does, and all later ones do up to the
  /// boundary of the next session.
  package var boundary: CMTime
  /// The time on the stream's timeline that is shown at ``target``.
  package var start: CMTime
  /// The end of what is shown, on the stream's timeline; invalid if that is the end of the last sample.
  package var end: CMTime
  /// The time in the movie, from 0.
  package var target: CMTime

  package init(boundary: CMTime, start: CMTime, end: CMTime = .invalid, target: CMTime) {
    (self.boundary, self.start, self.end, self.target) = (boundary, start, end, target)
  }
}

/// The sessions of a program so far, in their order, as a sticky event that its sources send with their samples.
package struct ProgramSessions: Equatable, Sendable {
  package var list: [ProgramSession]
  /// True if the samples come as they are recorded: no muxer makes their program wait for other inputs.
  package var isRealTime: Bool

  package init(_ list: [ProgramSession], isRealTime: Bool = false) { (self.list, self.isRealTime) = (list, isRealTime) }

  private static let name = "reel-program-sessions"

  /// - Returns: Nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0,
      let text = event.structure?["list"]?.string
    else { return nil }
    var isRealTime: gboolean = 0
    gst_structure_get_boolean(structure, "real-time", &isRealTime)
    list = text.split(separator: ";").compactMap { ProgramSession(text: $0) }
    self.isRealTime = isRealTime != 0
  }

  var event: Event? {
    let text = list.map(\.text).joined(separator: ";")
    let fields = "list=(string)\"\(text)\",real-time=(boolean)\(isRealTime)"
    guard let structure = gst_structure_from_string("\(Self.name),\(fields);", nil) else { return nil }
    return Event(adopting: creel_custom_event(structure, 1))
  }
}

extension ProgramSession {
  /// `0/1 0/1 - 0/1`: the times in units of their timescales.
  fileprivate var text: String {
    [boundary, start, end, target].map { $0.isNumeric ? "\($0.value)/\($0.timescale)" : "-" }.joined(separator: " ")
  }

  fileprivate init?(text: Substring) {
    let times = text.split(separator: " ").map { time -> CMTime in
      let numbers = time.split(separator: "/")
      guard numbers.count == 2, let value = Int64(numbers[0]), let scale = Int32(numbers[1]), scale > 0 else {
        return .invalid
      }
      return CMTime(value: value, timescale: scale)
    }
    guard times.count == 4 else { return nil }
    self.init(boundary: times[0], start: times[1], end: times[2], target: times[3])
  }
}
