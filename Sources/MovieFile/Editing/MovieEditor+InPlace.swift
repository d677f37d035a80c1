import Foundation

extension MovieEditor {
  /// How a file was changed in place.
  public enum InPlaceResult: Sendable {
    /// The movie's headers are before the media or behind them, as they were.
    case headersStayed
    /// They had no room before the media, and are behind them now: playback from a network may have to wait for them.
    case headersMovedBehindMedia
  }

  /// Changes the movie's file where it is; see `InPlaceChange` for what a crash can do to it, which is nothing.
  ///
  /// The movie, and who has the file open for reading, should not be used afterwards.
  /// - Throws: `unsupported` if the file can only be changed in a copy: it is in fragments, holds metadata beside the movie
  ///   that change, or its last box has no end; `unwritable` if the system refuses, or somebody else writes to the file.
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
        // Nothing but hidden bytes were added so far.
        if index < change.reversibleCount { try? file.perform(.truncate(to: source.size)) }
        throw error
      }
    }
    return change.place == .atEnd && moovIndex < firstMedia ? .headersMovedBehindMedia : .headersStayed
  }

  /// The steps of the change; reads everything that they need.
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

  /// The place of the first media among the boxes; behind all if there are none.
  private var firstMedia: Int { boxes.firstIndex { $0.type == .mdat } ?? boxes.count }

  /// Free space of more than a few bytes; behind media only if the movie's box is there too.
  private func holes(_ used: Range<Int>) -> [Box] {
    let firstMedia = firstMedia
    return boxes.indices.compactMap { index in
      guard index != moovIndex, !used.contains(index), index < firstMedia || moovIndex > firstMedia,
        let box = boxes[index].original, box.type == "free" || box.type == "skip", box.headerSize == 8
      else { return nil }
      return box
    }
  }

  /// The new box must be a movie with the same tracks, before any byte is written.
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

/// A file that is open for changes, and locked against others who ask for it.
private final class ChangingFile {
  private let descriptor: CInt
  private let name: String

  init(_ source: FileByteSource) throws(MovieError) {
    name = source.path
    descriptor = open(source.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw MovieError(.unwritable, errno: errno, file: source.path) }
    do throws(MovieError) {
      // The file that was read, and no other of its name.
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

  /// The lock goes with the file, but for a child process that was forked meanwhile and has the file until it becomes a program.
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
