import Foundation
import Synchronization

/// The bytes of a stream that come one after the other, such as a pipe's, for readers by position.
///
///     pipe ─▶ bytes that were asked for, in memory; many of them in files without names ─▶ readers
///               └─▶ given back when all readers have passed them
///
/// Reading a place waits until the stream has come there; nothing is read ahead, so that a full pipe stops its writer.
/// The size is known at the end: before, it is larger than that of any file, and readers must not ask what is at the end.
/// Reading beyond the end fails with `truncated` and makes the size known, so that what was tried can be tried again.
package final class ArrivingBytes: ByteSource {
  private struct Piece {
    let start: Int64
    var count: Int
    /// Empty for bytes in a file.
    var memory: [UInt8] = []
    var file: FileDescriptor?

    var end: Int64 { start + Int64(count) }
  }

  private struct State {
    /// Ascending, without gaps.
    var pieces: [Piece] = []
    var end: Int64 = 0
    /// The size, once the end has come.
    var size: Int64?
    /// The bytes in memory.
    var memorySize = 0
    /// The size that the headers state.
    var statedSize: Int64?
  }

  package let name: String?
  private let reception: Reception
  private let next: @Sendable () throws -> [UInt8]
  private let state = Mutex(State())
  /// Held by the reader that waits for the stream.
  private let input = Mutex(())

  /// The size while the end is unknown: no file has as many bytes, and sums of offsets have room.
  private static let unknownSize: Int64 = 1 << 56
  /// The bytes above which those that come are kept in a file.
  private static let memoryLimit = 32 << 20
  private static let pieceSize = 1 << 18
  /// The size of a file, which is given back as a whole.
  private static let fileSize = 64 << 20

  /// - Parameters:
  ///   - firstBytes: The bytes that were read of the stream already.
  ///   - next: Waits for the next bytes and returns them; none at the end. Called by one thread at a time.
  package init(
    name: String?, _ reception: Reception, firstBytes: [UInt8], next: @escaping @Sendable () throws -> [UInt8]
  ) {
    (self.name, self.reception, self.next) = (name, reception, next)
    state.withLock { state in
      guard !firstBytes.isEmpty else { return }
      state.pieces = [Piece(start: 0, count: firstBytes.count, memory: firstBytes)]
      (state.end, state.memorySize) = (Int64(firstBytes.count), firstBytes.count)
    }
  }

  /// The bytes of a pipe.
  package convenience init(_ pipe: PipeReader, firstBytes: [UInt8]) {
    self.init(name: pipe.path, pipe.reception, firstBytes: firstBytes) { try pipe.read() }
  }

  package var size: Int64 { state.withLock { $0.size ?? Self.unknownSize } }

  /// The number of bytes that have come.
  package var arrived: Int64 { state.withLock { $0.end } }

  /// The number of bytes that are kept.
  package var keptCount: Int64 { state.withLock { state in state.end - (state.pieces.first?.start ?? state.end) } }

  // MARK: Reading

  /// Waits until the bytes before an offset have come.
  ///
  /// - Throws: `truncated` if the stream ends before; `unreadable` if it cannot be read or was given up;
  ///   `unwritable` if it cannot be kept.
  package func wait(for end: Int64) throws(MovieError) {
    while true {
      let (arrived, size) = state.withLock { ($0.end, $0.size) }
      if arrived >= end { return }
      if let size {
        throw MovieError(.truncated, "the stream ends after \(size) bytes", offset: size, file: name)
      }
      if let problem = input.withLock({ _ in receive(before: end) }) { throw problem }
    }
  }

  /// Takes what comes next, unless another thread has done so; returns what went wrong.
  private func receive(before end: Int64) -> MovieError? {
    guard state.withLock({ $0.end < end && $0.size == nil }) else { return nil }
    let bytes: [UInt8]
    do {
      bytes = try next()
    } catch is CancellationError where !reception.isCancelled {
      // The bytes so far are enough.
      bytes = []
    } catch let error as MovieError {
      return error
    } catch {
      return MovieError(.unreadable, error is CancellationError ? "the run has ended" : "\(error)", file: name)
    }
    reception.note(bytes.count)
    do {
      try state.withLock { state in try Self.add(bytes, to: &state) }
    } catch {
      return (error as? POSIXError).map { MovieError(temporaryFile: $0) } ?? MovieError(.unwritable, "\(error)")
    }
    return nil
  }

  private static func add(_ bytes: [UInt8], to state: inout State) throws {
    guard !bytes.isEmpty else {
      state.size = state.end
      return
    }
    let last = state.pieces.indices.last
    if state.memorySize + bytes.count > memoryLimit {
      if let last, let file = state.pieces[last].file, state.pieces[last].count + bytes.count <= fileSize {
        try bytes.withUnsafeBytes { try file.write($0, at: Int64(state.pieces[last].count)) }
        state.pieces[last].count += bytes.count
      } else {
        let file = try FileDescriptor.temporary()
        try bytes.withUnsafeBytes { try file.write($0, at: 0) }
        state.pieces.append(Piece(start: state.end, count: bytes.count, file: file))
      }
    } else {
      if let last, state.pieces[last].file == nil, state.pieces[last].count + bytes.count <= pieceSize {
        state.pieces[last].memory.append(contentsOf: bytes)
        state.pieces[last].count += bytes.count
      } else {
        state.pieces.append(Piece(start: state.end, count: bytes.count, memory: bytes))
      }
      state.memorySize += bytes.count
    }
    state.end += Int64(bytes.count)
  }

  package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    try wait(for: offset + Int64(buffer.count))
    var parts: [(range: Range<Int64>, piece: Piece)] = []
    let isKept = state.withLock { state in
      guard buffer.isEmpty || state.pieces.first.map({ $0.start <= offset }) ?? false else { return false }
      var index = state.pieces.partitioningIndex { $0.end > offset }
      var place = offset
      let end = offset + Int64(buffer.count)
      while place < end {
        let piece = state.pieces[index]
        let part = place..<min(end, piece.end)
        if piece.file != nil {
          parts.append((part, piece))
        } else {
          piece.memory.withUnsafeBytes { bytes in
            let first = Int(part.lowerBound - piece.start)
            let target = buffer[Int(part.lowerBound - offset)..<Int(part.upperBound - offset)]
            UnsafeMutableRawBufferPointer(rebasing: target).copyMemory(
              from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + part.count]))
          }
        }
        (place, index) = (part.upperBound, index + 1)
      }
      return true
    }
    guard isKept else { throw MovieError(.changed, "the stream has gone by", offset: offset, file: name) }
    for (range, piece) in parts {
      let target = buffer[Int(range.lowerBound - offset)..<Int(range.upperBound - offset)]
      do throws(POSIXError) {
        try piece.file?.read(at: range.lowerBound - piece.start, into: UnsafeMutableRawBufferPointer(rebasing: target))
      } catch {
        throw MovieError(temporaryFile: error)
      }
    }
  }

  // MARK: Giving back

  /// Gives back the bytes before an offset.
  package func discard(before offset: Int64) {
    state.withLock { state in
      let count = state.pieces.partitioningIndex { $0.end > offset }
      state.memorySize -= state.pieces[..<count].reduce(0) { $0 + $1.memory.count }
      state.pieces.removeFirst(count)
    }
  }

  /// Returns all bytes so far, for another reader of the stream.
  package func all() throws(MovieError) -> [UInt8] { try bytes(at: 0, count: Int(arrived)) }

  // MARK: The whole

  /// Notes the size that the headers state.
  package func expect(_ size: Int64?) { state.withLock { $0.statedSize = size } }

  /// Checks at the end that all bytes have come that the headers state.
  ///
  /// - Throws: `truncated` if the stream ended before, other than by being given up.
  package func checkWhole() throws(MovieError) {
    let (size, stated) = state.withLock { ($0.size, $0.statedSize) }
    guard let size, let stated, stated > size, !reception.isAbandoned else { return }
    throw MovieError(.truncated, "it is cut off: \(size) of \(stated) bytes are there", offset: size, file: name)
  }
}

extension ByteSource {
  /// Opens what the bytes hold: once more if a stream was shorter than its headers are looked for.
  package func opened<File>(_ open: () throws(MovieError) -> File) throws(MovieError) -> File {
    let size = size
    do throws(MovieError) {
      return try open()
    } catch {
      guard self.size != size else { throw error }
      return try open()
    }
  }

  /// The stream that the bytes come from; nil if all of them are there.
  var arriving: ArrivingBytes? { self as? ArrivingBytes }

  /// Returns a number of bytes to read at an offset: those that are needed, and of more those that are there.
  func count(at offset: Int64, atLeast needed: Int, upTo wanted: Int) -> Int {
    max(needed, Int(min(Int64(wanted), max(0, (arriving?.arrived ?? size) - offset))))
  }
}
