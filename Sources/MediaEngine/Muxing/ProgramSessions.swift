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
  /// The time in the movie, from 0; in one that keeps the program's times that of the first session, less what would be negative.
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
  /// The latest times at which the program has ended segments of the file, on the stream's timeline.
  package var segmentEnds: [CMTime]
  /// The time from which the file's fragments count, on the stream's timeline, not before the start of the first session, and the end of
  /// the first fragment if it is after it; invalid if it is that start.
  package var fragmentStart: CMTime
  /// True if samples are in the file at the times at which sessions show them, without edits.
  package var keepsTimes: Bool

  package init(
    _ list: [ProgramSession], isRealTime: Bool = false, segmentEnds: [CMTime] = [], fragmentStart: CMTime = .invalid,
    keepsTimes: Bool = false
  ) {
    (self.list, self.isRealTime) = (list, isRealTime)
    (self.segmentEnds, self.fragmentStart, self.keepsTimes) = (segmentEnds, fragmentStart, keepsTimes)
  }

  private static let name = "reel-program-sessions"

  /// - Returns: Nil for events of other kinds.
  init?(_ event: Event) {
    guard event.event.pointee.type == GST_EVENT_CUSTOM_DOWNSTREAM_STICKY,
      let structure = gst_event_get_structure(event.event), gst_structure_has_name(structure, Self.name) != 0,
      let text = event.structure?["list"]?.string
    else { return nil }
    var (isRealTime, keepsTimes): (gboolean, gboolean) = (0, 0)
    gst_structure_get_boolean(structure, "real-time", &isRealTime)
    gst_structure_get_boolean(structure, "keeps-times", &keepsTimes)
    list = text.split(separator: ";").compactMap { ProgramSession(text: $0) }
    (self.isRealTime, self.keepsTimes) = (isRealTime != 0, keepsTimes != 0)
    segmentEnds = (event.structure?["segment-ends"]?.string ?? "").split(separator: " ").map { CMTime(text: $0) }
    fragmentStart = CMTime(text: (event.structure?["fragment-start"]?.string ?? "")[...])
  }

  /// Finds the sessions that have come through a pad.
  ///
  /// - Returns: Nil for data without sessions.
  init?(of pad: Pad) {
    var index: guint = 0
    while let event = gst_pad_get_sticky_event(pad.pad, GST_EVENT_CUSTOM_DOWNSTREAM_STICKY, index) {
      if let sessions = ProgramSessions(Event(adopting: event)) {
        self = sessions
        return
      }
      index += 1
    }
    return nil
  }

  var event: Event? {
    let text = list.map(\.text).joined(separator: ";")
    let ends = segmentEnds.map(\.text).joined(separator: " ")
    let fields =
      "list=(string)\"\(text)\",real-time=(boolean)\(isRealTime),segment-ends=(string)\"\(ends)\""
      + ",fragment-start=(string)\"\(fragmentStart.text)\",keeps-times=(boolean)\(keepsTimes)"
    guard let structure = gst_structure_from_string("\(Self.name),\(fields);", nil) else { return nil }
    return Event(adopting: creel_custom_event(structure, 1))
  }
}

extension ProgramSession {
  /// `0/1 0/1 - 0/1`: the times in units of their timescales.
  fileprivate var text: String {
    [boundary, start, end, target].map(\.text).joined(separator: " ")
  }

  fileprivate init?(text: Substring) {
    let times = text.split(separator: " ").map { CMTime(text: $0) }
    guard times.count == 4 else { return nil }
    self.init(boundary: times[0], start: times[1], end: times[2], target: times[3])
  }
}

extension CMTime {
  /// `1/30`: the time in units of its timescale.
  fileprivate var text: String { isNumeric ? "\(value)/\(timescale)" : "-" }

  fileprivate init(text: Substring) {
    let numbers = text.split(separator: "/")
    guard numbers.count == 2, let value = Int64(numbers[0]), let scale = Int32(numbers[1]), scale > 0 else {
      self = .invalid
      return
    }
    self.init(value: value, timescale: scale)
  }
}
