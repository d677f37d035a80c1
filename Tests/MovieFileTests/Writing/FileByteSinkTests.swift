import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// The bytes appended to a sink are in the file, in order, however they are buffered and copied.
@Suite struct FileByteSinkTests {
  private func random(_ count: Int, _ numbers: inout some RandomNumberGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }

  @Test(arguments: 1...20) func rangesAndBytes_comeInTheirOrder(seed: UInt64) throws {
    var numbers = Numbers(seed: seed)
    let folder = try TemporaryFolder()
    let source = folder.file("source")
    try Data(random(300_000, &numbers)).write(to: URL(fileURLWithPath: source))
    let file = try FileByteSource(path: source)
    let memory = try MemoryByteSource(file.bytes(at: 0, count: 300_000))
    let (path, expected) = (folder.file("result"), MemoryByteSink())
    let sink = try FileByteSink(creating: path)
    var place: Int64 = 0
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0:
        let bytes = random(Int.random(in: 0..<5000, using: &numbers), &numbers)
        try sink.append(bytes)
        try expected.append(bytes)
      case 1 where expected.bytes.count > 8:
        let bytes = random(8, &numbers)
        let offset = Int64.random(in: 0...Int64(expected.bytes.count) - 8, using: &numbers)
        try sink.overwrite(at: offset, with: bytes)
        try expected.overwrite(at: offset, with: bytes)
      case 2:
        try sink.commit()
        #expect(sink.readableCount == Int64(expected.bytes.count))
      case 3: place = Int64.random(in: 0..<300_000, using: &numbers)
      default:
        // Mostly a range that follows the last one.
        let end = min(300_000, place + Int64.random(in: 0..<70_000, using: &numbers))
        try sink.append(place..<end, of: Bool.random(using: &numbers) ? file : memory)
        try expected.append(place..<end, of: memory)
        place = end
      }
      #expect(sink.count == Int64(expected.bytes.count))
    }
    try sink.commit()
    #expect(try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))) == expected.bytes)
  }

  @Test func sourceThatIsCut_isAnErrorThatNamesIt() throws {
    let folder = try TemporaryFolder()
    let source = folder.file("source")
    try Data(count: 100_000).write(to: URL(fileURLWithPath: source))
    let file = try FileByteSource(path: source)
    let sink = try FileByteSink(creating: folder.file("result"))
    try sink.append(0..<100_000, of: file)
    #expect(truncate(source, 50_000) == 0)
    let error = #expect(throws: MovieError.self) { try sink.commit() }
    #expect(error?.code == .changed && error?.file == source)
  }
}
