import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// A movie of a random format, made by random valid calls, reproducible by its seed.
struct RandomMovie {
  struct Track {
    let kind: Material.Kind
    var timing: TrackDraft.Timing
    /// The samples in the order in which they are appended.
    var samples: [(sample: MovieFile.Sample, bytes: [UInt8])] = []
    var entries: [SampleEntry] = []
  }

  let format: MovieFormat
  let layout: MovieWriter.Layout
  private(set) var tracks: [Track] = []
  private var numbers: Numbers

  /// - Parameter isPlain: true if tracks have samples, and one description only.
  init(seed: UInt64, isPlain: Bool = false) throws {
    numbers = Numbers(seed: seed)
    let material = try Material.shared.get()
    format = MovieFormat.allCases.randomElement(using: &numbers) ?? .mp4
    layout =
      switch Int.random(in: 0..<5, using: &numbers) {
      case 0: .headersLast
      case 1: .headersFirst(reserved: 0)
      case 2: .headersFirst(reserved: Int64.random(in: 0..<20_000, using: &numbers))
      default: .fragments(interval: CMTime(value: Int64.random(in: 1...40, using: &numbers), timescale: 20))
      }
    var kinds = [material.audio]
    if format == .mov { kinds.append(material.stored) }
    if format != .m4a { kinds += [material.picture, material.picture] }
    for _ in 0..<Int.random(in: 1...3, using: &numbers) {
      let kind = kinds.randomElement(using: &numbers) ?? material.audio
      tracks.append(try track(kind, isPlain ? nil : material.smallVideo))
    }
  }

  private mutating func track(_ kind: Material.Kind, _ other: Material.Kind?) throws -> Track {
    let isVideo = kind.handlerType == .video
    let depth = isVideo ? Int.random(in: 0...3, using: &numbers) : 0
    let isStored = Bool.random(using: &numbers)
    var track = Track(kind: kind, timing: isStored ? .stored(nil) : .presented(reorderDepth: depth))
    track.entries = [try kind.entry(format)]
    if isVideo, let other, Bool.random(using: &numbers) { track.entries.append(try other.entry(format)) }
    let isEmpty = other != nil && Int.random(in: 0..<10, using: &numbers) == 0
    let count = isEmpty ? 0 : Int.random(in: 1...60, using: &numbers)
    // Durations are constant or random; the first time may be after zero.
    var starts: [Int64] = []
    var time = Bool.random(using: &numbers) ? 0 : Int64.random(in: 0...Int64(kind.timescale) * 2, using: &numbers)
    let isEven = !isVideo || Bool.random(using: &numbers)
    for _ in 0...count {
      starts.append(time)
      time += isEven ? kind.duration : Int64.random(in: 1...2 * kind.duration, using: &numbers)
    }
    let order = order(count, depth: depth)
    for (place, shown) in order.enumerated() {
      let description = track.entries.count > 1 ? Int.random(in: 0...1, using: &numbers) : 0
      let bytes = (description == 1 ? other ?? kind : kind).samples.randomElement(using: &numbers) ?? []
      let decodeTime = isStored ? starts[place] : 0
      // Some frames are sync samples; the first always is.
      let isSync = !isVideo || place == 0 || Bool.random(using: &numbers)
      // Stored times are a decode time, and a presentation time at or after it.
      let lead = isStored ? starts[min(shown + depth, count)] : starts[shown]
      track.samples.append(
        (
          MovieFile.Sample(
            decodeTime: decodeTime, presentationTime: isStored ? max(lead, decodeTime) : lead,
            duration: isStored ? starts[place + 1] - starts[place] : starts[shown + 1] - starts[shown],
            size: bytes.count, descriptionIndex: description, flags: isSync ? .sync : [], timescale: kind.timescale),
          bytes
        ))
    }
    return track
  }

  /// Returns presentation indices in decode order: at most `depth` samples are shown after one that follows them.
  private mutating func order(_ count: Int, depth: Int) -> [Int] {
    var waiting = Array(0..<count)
    var order: [Int] = []
    while !waiting.isEmpty {
      // A sample that has been overtaken that often is next.
      let ahead = order.suffix(2 * depth + 1).count { $0 > waiting[0] }
      let place = ahead >= depth ? 0 : Int.random(in: 0...min(depth, waiting.count - 1), using: &numbers)
      order.append(waiting.remove(at: place))
    }
    return order
  }

  /// Writes the movie: the tracks' samples in a random order, some in groups.
  mutating func write(to sink: any ByteSink) throws {
    var draft = MovieDraft(format)
    draft.timescale = [nil, 600, 1000, 90_000].randomElement(using: &numbers) ?? nil
    let writer = try MovieWriter(draft, to: sink, layout: layout)
    writer.chunkDuration = CMTime(value: Int64.random(in: 1...30, using: &numbers), timescale: 20)
    var rest: [(track: Int, next: Int)] = []
    for track in tracks {
      var draft = try TrackDraft(track.kind, in: format, timing: track.timing)
      draft.sampleEntries = track.entries
      draft.isEnabled = Int.random(in: 0..<8, using: &numbers) > 0
      draft.alternateGroup = Int16.random(in: 0...2, using: &numbers)
      rest.append((try writer.addTrack(draft), 0))
    }
    while let place = rest.indices.randomElement(using: &numbers) {
      let samples = tracks[rest[place].track].samples
      for _ in 0..<Int.random(in: 1...12, using: &numbers) where rest[place].next < samples.count {
        let (sample, bytes) = samples[rest[place].next]
        if Bool.random(using: &numbers) {
          try writer.append(sample, .memory(bytes), toTrack: rest[place].track)
        } else {
          let source = MemoryByteSource([7] + bytes)
          try writer.append(sample, .range(1..<Int64(bytes.count + 1), source), toTrack: rest[place].track)
        }
        rest[place].next += 1
      }
      guard rest[place].next >= samples.count else { continue }
      if Bool.random(using: &numbers) { try writer.finishTrack(rest[place].track) }
      rest.remove(at: place)
    }
    try writer.finish()
  }

  /// Compares the samples that were written with those of a movie.
  func check(_ movie: Movie, _ note: String) throws {
    #expect(movie.tracks.count == tracks.count, "\(note)")
    let starts = tracks.filter { if case .presented = $0.timing { !$0.samples.isEmpty } else { false } }.map { track in
      CMTime(value: track.samples.map(\.sample.presentationTime).min() ?? 0, timescale: track.kind.timescale)
    }
    let origin = starts.min() ?? .zero
    for (track, written) in zip(movie.tracks, tracks) {
      let samples = try track.samples().all()
      guard samples.count == written.samples.count else {
        Issue.record("\(note): \(samples.count) samples, not \(written.samples.count)")
        continue
      }
      guard let first = samples.first, let firstWritten = written.samples.first?.sample else { continue }
      let timeline = try track.timeline()
      var place = ""
      for (sample, (expected, bytes)) in zip(samples, written.samples) {
        let data = try movie.data(of: sample, in: track)
        var isSame =
          data == bytes && sample.descriptionIndex == expected.descriptionIndex && sample.isSync == expected.isSync
          && sample.presentationTime - first.presentationTime == expected.presentationTime
            - firstWritten.presentationTime
        if case .stored = written.timing {
          isSame =
            isSame && sample.decodeTime - first.decodeTime == expected.decodeTime - firstWritten.decodeTime
            && sample.presentationTime - sample.decodeTime == expected.presentationTime - expected.decodeTime
        } else {
          // The first sample is at 0; the timescales may be too coarse for the rest.
          let shown = timeline.movieTime(ofMedia: sample.presentationTimeStamp)
          let wanted = CMTime(value: expected.presentationTime, timescale: expected.timescale) - origin
          place = ", shown at \(shown.seconds), not \(wanted.seconds), by \(track.edits ?? [])"
          isSame = isSame && abs((shown - wanted).seconds) <= 1.5 / Double(min(track.movieTimescale, track.timescale))
        }
        if isSame { continue }
        Issue.record("\(note): sample \(sample.index) is \(sample), not \(expected)\(place)")
        break
      }
    }
  }
}
