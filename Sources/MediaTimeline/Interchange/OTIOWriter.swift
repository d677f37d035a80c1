internal import CoreMedia
import Foundation
internal import MediaGraph
import OrderedCollections

/// Makes OpenTimelineIO's objects of a timeline.
struct OTIOWriter {
  let name: String
  /// The folder of the file: what lies in it is named from there. Nil if locations are written as they are.
  var folder: URL?
  /// The fields of a clip that OpenTimelineIO has itself.
  private static let written: Set = ["clip", "from", "to", "at", "duration", "reverse", "name", "markers"]

  func object(of timeline: Timeline) throws -> [String: Any] {
    let plan = try RenderPlan(timeline)
    var stack = try self.stack(timeline, plan)
    stack["name"] = "tracks"
    return Self.object(
      "Timeline.1", name: name, own: Self.own(timeline.argument, without: ["items", "layers", "markers"]),
      ["tracks": stack, "global_start_time": NSNull()])
  }

  private func stack(_ timeline: Timeline, _ plan: RenderPlan) throws -> [String: Any] {
    let sequences = [timeline.items] + timeline.layers.map(\.items)
    var tracks: [[String: Any]] = []
    for (number, (items, layer)) in zip(sequences, plan.layers).enumerated() {
      let clips = items.compactMap { if case .clip(let clip) = $0 { clip } else { nil } }
      let argument = number > 0 ? timeline.layers[number - 1].argument : nil
      let own = Self.own(argument, without: ["items"]).merging(["layer": number]) { $1 }
      for (kind, choice) in [("Video", \Timeline.Clip.video), ("Audio", \Timeline.Clip.audio)] {
        let isThere = zip(clips, layer.clips).map { clip, planned in
          // A file that cannot be opened may have both.
          let hasMedia = try? kind == "Video" ? planned.hasVideo() : planned.hasAudio()
          return clip[keyPath: choice].rule != .none && hasMedia ?? true
        }
        guard isThere.contains(true) else { continue }
        let children = zip(zip(clips, layer.clips), isThere).filter { $0.1 }.map { ($0.0.0, $0.0.1) }
        tracks.append(
          Self.object(
            "Track.1", name: "", own: own,
            ["kind": kind, "children": try self.children(children, timeline.frameRate)]))
      }
    }
    return Self.object(
      "Stack.1", name: "", own: [:],
      ["children": tracks, "markers": timeline.markers.compactMap { Self.marker($0, timeline.frameRate, .zero) }])
  }

  /// Clips that abut, with transitions over their cuts, and gaps where there is none.
  private func children(_ clips: [(Timeline.Clip, RenderClip)], _ rate: FrameRate?) throws -> [[String: Any]] {
    var children: [[String: Any]] = []
    var position = ExactTime.zero
    for (index, (clip, planned)) in clips.enumerated() {
      // The clip beside it may be in other tracks only.
      let entry = index > 0 && clips[index - 1].1.exit == planned.entry ? planned.entry : nil
      let exit = index + 1 < clips.count && clips[index + 1].1.entry == planned.exit ? planned.exit : nil
      let start = entry.map { ExactTime($0.range.start) + Self.half($0, rate) } ?? ExactTime(planned.range.start)
      let end = exit.map { ExactTime($0.range.start) + Self.half($0, rate) } ?? ExactTime(planned.range.end)
      if start > position {
        children.append(
          Self.object("Gap.1", name: "", own: [:], ["source_range": OTIOTime.range(.zero, start - position, at: rate)]))
      }
      if let entry { children.append(transition(entry, rate)) }
      children.append(try object(of: clip, planned, start, end - start, rate))
      position = end
    }
    return children
  }

  /// The part of a transition that lies before its cut: half of it, in whole frames.
  private static func half(_ transition: RenderTransition, _ rate: FrameRate?) -> ExactTime {
    let half = ExactTime(transition.range.duration) * ExactTime(1, over: 2)
    guard let rate else { return half }
    let frames = half * ExactTime(Int128(rate.numerator), over: Int128(rate.denominator))
    return ExactTime(Int128(frames.floor(1)) * Int128(rate.denominator), over: Int128(rate.numerator))
  }

  private func transition(_ transition: RenderTransition, _ rate: FrameRate?) -> [String: Any] {
    let half = Self.half(transition, rate)
    var value = Timeline.Transition()
    (value.transition, value.audio, value.direction, value.color) =
      (transition.kind, transition.audio, transition.direction, transition.color)
    return Self.object(
      "Transition.1", name: "", own: Self.own(value.argument, without: ["duration"]),
      [
        "transition_type": transition.kind == .crossfade ? "SMPTE_Dissolve" : "Custom_Transition",
        "in_offset": OTIOTime.object(half, at: rate),
        "out_offset": OTIOTime.object(ExactTime(transition.range.duration) - half, at: rate),
      ])
  }

  /// - Parameters:
  ///   - start: The clip's first time on the timeline, without its transition.
  private func object(
    of clip: Timeline.Clip, _ planned: RenderClip, _ start: ExactTime, _ duration: ExactTime, _ rate: FrameRate?
  ) throws -> [String: Any] {
    // Of a clip that is played backwards, too, the range begins where its part of the media does.
    let sourceStart = planned.map.sourceTime(at: planned.map.isReversed ? start + duration : start)
    let markers = clip.markers.compactMap { marker -> [String: Any]? in
      let at = marker.at.time(at: rate).map { ExactTime(planned.range.start) + ExactTime($0) } ?? start
      return Self.marker(marker, rate, planned.map.sourceTime(at: at), speed: planned.map.speed)
    }
    var fields: [String: Any] = [
      "source_range": OTIOTime.range(sourceStart, duration, at: rate), "markers": markers, "effects": [Any](),
    ]
    if !planned.map.keepsSpeed {
      fields["effects"] = [
        Self.object(
          "LinearTimeWarp.1", name: "", own: [:],
          [
            "effect_name": "LinearTimeWarp",
            "time_scalar": planned.map.isReversed ? -planned.map.speed.seconds : planned.map.speed.seconds,
          ])
      ]
    }
    var own = Self.own(clip.argument, without: Self.written)
    // The tracks of the file tell what is seen and heard of most clips.
    for name in ["video", "audio"] {
      if let text = own[name] as? String, [TrackChoice().text, TrackChoice(.none).text].contains(text) {
        own[name] = nil
      }
    }
    switch (clip.clip, planned.source) {
    case (.timeline(let nested), .timeline(let plan)):
      fields.merge(try stack(nested, plan)) { own, _ in own }
      // Those of the nested timeline are at the same times.
      let others = nested.markers.compactMap { Self.marker($0, nested.frameRate ?? rate, .zero) }
      fields["markers"] = markers + others
      let inner = Self.own(nested.argument, without: ["items", "layers", "markers"])
      return Self.object("Stack.1", name: clip.name, own: own.merging(["timeline": inner]) { $1 }, fields)
    default:
      fields["media_references"] = ["DEFAULT_MEDIA": reference(to: planned.source)]
      fields["active_media_reference_key"] = "DEFAULT_MEDIA"
      return Self.object("Clip.2", name: clip.name, own: own, fields)
    }
  }

  private static func marker(
    _ marker: Timeline.Marker, _ rate: FrameRate?, _ start: ExactTime, speed: ExactTime? = nil
  ) -> [String: Any]? {
    guard let at = marker.at.time(at: rate), let duration = marker.duration.time(at: rate) else { return nil }
    let (first, length) = speed.map { (start, ExactTime(duration) * $0) } ?? (ExactTime(at), ExactTime(duration))
    return object(
      "Marker.2", name: marker.name, own: [:],
      [
        "color": marker.color.uppercased(), "comment": marker.comment,
        "marked_range": OTIOTime.range(first, length, at: rate),
      ])
  }

  private func reference(to source: RenderSource) -> [String: Any] {
    if case .title(let title) = source, let argument = title.argument {
      return Self.object(
        "GeneratorReference.1", name: "", own: [:],
        [
          "generator_kind": OpenTimeline.titleKind, "parameters": ["title": OTIOArgument.object(argument)],
          "available_range": NSNull(),
        ])
    }
    return Self.object(
      "ExternalReference.1", name: "", own: [:],
      ["target_url": source.location(in: folder), "available_range": NSNull()])
  }

  private static func object(
    _ schema: String, name: String, own: [String: Any], _ fields: [String: Any]
  ) -> [String: Any] {
    var object: [String: Any] = ["OTIO_SCHEMA": schema, "name": name]
    object["metadata"] = own.isEmpty ? [String: Any]() : ["reel": own]
    return object.merging(fields) { own, _ in own }
  }

  /// The fields of a value that only Reel knows.
  private static func own(_ argument: Argument?, without known: Set<String>) -> [String: Any] {
    guard case .map(let entries)? = argument else { return [:] }
    var own: [String: Any] = [:]
    for (name, value) in entries where !known.contains(name) { own[name] = OTIOArgument.object(value) }
    return own
  }
}

extension RenderSource {
  /// The URL of a file: relative to a folder in which it lies, with escapes.
  fileprivate func location(in folder: URL?) -> String {
    guard case .media(let media) = self else { return "" }
    guard let folder, media.location.scheme == nil else { return media.location.text }
    let path = URL(fileURLWithPath: media.location.text).standardizedFileURL.path
    let start = folder.standardizedFileURL.path + "/"
    let isInside = !media.location.text.hasPrefix("/") && path.hasPrefix(start)
    let name = isInside ? String(path.dropFirst(start.count)) : path
    return name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting([":"])) ?? name
  }
}

/// Values of parameters in metadata: text and lists as they are, maps as lists of pairs, whose order counts.
enum OTIOArgument {
  static func object(_ argument: Argument) -> Any {
    switch argument {
    case .list(let items): items.map(object)
    case .map(let entries): ["pairs": entries.map { [$0.key, object($0.value)] }]
    default: argument.scalar ?? ""
    }
  }

  static func argument(_ object: Any) -> Argument? {
    switch object {
    case let text as String: return .text(text)
    case let items as [Any]: return .list(items.compactMap(argument))
    case let map as [String: Any]:
      var entries: OrderedDictionary<String, Argument> = [:]
      for case let pair as [Any] in map["pairs"] as? [Any] ?? [] where pair.count == 2 {
        if let name = pair[0] as? String, let value = argument(pair[1]) { entries[name] = value }
      }
      return .map(entries)
    default: return nil
    }
  }
}
