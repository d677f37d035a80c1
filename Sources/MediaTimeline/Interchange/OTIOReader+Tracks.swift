import Foundation
internal import MediaGraph

/// Tracks, the parts of them that are seen, and their places among the layers.
extension OTIOReader {
  /// The items of a track.
  struct Sequence {
    var items: [Timeline.Item] = []
    var markers: [Timeline.Marker] = []
    /// Nil for both, or neither.
    var isAudio: Bool?
    /// The number that it had in a timeline of Reel's.
    var layer: Int?
    /// The layer's own values.
    var values = Timeline.Layer()
  }

  /// A part of a track or stack that is seen, as its source_range says.
  struct Window {
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
  func window(of object: OTIOObject) throws -> Window? {
    guard let range = try object.range("source_range") else { return nil }
    guard range.start >= .zero, range.duration >= .zero else {
      throw Diagnostic(
        "the range of a \(object.schema.lowercased()) begins before it", kind: .input, notes: ["in \(object.place)"],
        help: "put a gap in front of its first item, and let its source_range begin at 0")
    }
    return Window(start: range.start, duration: range.duration)
  }

  /// - Parameter window: The part of the track that is seen; nil for all of it.
  mutating func sequence(
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
  func merged(_ sequences: [Sequence]) -> [Sequence] {
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

  /// Makes the first sequence the timeline's own, and the others its layers, in the order of the numbers that Reel wrote.
  func place(_ sequences: [Sequence], in timeline: inout Timeline) {
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
}
