internal import GStreamer
import MovieFile
import Synchronization

/// A fragmented movie from a pipe, which may be endless: fragments are kept as long as a reader needs them.
///
///     pipe ─▶ boxes ─▶ head, fragment, fragment … ─▶ groups ─┬▶ StreamedTrack
///                                                            └▶ StreamedTrack
///
/// A reader that needs a group that is not available yet reads the pipe. Safe to use from several threads; all
/// functions block.
package final class FragmentStream: Sendable {
  private typealias End = FragmentGroup.End

  private struct Input {
    var boxes: BoxStream
    let head: FragmentBytes.Piece
    /// Fragments of the next, incomplete group.
    var pending: [FragmentBytes.Piece] = []
    /// The tracks' samples in the headers, once these are read.
    var headEnds: [UInt32: End] = [:]
    var ends: [UInt32: End] = [:]
    var isAtEnd = false
  }

  fileprivate struct State {
    var groups: [FragmentGroup] = []
    /// The number of the first kept group.
    var first = 0
    /// The first group that each reader needs.
    var needs: [Int: Int] = [:]
    var readerCount = 0
    /// The end of the stream, or its error.
    var end: Result<Void, any Error>?
  }

  /// The movie of the headers, without the fragments' samples.
  package let movie: Movie
  /// True if a truncated movie ends with its last complete fragment.
  private let isPartial: Bool
  private let input: Mutex<Input>
  private let state = Mutex(State())

  /// - Parameters:
  ///   - head: The movie up to its 'moov' box.
  ///   - boxes: The following boxes.
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

  /// Returns a group by its number, from 0; nil after the last.
  ///
  /// - Throws: `MovieError` if it is damaged or discarded, or the pipe ends inside of it; read errors of the pipe.
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

  /// Reads the next group, unless another thread has done so.
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

  /// Reads the next 'moof' box with its data, and the boxes before them; nil after the last.
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
    // The headers may have samples of their own, without fragments.
    let isHeads = input.ends.isEmpty && input.headEnds.values.contains { $0.index > 0 }
    return hasHeader || isHeads && piece.spool.size > 0 ? piece : nil
  }

  // MARK: Readers

  /// Adds a reader: all kept groups and later ones are kept until it moves on.
  func addReader() -> Int {
    state.withLock { state in
      state.readerCount += 1
      state.needs[state.readerCount] = state.first
      return state.readerCount
    }
  }

  /// The number of kept groups.
  var keptCount: Int { state.withLock { $0.groups.count } }

  /// Moves a reader to a group: it needs none before; nil removes the reader.
  package func move(_ reader: Int, to group: Int?) {
    state.withLock { state in
      state.needs[reader] = group
      state.trim()
    }
  }

  // MARK: Without tables

  /// Returns a source of the whole pipe for another parser; the stream cannot be used afterwards.
  package func element() throws -> MediaElementSource {
    try input.withLock { input in
      let head = SpooledBytes(input.head.spool, name: "")
      return .pipe(input.boxes.pipe, firstBytes: try head.bytes(at: 0, count: Int(head.size)) + input.boxes.bytes)
    }
  }
}

extension FragmentStream.State {
  /// Discards groups that no reader needs.
  fileprivate mutating func trim() {
    guard let needed = needs.values.min(), needed > first else { return }
    let count = min(needed - first, groups.count)
    groups.removeFirst(count)
    first += count
  }
}
