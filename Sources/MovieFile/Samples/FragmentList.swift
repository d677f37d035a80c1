import Synchronization

/// The fragments of a movie, found when they are first asked for (ISO/IEC 14496-12, clause 8.8).
///
/// A fragment counts when its 'moof' box and the media data after it are whole: of a file that was cut, everything up to
/// the last whole fragment can be read.
final class FragmentList: Sendable {
  /// What the fragments are, and what is wrong behind them.
  struct Contents: Sendable {
    /// The file's bytes at which 'moof' boxes start.
    var offsets: [Int64] = []
    var problem: MovieError?
  }

  private let source: any ByteSource
  private let start: Int64
  private let contents = Mutex<Contents?>(nil)

  /// - Parameter start: The byte after the 'moov' box.
  init(_ source: any ByteSource, from start: Int64) {
    self.source = source
    self.start = start
  }

  func load() throws(MovieError) -> Contents {
    if let known = contents.withLock({ $0 }) { return known }
    let found = try scan()
    contents.withLock { $0 = found }
    return found
  }

  private func scan() throws(MovieError) -> Contents {
    var contents = Contents()
    // Fragments are far apart: what lies between is not read.
    let window = ByteWindow(source, capacity: 64)
    var boxes = BoxSequence(topLevelOf: window, from: start)
    while true {
      let box: Box?
      do throws(MovieError) {
        box = try boxes.next()
      } catch {
        if error.code != .malformed { throw error }
        contents.problem = error
        return contents
      }
      guard let box else { return contents }
      if box.isCut {
        // Data that is cut belongs to the fragment before it.
        if box.type == .mdat, !contents.offsets.isEmpty { contents.offsets.removeLast() }
        contents.problem = MovieError(
          .truncated, "the file ends inside '\(box.type.text)'; what comes before it can be read",
          box: box.path.description, offset: box.offset, file: source.name)
        return contents
      }
      guard box.type == .moof else { continue }
      guard contents.offsets.count < 1 << 22 else { throw .excessive("the movie has over 4194304 fragments", in: box) }
      contents.offsets.append(box.offset)
    }
  }
}
