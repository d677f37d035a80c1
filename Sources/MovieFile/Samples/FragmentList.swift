import Synchronization

/// The fragments of a movie, found on first use (ISO/IEC 14496-12, clause 8.8).
///
/// A fragment counts if its 'moof' box and the media data after it are complete: a truncated file can be read up to the
/// last complete fragment.
final class FragmentList: Sendable {
  /// The fragments, and the problem after them.
  struct Contents: Sendable {
    /// The offsets of 'moof' boxes in the file.
    var offsets: [Int64] = []
    var problem: MovieError?
  }

  private let source: any ByteSource
  private let start: Int64
  private let contents = Mutex<Contents?>(nil)

  /// - Parameter start: The offset after the 'moov' box.
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
    // Fragments are far apart: the bytes between them are not read.
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
        // Truncated data belong to the fragment before.
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
