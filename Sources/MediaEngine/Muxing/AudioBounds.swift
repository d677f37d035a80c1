internal import MediaSource
internal import GStreamer
internal import CGStreamer
internal import CReel
import Synchronization

/// The valid range of a decoder's output, which encoders send downstream to the writer.
///
/// An encoder's packets begin with priming samples, and end with padding of the last packet; GStreamer's elements
/// report neither.
enum AudioBounds {
  /// The delay of the decoder's output, in samples. Applies to all packets.
  case priming(Int64)
  /// The end of the audio: a time stamp, and the number of samples after it. Precedes the end of the stream.
  case end(ClockTime, samples: Int64)

  private static let name = "reel-sound-bounds"

  init?(_ event: Event) {
    let types = [GST_EVENT_CUSTOM_DOWNSTREAM, GST_EVENT_CUSTOM_DOWNSTREAM_STICKY]
    guard types.contains(event.event.pointee.type), let structure = gst_event_get_structure(event.event),
      gst_structure_has_name(structure, Self.name) != 0
    else { return nil }
    var (number, stamp): (gint64, guint64) = (0, 0)
    if gst_structure_get_int64(structure, "priming", &number) != 0 {
      self = .priming(Int64(number))
    } else if gst_structure_get_int64(structure, "samples", &number) != 0,
      gst_structure_get_uint64(structure, "stamp", &stamp) != 0
    {
      self = .end(ClockTime(nanoseconds: UInt(stamp)), samples: Int64(number))
    } else {
      return nil
    }
  }

  /// The event with these values.
  var event: Event? {
    let (fields, isSticky) =
      switch self {
      case .priming(let samples): ("priming=(gint64)\(samples)", true)
      case .end(let stamp, let samples): ("stamp=(guint64)\(stamp.nanoseconds),samples=(gint64)\(samples)", false)
      }
    guard let structure = gst_structure_from_string("\(Self.name),\(fields);", nil) else { return nil }
    return Event(adopting: creel_custom_event(structure, isSticky ? 1 : 0))
  }
}

extension NodeBin {
  /// Makes an encoder's output report its priming, and the end of the encoded audio.
  func sendBounds(of encoder: Element, priming: Int64) throws {
    let watch = EncoderWatch()
    let output = try encoder.pad("src")
    _ = try encoder.pad("sink").addProbe([.buffers, .events]) { info in
      watch.note(info)
      return .pass
    }
    _ = output.addProbe([.buffers, .events]) { info in
      for bounds in watch.bounds(before: info, priming: priming) {
        if let event = bounds.event { info.pad.push(event) }
      }
      return .pass
    }
  }
}

/// Watches the input of an encoder.
private final class EncoderWatch: Sendable {
  private struct State {
    var bytesPerFrame = 0
    var end: (stamp: ClockTime, samples: Int64)?
    var hasBegun = false
  }
  private let state = Mutex(State())

  func note(_ info: ProbeInfo) {
    if let format = info.caps?.first {
      let channels = format["channels"]?.int ?? 0
      let depth = format["format"]?.string.flatMap { $0.split(whereSeparator: { !$0.isNumber }).first }.flatMap {
        Int($0)
      }
      state.withLock { $0.bytesPerFrame = channels * (depth ?? 0) / 8 }
    }
    guard let start = info.time.start else { return }
    state.withLock { state in
      guard state.bytesPerFrame > 0 else { return }
      state.end = (start, Int64(info.size.bytes / state.bytesPerFrame))
    }
  }

  func bounds(before info: ProbeInfo, priming: Int64) -> [AudioBounds] {
    state.withLock { state in
      if info.isEndOfStream {
        return state.end.map { [.end($0.stamp, samples: $0.samples)] } ?? []
      }
      guard info.size.buffers > 0, !state.hasBegun else { return [] }
      state.hasBegun = true
      return [.priming(priming)]
    }
  }
}
