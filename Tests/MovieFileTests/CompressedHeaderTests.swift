import Foundation
import MovieExercise
import Testing

@testable import MovieFile

/// Movies with QuickTime's compressed headers.
@Suite struct CompressedHeaderTests {
  private typealias B = MovieBytes

  /// Returns bytes compressed by zlib.
  static func deflate(_ bytes: [UInt8], level: Int = 9, strategy: String = "Z_DEFAULT_STRATEGY") throws -> [UInt8] {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(fileURLWithPath: folder.file("plain")))
    let script = """
      import sys, zlib
      c = zlib.compressobj(int(sys.argv[2]), zlib.DEFLATED, 15, 8, getattr(zlib, sys.argv[3]))
      sys.stdout.buffer.write(c.compress(open(sys.argv[1], 'rb').read()) + c.flush())
      """
    return Array(
      try Oracle.run("/usr/bin/python3", ["-c", script, folder.file("plain"), "\(level)", strategy]))
  }

  private func cmov(_ packed: [UInt8], size: Int, method: String = "zlib") -> [UInt8] {
    B.box("moov", B.box("cmov", B.box("dcom", B.text(method)), B.box("cmvd", B.u32(size), packed)))
  }

  @Test func movie_isReadAsIfItsHeadersWerePlain() throws {
    let folder = try TemporaryFolder()
    let recipe = Recipe(
      "plain.mov",
      "\(Recipe.picture) \(Recipe.tone) -metadata title=Packed \(Recipe.h264) -bf 2 -c:a pcm_s16le -timecode 01:00:00:00"
    )
    let path = try recipe.make(in: folder)
    let plain = try Movie(path: path)
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(plain.box.end == Int64(bytes.count))
    let moov = Array(bytes[Int(plain.box.offset)...])
    let packed = try Self.deflate(moov)
    #expect(packed.count < moov.count / 2)
    let file = bytes[..<Int(plain.box.offset)] + cmov(packed, size: moov.count)
    try Data(file).write(to: URL(fileURLWithPath: folder.file("packed.mov")))

    let movie = try Movie(path: folder.file("packed.mov"))
    #expect(movie.problems.isEmpty && movie.header == plain.header)
    #expect(movie.source.size == Int64(file.count))
    for (track, other) in zip(movie.tracks, plain.tracks) {
      #expect(track.header == other.header && track.edits == other.edits && track.references == other.references)
      #expect(try track.formatDescriptions() == other.formatDescriptions())
      let samples = try track.samples()
      #expect(try samples.packets() == other.samples().packets())
      for index in [0, samples.count / 2, samples.count - 1] {
        #expect(try movie.data(of: samples[index], in: track) == plain.data(of: other.samples()[index], in: other))
      }
    }
    #expect(try movie.metadata().items.map(\.value) == plain.metadata().items.map(\.value))
    #expect(try !movie.metadata().items.isEmpty)
    // Files with compressed headers, which programs no longer write, cannot be edited.
    let refusal = #expect(throws: MovieError.self) { try MovieEditor(movie) }
    #expect(refusal?.code == .unsupported)
    // The tree shows the boxes of the file.
    var types: [String] = []
    var tree = BoxTree(movie.source)
    try tree.walk { if case .box(let box, _) = $0 { types.append(box.type.text) } }
    #expect(types.suffix(4) == ["moov", "cmov", "dcom", "cmvd"])
  }

  @Test(arguments: [
    ("another method", "brot", 0, MovieError.Code.unsupported),
    ("more than stated", "zlib", -1, .malformed), ("a gigabyte", "zlib", 1 << 30, .excessive),
  ]) func lies_areRefused(name: String, method: String, size: Int, code: MovieError.Code) throws {
    let moov = Array(TrackBytes.movie([TrackBytes()]).dropFirst(16).dropLast(8))
    let packed = try Self.deflate(moov)
    let bytes = B.box("ftyp", B.text("qt  "), B.u32(0)) + cmov(packed, size: moov.count + size, method: method)
    let error = #expect(throws: MovieError.self) { try Movie(source: MemoryByteSource(bytes)) }
    #expect(error?.code == code && error?.box.hasPrefix("moov/cmov") == true, "\(String(describing: error))")
  }

  @Test func headersInHeadersInHeaders_areRefused() throws {
    let inner = try cmov(Self.deflate([UInt8](repeating: 0, count: 100)), size: 100)
    let bytes = B.box("ftyp", B.text("qt  "), B.u32(0)) + cmov(try Self.deflate(inner), size: inner.count)
    #expect(throws: MovieError.self) { try Movie(source: MemoryByteSource(bytes)) }
  }
}

/// Deflate, compared with zlib.
@Suite struct InflateTests {
  private static let texts: [[UInt8]] = {
    var numbers = Numbers(seed: 1)
    return [
      [], [7], Array("a".utf8), [UInt8](repeating: 65, count: 100_000),
      Array(String(repeating: "The quick brown fox. ", count: 500).utf8),
      (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &numbers) },
      (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &numbers) & 0x1c }, SeedMovies.all[0].bytes,
    ]
  }()

  @Test(arguments: texts.indices, [0, 1, 6, 9])
  func everyLevel_comesOutAsItWentIn(text: Int, level: Int) throws {
    let plain = Self.texts[text]
    for strategy in ["Z_DEFAULT_STRATEGY", "Z_FIXED", "Z_HUFFMAN_ONLY"] {
      let packed = try CompressedHeaderTests.deflate(plain, level: level, strategy: strategy)
      let isSame = try Inflate.zlib(packed, limit: plain.count) == plain
      #expect(isSame, "\(strategy)")
      if !plain.isEmpty {
        #expect(throws: Inflate.Problem.self) { try Inflate.zlib(packed, limit: plain.count - 1) }
      }
    }
  }

  @Test func damage_isAnError_orFailsTheChecksum() throws {
    var numbers = Numbers(seed: 3)
    for text in Self.texts[2...4] + [Self.texts[6]] {
      let packed = try CompressedHeaderTests.deflate(text)
      for _ in 0..<400 {
        var damaged = packed
        let place = Int.random(in: 0..<damaged.count, using: &numbers)
        damaged[place] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
        if Bool.random(using: &numbers) { damaged.removeLast(Int.random(in: 0..<damaged.count, using: &numbers)) }
        if damaged == packed { continue }
        // A flag in the header does not affect the contents.
        if let result = try? Inflate.zlib(damaged, limit: 1 << 20) { #expect(result == text) }
      }
    }
  }
}
