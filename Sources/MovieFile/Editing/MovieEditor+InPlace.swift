import Foundation

extension MovieEditor {
  /// The effect of an in-place change on the order of the file.
  public enum InPlaceResult: Sendable {
    /// The movie's headers kept their place before or after the media.
    case headersStayed
    /// The headers had no room before the media, and are after them now: playback from a network may have to wait for
    /// them.
    case headersMovedBehindMedia
  }

  /// Changes the movie's file in place; a crash at any time leaves a valid file, see `InPlaceChange`.
  ///
  /// The movie, and other open readers of the file, must not be used afterwards.
  /// - Throws: `unsupported` if the file can only be changed in a copy: it is fragmented, file-level metadata change,
  ///   or its last box has no definite size; `unwritable` if the system refuses, or another process writes to it.
  @discardableResult
  public func writeInPlace() throws(MovieError) -> InPlaceResult {
    guard let source = movie.source as? FileByteSource else {
      throw MovieError(.unsupported, "only files can be changed in place")
    }
    let change = try inPlaceChange()
    let file = try ChangingFile(source)
    for (index, step) in change.steps.enumerated() {
      do throws(MovieError) {
        try file.perform(step)
      } catch {
        // Only hidden bytes have been added so far.
        if index < change.reversibleCount { try? file.perform(.truncate(to: source.size)) }
        throw error
      }
    }
    return change.place == .atEnd && moovIndex < firstMedia ? .headersMovedBehindMedia : .headersStayed
  }

  /// Returns the steps of the change, with all bytes that they need.
  func inPlaceChange() throws(MovieError) -> InPlaceChange {
    func refuse(_ reason: String) -> MovieError {
      MovieError(.unsupported, "it cannot be changed in place: \(reason)", file: movie.source.name)
    }
    guard !movie.isFragmented else { throw refuse("it is in fragments") }
    var later: [Int64] = []
    for (index, draft) in boxes.enumerated() where index != moovIndex {
      guard let box = draft.original, case .untouched = draft.contents else {
        throw refuse("metadata beside the movie change")
      }
      if box.type == .moov { later.append(box.offset) }
    }
    try checkThatFileCanGrow()
    var pieces = FilePieces()
    moov.write(to: &pieces, addedMedia: movie.source.size + 8)
    let behind = freeBehindMovie
    let room = movie.box.size + behind.size
    guard movie.box.headerSize == 8, pieces.size <= Int64(UInt32.max), room <= Int64(UInt32.max) else {
      throw refuse("its headers are too large")
    }
    let new = try pieces.bytes(of: movie.source)
    var media = FilePieces()
    if !addedMedia.isEmpty {
      media.appendHeader(.mdat, size: Int64(addedMedia.count) + 8)
      media.append(addedMedia)
    }
    try verify(new)
    return InPlaceChange(
      old: movie.box, room: room, holes: holes(behind.boxes), later: later, new: new,
      media: try media.bytes(of: movie.source), fileSize: movie.source.size)
  }

  /// The index of the first media box; the end if there are none.
  private var firstMedia: Int { boxes.firstIndex { $0.type == .mdat } ?? boxes.count }

  /// Returns free boxes of more than a few bytes; those after media only if the movie's box is there too.
  private func holes(_ used: Range<Int>) -> [Box] {
    let firstMedia = firstMedia
    return boxes.indices.compactMap { index in
      guard index != moovIndex, !used.contains(index), index < firstMedia || moovIndex > firstMedia,
        let box = boxes[index].original, box.type == "free" || box.type == "skip", box.headerSize == 8
      else { return nil }
      return box
    }
  }

  /// Verifies before any write that the new box is a movie with the same tracks.
  private func verify(_ new: [UInt8]) throws(MovieError) {
    var fileType = BoxWriter()
    movie.fileType.write(to: &fileType)
    let changed = try Movie(source: MemoryByteSource(fileType.contents + new, name: movie.source.name))
    let ids = Set(changed.tracks.map(\.id))
    let kept = moov.children.compactMap { box in
      movie.tracks.first { $0.box.offset == box.original?.offset }?.id
    }
    guard ids.isSuperset(of: kept) else {
      throw MovieError(.malformed, "the changed movie would lack tracks; nothing was written", file: movie.source.name)
    }
  }
}

/// A file that is open for writing, and locked against other processes that use locks.
private final class ChangingFile {
  private let descriptor: CInt
  private let name: String

  init(_ source: FileByteSource) throws(MovieError) {
    name = source.path
    descriptor = open(source.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw MovieError(.unwritable, errno: errno, file: source.path) }
    do throws(MovieError) {
      // Checks that it is the file that was read, and not another of the same name.
      guard try source.withDescriptor({ Self.isSame($0, descriptor) }) else {
        throw MovieError(.changed, "the file was replaced by another", file: source.path)
      }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        throw MovieError(.unwritable, "another program holds a lock on it", file: source.path)
      }
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Closing the file releases the lock, except while a forked child process holds the file until it executes a
  /// program.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  private static func isSame(_ a: CInt, _ b: CInt) -> Bool {
    var (one, other) = (stat(), stat())
    return fstat(a, &one) == 0 && fstat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  func perform(_ step: InPlaceChange.Step) throws(MovieError) {
    switch step {
    case .write(let offset, let bytes): try write(bytes, at: offset)
    case .synchronise: guard fsync(descriptor) == 0 else { throw problem }
    case .truncate(let size): guard ftruncate(descriptor, off_t(size)) == 0 else { throw problem }
    }
  }

  private func write(_ bytes: [UInt8], at offset: Int64) throws(MovieError) {
    guard bytes.withUnsafeBytes({ writeAll($0, to: descriptor, at: offset) }) else { throw problem }
  }

  private var problem: MovieError { MovieError(.unwritable, errno: errno, file: name) }
}
