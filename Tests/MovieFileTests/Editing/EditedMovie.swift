import Foundation
import MovieExercise

@testable import MovieFile

/// Everything that must not change when headers change: every sample with its bytes, and the tracks' properties.
struct EditedMovie: Equatable {
  struct Track: Equatable {
    let id: UInt32
    let header: TrackHeader
    let edits: [Edit]?
    let references: [TrackReference]
    let times: [[Int64]]
    let flags: [SampleFlags]
    let bytes: [UInt64]
  }

  let header: MovieHeader
  let tracks: [Track]

  init(_ movie: Movie) throws {
    header = movie.header
    tracks = try movie.tracks.map { track in
      let samples = try track.samples().all()
      return Track(
        id: track.id, header: track.header, edits: track.edits, references: track.references,
        times: samples.map { [$0.decodeTime, $0.presentationTime, $0.duration, Int64($0.size)] },
        flags: samples.map(\.flags),
        // Missing bytes of a truncated file are missing in both.
        bytes: samples.map { sample in (try? movie.data(of: sample, in: track)).map(Self.hash) ?? 0 })
    }
  }

  /// FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  /// Returns items without their places.
  static func plain(_ items: [MetadataItem]) -> [MetadataItem] {
    items.map { item in
      var item = item
      item.source = nil
      return item
    }
  }

  /// Returns ffmpeg's hash of all packets of each track.
  static func packetHashes(_ path: String) throws -> String {
    let data = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0", "-c", "copy", "-f", "streamhash", "-"])
    return String(decoding: data, as: UTF8.self)
  }
}

extension MovieBytes {
  /// Returns the top-level boxes of a file, up to damage.
  static func topLevel(_ bytes: [UInt8]) -> [Box] {
    var sequence = BoxSequence(topLevelOf: ByteWindow(MemoryByteSource(bytes)))
    var boxes: [Box] = []
    while let box = try? sequence.next() { boxes.append(box) }
    return boxes
  }

  /// Returns true if the bytes contain others.
  static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    Data(bytes).range(of: Data(part)) != nil
  }
}

/// A large file of zeros except for its beginning and some bytes.
struct SparseSource: ByteSource {
  let head: [UInt8]
  let size: Int64
  let data: (Int64, [UInt8])
  var name: String? { nil }

  init(head: [UInt8], size: Int64, data: (Int64, [UInt8])) {
    self.head = head
    self.size = size
    self.data = data
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    for index in 0..<buffer.count {
      let place = offset + Int64(index)
      let inData = place - data.0
      buffer[index] =
        place < Int64(head.count)
        ? head[Int(place)] : (0..<Int64(data.1.count)).contains(inData) ? data.1[Int(inData)] : 0
    }
  }
}

/// A source that reads the pieces of a file before they are written.
struct PiecesSource: ByteSource {
  private let pieces: [(start: Int64, FilePieces.Piece)]
  private let original: any ByteSource
  let size: Int64
  var name: String? { nil }

  init(_ pieces: FilePieces, _ original: any ByteSource) {
    self.original = original
    size = pieces.size
    var start: Int64 = 0
    self.pieces = pieces.pieces.map { piece in
      defer {
        switch piece {
        case .bytes(let bytes): start += Int64(bytes.count)
        case .original(let range): start += range.upperBound - range.lowerBound
        }
      }
      return (start, piece)
    }
  }

  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(MovieError) {
    try check(offset, buffer.count)
    for index in 0..<buffer.count {
      let place = offset + Int64(index)
      let (start, piece) = pieces[pieces.partitioningIndex { $0.start > place } - 1]
      switch piece {
      case .bytes(let bytes): buffer[index] = bytes[Int(place - start)]
      case .original(let range): buffer[index] = try original.bytes(at: range.lowerBound + place - start, count: 1)[0]
      }
    }
  }
}
