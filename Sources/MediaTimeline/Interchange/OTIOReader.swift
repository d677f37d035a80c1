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
  private var leftOut: OrderedDictionary<String, [String]> = [:]

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
  private func value<Value: RecordValue>(_ own: [String: Any], _ fixed: [String: Argument] = [:]) throws -> Value {
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
  private mutating func timeline(_ stack: OTIOObject, own: [String: Any], window: Window?) throws -> Timeline {
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

  /// A track's items.
  private struct Sequence {
    var items: [Timeline.Item] = []
    var markers: [Timeline.Marker] = []
    /// Nil for both, or neither.
    var isAudio: Bool?
    /// The number that it had in a timeline of Reel's.
    var layer: Int?
    /// The layer's own values.
    var values = Timeline.Layer()
  }

  // MARK: Tracks

  /// A part of a track or stack that is seen, as its source_range says.
  private struct Window {
    let start: ExactTime
    let duration: ExactTime

    /// The part of a track that is left of its own window in that of its stack.
    func part(_ outer: Window?) -> Window {
      guard let outer else { return self }
      return Window(start: start + outer.start, duration: max(.zero, min(duration - outer.start, outer.duration)))
    }

    /// Returns what a window takes from the beginning and the end of an item: more than it has if it is not seen.
    func cuts(from position: ExactTime, to end: ExactTime) -> (head: ExactTime, tail: ExactTime) {
      (max(.zero, .zero - position), max(.zero, end - duration))
    }
  }

  /// The range of a track or stack, whose own times begin at zero.
  private func window(of object: OTIOObject) throws -> Window? {
    guard let range = try object.range("source_range") else { return nil }
    guard range.start >= .zero, range.duration >= .zero else {
      throw Diagnostic(
        "the range of a \(object.schema.lowercased()) begins before it", kind: .input, notes: ["in \(object.place)"],
        help: "put a gap in front of its first item, and let its source_range begin at 0")
    }
    return Window(start: range.start, duration: range.duration)
  }

  /// - Parameter window: The part of the track that is seen; nil for all of it.
  private mutating func sequence(
    _ children: [OTIOObject], isAudio: Bool?, _ track: OTIOObject, _ window: Window?
  ) throws -> Sequence {
    var sequence = Sequence(isAudio: isAudio, layer: track.own["layer"] as? Int)
    if track.schema == "Track" { sequence.values = try value(track.own) }
    // Items before the window have no time.
    var position = .zero - (window?.start ?? .zero)
    sequence.markers = track.schema == "Track" ? try markers(of: track, from: position) : []
    for (index, child) in children.enumerated() {
      if child.schema == "Transition" {
        guard index > 0, index + 1 < children.count, isClip(children[index - 1]), isClip(children[index + 1]) else {
          throw Diagnostic(
            "a transition needs a clip on both sides", kind: .input, notes: ["in \(child.place)"],
            help: "make it a fade of the clip's own opacity")
        }
        if try isSeen(child, at: position, window) { sequence.items.append(.transition(try transition(child))) }
        continue
      }
      let isGap = child.schema == "Gap"
      var range = isGap ? try child.range("source_range") ?? (.zero, .zero) : try range(of: child)
      let start = position
      if let range { position = position + range.duration }
      if isGap { sequence.markers += try markers(of: child, from: start) }
      if let window {
        guard let whole = range else { throw missingLength(of: child) }
        let (head, tail) = window.cuts(from: start, to: position)
        guard head + tail < whole.duration else { continue }
        // The range of a clip that is played backwards begins with what is seen last.
        let speed = isGap ? (speed: .zero, isReversed: false) : try speed(of: child)
        range = (whole.start + (speed.isReversed ? tail : head) * speed.speed, whole.duration - head - tail)
      }
      if !isGap, isClip(child) {
        let before = try neighbour(children, index - 1, at: start, window)
        let after = try neighbour(children, index + 1, at: position, window)
        var clip = try clip(child, range, before, after)
        if isAudio == true { clip.video = TrackChoice(.none) }
        if isAudio == false { clip.audio = TrackChoice(.none) }
        sequence.items.append(.clip(clip))
      } else if let length = range?.duration, length > .zero {
        sequence.items.append(.gap(try gap(length, child)))
      }
    }
    if let window, position < window.duration {
      sequence.items.append(.gap(try gap(window.duration - max(.zero, position), track)))
    }
    return sequence
  }

  /// The transition beside a clip; nil if there is none, or none of it is seen.
  private func neighbour(
    _ children: [OTIOObject], _ index: Int, at cut: ExactTime, _ window: Window?
  ) throws -> OTIOObject? {
    guard children.indices.contains(index), children[index].schema == "Transition" else { return nil }
    return try isSeen(children[index], at: cut, window) ? children[index] : nil
  }

  /// False for a transition outside its track's window.
  ///
  /// - Throws: `Diagnostic` for one of which the window leaves a part, which OpenTimelineIO's own trimming of tracks refuses, too.
  private func isSeen(_ transition: OTIOObject, at cut: ExactTime, _ window: Window?) throws -> Bool {
    guard let window else { return true }
    let start = try cut - (transition.time("in_offset") ?? .zero)
    let end = try cut + (transition.time("out_offset") ?? .zero)
    guard end > .zero, start < window.duration else { return false }
    guard start >= .zero, end <= window.duration, cut > .zero, cut < window.duration else {
      throw Diagnostic(
        "a source_range cuts a transition", kind: .input, notes: ["in \(transition.place)"],
        help: "let the range of its track or stack begin and end outside the transition")
    }
    return true
  }

  /// True for a child that is rendered; a disabled clip is a gap.
  private func isClip(_ child: OTIOObject) -> Bool {
    ["Clip", "Stack", "Track"].contains(child.schema) && child.isEnabled()
  }

  private func gap(_ length: ExactTime, _ child: OTIOObject) throws -> Timeline.Gap {
    let time = try time(length, child)
    return Timeline.Gap { $0.gap = time }
  }

  private func transition(_ child: OTIOObject) throws -> Timeline.Transition {
    let duration = try (child.time("in_offset") ?? .zero) + (child.time("out_offset") ?? .zero)
    return try value(
      child.own.merging(child.own["transition"] == nil ? ["transition": "crossfade"] : [:]) { own, _ in own },
      ["duration": .text(time(duration, child).text)])
  }

  /// The audio of a track whose clips are those of a track of pictures belongs to these.
  private func merged(_ sequences: [Sequence]) -> [Sequence] {
    func bare(_ items: [Timeline.Item]) -> [Timeline.Item] {
      items.map { item in
        guard case .clip(var clip) = item else { return item }
        (clip.video, clip.audio, clip.markers) = (TrackChoice(), TrackChoice(), [])
        return .clip(clip)
      }
    }
    var result = sequences.filter { $0.isAudio != true }
    for audio in sequences where audio.isAudio == true {
      let match = result.firstIndex { $0.isAudio == false && bare($0.items) == bare(audio.items) }
      guard let match else {
        result.append(audio)
        continue
      }
      for (index, item) in audio.items.enumerated() {
        guard case .clip(var clip) = result[match].items[index], case .clip(let heard) = item else { continue }
        clip.audio = heard.audio
        result[match].items[index] = .clip(clip)
      }
      result[match].isAudio = nil
    }
    return result
  }

  private func place(_ sequences: [Sequence], in timeline: inout Timeline) {
    var sequences = sequences
    if sequences.allSatisfy({ $0.layer != nil }) {
      sequences = sequences.enumerated().sorted {
        ($0.element.layer ?? 0, $0.offset) < ($1.element.layer ?? 0, $1.offset)
      }
      .map(\.element)
      if let first = sequences.first?.layer, first > 0 { sequences.insert(Sequence(), at: 0) }
    }
    timeline.items = sequences.first?.items ?? []
    timeline.layers = sequences.dropFirst().map { sequence in
      var layer = sequence.values
      layer.items = sequence.items
      return layer
    }
  }

  // MARK: Clips

  /// The part of a clip's media, from the media's own beginning; nil for all of it.
  private func range(of child: OTIOObject) throws -> (start: ExactTime, duration: ExactTime)? {
    let available = try reference(of: child)?.range("available_range")
    guard let range = try child.range("source_range") ?? available else { return nil }
    // Media with time code begin at any time.
    return (range.start - (available?.start ?? .zero), range.duration)
  }

  private func reference(of child: OTIOObject) throws -> OTIOObject? {
    if let single = try child.object("media_reference") { return single }
    guard let references = child.fields["media_references"] as? [String: Any] else { return nil }
    let key = child.text("active_media_reference_key")
    let value = references[key.isEmpty ? "DEFAULT_MEDIA" : key]
    return try value.map { try OTIOObject($0, at: "\(child.place).media_references") }
  }

  private mutating func clip(
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
    // Those of a stack are the nested timeline's.
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

  private func missingLength(of child: OTIOObject) -> Diagnostic {
    Diagnostic(
      "a clip's length is missing", kind: .input, notes: ["in \(child.place)"],
      help: "give it a source_range, or its media an available_range")
  }

  private mutating func source(of child: OTIOObject) throws -> Timeline.Source {
    if child.schema != "Clip" {
      // The clip itself has its range.
      return .timeline(try timeline(child, own: child.own["timeline"] as? [String: Any] ?? [:], window: nil))
    }
    if let title = try title(of: child) { return .title(title) }
    guard let reference = try reference(of: child), reference.schema == "ExternalReference" else {
      let schema = try reference(of: child)?.schema ?? "MissingReference"
      throw Diagnostic(
        "a clip has no file", kind: .input, notes: ["in \(child.place)"],
        cause: "its media are a \(schema), and only an ExternalReference names a file")
    }
    let location = Location(reference.text("target_url"))
    guard location.scheme == nil else { return .location(location) }
    let path = unescaped(location.text)
    if path.hasPrefix("/") { return .location(Location(path)) }
    // As the paths of a description, when the file lies in the working directory.
    let isHere = folder.standardizedFileURL.path == FileManager.default.currentDirectoryPath
    return .location(isHere ? Location(path) : Location(folder.appendingPathComponent(path).path))
  }

  /// A title that Reel wrote; nil for other media.
  private func title(of child: OTIOObject) throws -> Timeline.Title? {
    guard let reference = try reference(of: child), reference.schema == "GeneratorReference",
      reference.text("generator_kind") == OpenTimeline.titleKind,
      let argument = (reference.fields["parameters"] as? [String: Any])?["title"].flatMap(OTIOArgument.argument)
    else { return nil }
    do {
      return try Timeline.Title(argument: argument)
    } catch {
      throw Diagnostic("a title cannot be read", kind: .input, notes: ["in \(child.place)"], underlying: error)
    }
  }

  /// A path without the escapes of a URL; programs that write none may have files whose names look like them.
  private func unescaped(_ path: String) -> String {
    guard let plain = path.removingPercentEncoding, plain != path, !plain.utf8.contains(0) else { return path }
    let literal = path.hasPrefix("/") ? path : folder.path + "/" + path
    return FileManager.default.fileExists(atPath: literal) ? path : plain
  }

  // MARK: Effects

  /// Seconds of the media a second, and true if they are played backwards.
  private func speed(of child: OTIOObject) throws -> (speed: ExactTime, isReversed: Bool) {
    var speed = ExactTime(1, over: 1)
    var isReversed = false
    for effect in try child.objects("effects") where effect.isEnabled() {
      switch effect.schema {
      case "LinearTimeWarp":
        let scalar = (effect.fields["time_scalar"] as? NSNumber)?.doubleValue ?? 1
        guard scalar != 0, scalar.isFinite else {
          throw heldFrame(effect, cause: "its time_scalar is \(scalar)")
        }
        guard (1e-6...1e6).contains(abs(scalar)) else {
          throw Diagnostic(
            "a clip is too fast or too slow", kind: .unavailable, notes: ["in \(effect.place)"],
            cause: "its time_scalar is \(scalar)")
        }
        speed = speed * OTIOTime.fraction(abs(scalar))
        if scalar < 0 { isReversed.toggle() }
      case "FreezeFrame": throw heldFrame(effect, cause: "it has a FreezeFrame, and clips of a timeline play")
      default: continue
      }
    }
    return (speed, isReversed)
  }

  private func heldFrame(_ effect: OTIOObject, cause: String) -> Diagnostic {
    Diagnostic(
      "a clip holds a frame", kind: .unavailable, notes: ["in \(effect.place)"], cause: cause,
      help: "write the frame to a file with 'reel image', and make that the clip's media")
  }

  /// Refuses the effects of a track or stack that change its times; others are left out.
  private mutating func checkEffects(of object: OTIOObject) throws {
    let effects = try object.objects("effects")
    for effect in effects where effect.isEnabled() && ["LinearTimeWarp", "FreezeFrame"].contains(effect.schema) {
      if (effect.fields["time_scalar"] as? NSNumber)?.doubleValue == 1 { continue }
      throw Diagnostic(
        "a \(object.schema.lowercased()) has a \(effect.schema)", kind: .unavailable, notes: ["in \(effect.place)"],
        cause: "only clips have a speed, and stacks and tracks in the place of a clip", help: "give it to the clips")
    }
    leaveOut(effects)
  }

  private mutating func leaveOut(_ effects: [OTIOObject]) {
    for effect in effects
    where effect.isEnabled() && !["LinearTimeWarp", "FreezeFrame"].contains(effect.schema) {
      let name = [effect.text("effect_name"), effect.text("name")].first { !$0.isEmpty }
      leftOut[name ?? effect.schema, default: []].append(effect.place)
    }
  }

  // MARK: Times

  private func time(_ time: ExactTime, _ child: OTIOObject) throws -> MediaTime {
    guard let result = OTIOTime.mediaTime(time) else {
      throw Diagnostic("\(child.place) has a time before zero", kind: .input)
    }
    return result
  }

  private func markers(of object: OTIOObject, from start: ExactTime) throws -> [Timeline.Marker] {
    try object.objects("markers").compactMap { marker in
      guard let range = try marker.range("marked_range"), let at = OTIOTime.mediaTime(start + range.start),
        let duration = OTIOTime.mediaTime(range.duration)
      else { return nil }
      let (name, comment, color) = (marker.text("name"), marker.text("comment"), marker.text("color").lowercased())
      // Defaults are left out, as in a description.
      return Timeline.Marker {
        $0.at = at
        if range.duration > .zero { $0.duration = duration }
        if !name.isEmpty { $0.name = name }
        if !comment.isEmpty { $0.comment = comment }
        if !color.isEmpty, color != $0.color { $0.color = color }
      }
    }
  }

  private static let usualRates =
    [(24000, 1001), (30000, 1001), (60000, 1001), (120000, 1001)].compactMap {
      FrameRate($0.0, $0.1)
    } + [12, 15, 24, 25, 30, 48, 50, 60, 100, 120].compactMap { FrameRate($0) }

  /// The rate of the first time that counts frames.
  private func rate(of object: OTIOObject) throws -> FrameRate? {
    for child in try object.objects("children") {
      if child.schema == "Clip", let range = try child.object("source_range"),
        let length = try range.object("duration"),
        let rate = (length.fields["rate"] as? NSNumber)?.doubleValue, rate > 0, rate <= 240
      {
        let exact = OTIOTime.rate(rate)
        // Times of audio and of other programs count anything.
        if let found = Self.usualRates.first(where: {
          Int128($0.numerator) == exact.numerator && Int128($0.denominator) == exact.denominator
        }) {
          return found
        }
      }
      if let found = try self.rate(of: child) { return found }
    }
    return nil
  }
}
