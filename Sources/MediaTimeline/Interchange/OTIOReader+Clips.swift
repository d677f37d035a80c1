internal import CoreMedia
internal import MediaGraph

/// Clips: their range, and the media that their transitions need beside it.
extension OTIOReader {
  /// The part of a clip's media, from the media's own beginning; nil for all of it.
  func range(of child: OTIOObject) throws -> (start: ExactTime, duration: ExactTime)? {
    let available = try reference(of: child)?.range("available_range")
    guard let range = try child.range("source_range") ?? available else { return nil }
    // Media with time code begin at any time.
    return (range.start - (available?.start ?? .zero), range.duration)
  }

  /// A clip, with the media beside its range that its transitions show.
  ///
  /// - Parameters:
  ///   - before: The transition before it; nil if there is none.
  ///   - after: The transition behind it.
  mutating func clip(
    _ child: OTIOObject, _ range: (start: ExactTime, duration: ExactTime)?, _ before: OTIOObject?,
    _ after: OTIOObject?
  ) throws -> Timeline.Clip {
    let (speed, isReversed) = try speed(of: child)
    leaveOut(try child.objects("effects"))
    var clip: Timeline.Clip = try value(child.own, ["clip": .text("media")])
    clip.clip = try source(of: child)
    if isReversed { clip.reverse = true }
    if !child.text("name").isEmpty { clip.name = child.text("name") }
    guard let range else {
      guard before == nil, after == nil, speed == ExactTime(1, over: 1), !isReversed else {
        throw missingLength(of: child)
      }
      return clip
    }
    let lead = try before?.time("in_offset") ?? .zero
    let length = try lead + range.duration + (after?.time("out_offset") ?? .zero)
    let tail = length - lead - range.duration
    let from = range.start - (isReversed ? tail : lead) * speed
    guard from >= .zero else {
      throw Diagnostic(
        "a clip has no media for its transition", kind: .input,
        notes: ["in \(child.place)", "it would begin \(-from.seconds) s before its media"])
    }
    clip.from = try time(from, child)
    clip.to = try time(from + length * speed, child)
    if speed != ExactTime(1, over: 1) { clip.duration = try time(length, child) }
    // The markers of a stack are those of the nested timeline.
    let markers = child.schema == "Clip" ? try markers(of: child, from: .zero) : []
    clip.markers = markers.map { marker in
      var marker = marker
      let at = marker.at.time().map {
        (isReversed ? from + length * speed - ExactTime($0) : ExactTime($0) - from) / speed
      }
      let duration = marker.duration.time().map { ExactTime($0) / speed } ?? .zero
      marker.at = OTIOTime.mediaTime(at ?? .zero) ?? MediaTime()
      if duration > .zero { marker.duration = OTIOTime.mediaTime(duration) ?? MediaTime() }
      return marker
    }
    return clip
  }

  func missingLength(of child: OTIOObject) -> Diagnostic {
    Diagnostic(
      "a clip's length is missing", kind: .input, notes: ["in \(child.place)"],
      help: "give it a source_range, or its media an available_range")
  }
}
