import Foundation
@testable import MovieFile
import Testing

/// Files that other programs change while they are read.
@Suite struct FileByteSourceTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("file")
    try Data((0..<200).map { UInt8($0) }).write(to: URL(fileURLWithPath: path))
  }

  @Test func bytes_areReadByPosition() throws {
    let source = try FileByteSource(path: path)
    #expect(source.size == 200)
    #expect(try source.bytes(at: 100, count: 3) == [100, 101, 102])
    #expect(try source.bytes(at: 200, count: 0) == [])
    #expect(throws: MovieError.self) { try source.bytes(at: 198, count: 3) }
    #expect(throws: MovieError.self) { try source.bytes(at: -1, count: 1) }
    #expect(throws: MovieError.self) { try source.bytes(at: .max, count: .max) }
  }

  @Test func ranges_areReadOneAfterAnother_unlessTheFileHasChanged() throws {
    let source = try FileByteSource(path: path)
    func read(_ ranges: [Range<Int64>]) throws -> [UInt8] {
      var bytes = [UInt8](repeating: 0, count: ranges.reduce(0) { $0 + $1.count })
      try bytes.withUnsafeMutableBytes { try source.read(ranges, into: $0) }
      return bytes
    }
    #expect(try read([100..<103, 7..<9, 198..<200]) == [100, 101, 102, 7, 8, 198, 199])
    #expect(throws: MovieError.self) { try read([0..<4, 198..<201]) }
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 50)
    let error = #expect(throws: MovieError.self) { try read([0..<4, 8..<9]) }
    #expect(error?.message == "the file had 200 bytes and now has 50")
  }

  @Test func truncatedFile_isAnError() throws {
    let source = try FileByteSource(path: path)
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 50)
    let error = #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 4) }
    #expect(error?.code == .changed)
    #expect(error?.message == "the file had 200 bytes and now has 50")
  }

  @Test func deletedFile_isAnError() throws {
    let source = try FileByteSource(path: path)
    try FileManager.default.removeItem(atPath: path)
    let error = #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 4) }
    #expect(error?.code == .changed && error?.message == "the file was removed or replaced")
  }

  @Test func replacedFile_isAnError() throws {
    let source = try FileByteSource(path: path)
    let other = folder.file("other")
    try Data(count: 200).write(to: URL(fileURLWithPath: other))
    #expect(rename(other, path) == 0)
    #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 4) }
  }

  @Test func replacedFile_isNoticedWhenItIsOpenedAgain() throws {
    let pool = DescriptorPool(capacity: 1)
    let source = try FileByteSource(path: path, pool: pool)
    // A second link keeps the old file alive.
    #expect(link(path, folder.file("kept")) == 0)
    let other = folder.file("other")
    try Data(count: 200).write(to: URL(fileURLWithPath: other))
    #expect(rename(other, path) == 0)
    let second = try FileByteSource(path: folder.file("kept"), pool: pool)
    #expect(try second.bytes(at: 7, count: 1) == [7])
    let error = #expect(throws: MovieError.self) { try source.bytes(at: 0, count: 4) }
    #expect(error?.code == .changed && error?.message == "the file was replaced by another")
  }

  @Test func thousandFiles_keepFewDescriptors() throws {
    let pool = DescriptorPool(capacity: 64)
    var sources: [FileByteSource] = []
    for number in 0..<300 {
      let path = folder.file("\(number)")
      try Data([UInt8(number & 255)]).write(to: URL(fileURLWithPath: path))
      sources.append(try FileByteSource(path: path, pool: pool))
      #expect(pool.count <= 64)
    }
    for round in 0..<2 {
      for (number, source) in sources.enumerated() {
        #expect(try source.bytes(at: 0, count: 1) == [UInt8(number & 255)], "round \(round)")
      }
    }
    #expect(pool.count == 64)
    sources = []
    #expect(pool.count == 0)
  }

  @Test func whatIsNoFile_isRefused() throws {
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [pipe, folder.path, folder.file("nothing")] {
      let error = #expect(throws: MovieError.self) { try FileByteSource(path: path) }
      #expect(error?.code == .unreadable && error?.file == path)
    }
  }

  @Test func segments_readAsOne() throws {
    let parts = [[1, 2, 3], [], [4], [5, 6]].map { MemoryByteSource($0.map { UInt8($0) }) }
    let source = try SegmentedByteSource(parts)
    #expect(source.size == 6)
    #expect(try source.bytes(at: 0, count: 6) == [1, 2, 3, 4, 5, 6])
    #expect(try source.bytes(at: 2, count: 3) == [3, 4, 5])
    #expect(throws: MovieError.self) { try source.bytes(at: 5, count: 2) }
  }
}
