internal import GStreamer
import MovieFile
import Synchronization

/// A movie in fragments that comes through a pipe, perhaps without an end: its fragments are kept for as long as somebody reads them.
///
///     pipe ─▶ boxes ─▶ head, fragment, fragment … ─▶ groups ─┬▶ StreamedTrack
///                                                            └▶ StreamedTrack
///
/// Whoever needs a group that has not come reads the pipe. All of it may be used from several threads at once, and blocks.
package final class FragmentStream: Sendable {
  private typealias End = FragmentGroup.End

  private struct Input {
    var boxes: BoxStream
    let head: FragmentBytes.Piece
    /// Fragments that are no whole group yet.
    var pending: [FragmentBytes.Piece] = []
    /// What the head has of each track, once it has been read.
    var headEnds: [UInt32: End] = [:]
    var ends: [UInt32: End] = [:]
    var isAtEnd = false
  }

  fileprivate struct State {
    var groups: [FragmentGroup] = []
    /// The number of the first one that is kept.
    var first = 0
    /// The groups that readers need, and all behind them.
    var needs: [Int: Int] = [:]
    var readerCount = 0
    /// There are no more groups, or this is why.
    var end: Result<Void, any Error>?
  }

  /// What the movie's head says; its tracks have none of the fragments' samples.
  package let movie: Movie
  /// Whether a movie that was cut off ends with its last fragment.
  private let isPartial: Bool
  private let input: Mutex<Input>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - head: The movie up to its 'moov' box.
  ///   - boxes: What follows it.
  package init(_ movie: Movie, head: SampleSpool, _ boxes: BoxStream, isPartial: Bool) throws {
    (self.movie, self.isPartial) = (movie, isPartial)
    var ends: [UInt32: End] = [:]
    for track in movie.tracks {
      let table = try track.samples()
      ends[track.id] = End(index: table.count, decodeTime: table.decodeEnd)
    }
    input = Mutex(Input(boxes: boxes, head: FragmentBytes.Piece(start: 0, spool: head), headEnds: ends))
  }

  // MARK: Groups

  /// A group by its number, from 0; nil behind the last.
  ///
  /// - Throws: `MovieError` when it is damaged or gone, or the pipe ends inside it; what reading the pipe throws.
  package func group(_ number: Int) throws -> FragmentGroup? {
    while true {
      let known: FragmentGroup?? = try state.withLock { state in
        guard number >= state.first else {
          throw MovieError(.unsupported, "an edit shows what has gone by", file: movie.source.name)
        }
        if number - state.first < state.groups.count { return state.groups[number - state.first] }
        if let end = state.end {
          try end.get()
          return .some(nil)
        }
        return nil
      }
      if let known { return known }
      readGroup(number)
    }
  }

  /// Reads on, unless somebody else has meanwhile.
  private func readGroup(_ number: Int) {
    input.withLock { input in
      let isKnown = state.withLock { $0.end != nil || number - $0.first < $0.groups.count }
      if isKnown { return }
      let result = Result { try nextGroup(&input) }
      state.withLock { state in
        switch result {
        case .success(let group?): state.groups.append(group)
        case .success(nil): state.end = .success(())
        case .failure(let error): state.end = .failure(error)
        }
        state.trim()
      }
    }
  }

  private func nextGroup(_ input: inout Input) throws -> FragmentGroup? {
    while true {
      if !input.pending.isEmpty {
        let group = try group(of: input.pending, input)
        if input.isAtEnd || group.isClosed { return take(group, &input, next: []) }
      } else if input.isAtEnd {
        return nil
      }
      guard let fragment = try fragment(&input) else {
        input.isAtEnd = true
        continue
      }
      if !input.pending.isEmpty, try group(of: [fragment], input).startsWithSync {
        return take(try group(of: input.pending, input), &input, next: [fragment])
      }
      input.pending.append(fragment)
    }
  }

  private func group(of fragments: [FragmentBytes.Piece], _ input: Input) throws -> FragmentGroup {
    let source = FragmentBytes(input.head, fragments, name: movie.source.name)
    return try FragmentGroup(source, skipping: input.ends.isEmpty ? [:] : input.headEnds, after: input.ends)
  }

  private func take(
    _ group: FragmentGroup, _ input: inout Input, next: [FragmentBytes.Piece]
  ) -> FragmentGroup {
    input.pending = next
    for (id, part) in group.parts { input.ends[id] = part.end }
    return group
  }

  /// The next 'moof' box with its data, and what stands before them; nil after the last.
  private func fragment(_ input: inout Input) throws -> FragmentBytes.Piece? {
    let piece = FragmentBytes.Piece(start: input.boxes.position, spool: SampleSpool())
    var hasHeader = false
    do {
      while let (type, size) = try input.boxes.next() {
        try input.boxes.move(type, size, to: piece.spool)
        if type == "moof" { hasHeader = true }
        if type == "mdat", hasHeader { return piece }
      }
    } catch let error as MovieError where isPartial && error.code == .truncated {
      return nil
    }
    // The head may have samples of its own, and no fragments follow.
    let isHeads = input.ends.isEmpty && input.headEnds.values.contains { $0.index > 0 }
    return hasHeader || isHeads && piece.spool.size > 0 ? piece : nil
  }

  // MARK: Readers

  /// Keeps all groups from the first that is kept on, until the reader moves on.
  func addReader() -> Int {
    state.withLock { state in
      state.readerCount += 1
      state.needs[state.readerCount] = state.first
      return state.readerCount
    }
  }

  /// How many groups are kept.
  var keptCount: Int { state.withLock { $0.groups.count } }

  /// Says that a reader needs nothing before a group; nil: nothing at all any more.
  package func move(_ reader: Int, to group: Int?) {
    state.withLock { state in
      state.needs[reader] = group
      state.trim()
    }
  }

  // MARK: Without tables

  /// What reads it instead; nothing of it can come from here then.
  package func element() throws -> MediaElementSource {
    try input.withLock { input in
      let head = SpooledBytes(input.head.spool, name: "")
      return .pipe(input.boxes.pipe, beginning: try head.bytes(at: 0, count: Int(head.size)) + input.boxes.bytes)
    }
  }
}

extension FragmentStream.State {
  /// Forgets what no reader needs.
  fileprivate mutating func trim() {
    guard let needed = needs.values.min(), needed > first else { return }
    let count = min(needed - first, groups.count)
    groups.removeFirst(count)
    first += count
  }
}
