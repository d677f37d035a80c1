import Foundation
import MovieExercise
import MovieFile
import Testing

/// Damaged files: nothing traps or hangs, and errors name the place.
@Suite struct HostileMovieTests {
  @Test(arguments: SeedMovies.all.indices) func seed_isReadWithoutDamage(number: Int) throws {
    let outcome = try MovieExercise.read(SeedMovies.all[number].bytes)
    #expect(outcome.isOpen && outcome.samples > 0)
    // Errors that the seeds have on purpose: media in other files, behind the end, or encrypted.
    let expected: Set<MovieError.Code> = [.truncated, .protected, .unsupported, .unreadable]
    #expect(outcome.errors.allSatisfy { expected.contains($0.code) }, "\(outcome.errors)")
  }

  @Test(arguments: DamagedMovies.parts) func damage_isAnErrorWithItsPlace(part: Int) throws {
    try DamagedMovies.forEach(part: part, first: Soak.rounds(80, of: 850)) { name, bytes in
      let outcome = try MovieExercise.read(bytes)
      for error in outcome.errors where ![.unreadable, .forbiddenReference].contains(error.code) {
        #expect(error.offset != nil, "\(name): \(error)")
        // Only errors of the file as a whole name no box.
        #expect(!error.box.isEmpty || [.notAMovie, .truncated].contains(error.code), "\(name): \(error)")
      }
    }
  }

  @Test(arguments: DamagedMovies.parts) func copyOfDamage_isWhole_orRefused(part: Int) throws {
    var copies = 0
    DamagedMovies.forEach(part: part, first: Soak.rounds(80, of: 850)) { name, bytes in
      do { copies += try MovieExercise.copy(bytes) } catch { Issue.record("\(name): \(error)") }
    }
    // Of the first few of a part, all may be damaged beyond copying.
    if Soak.isOn { #expect(copies > 0) }
  }

  @Test(arguments: SeedMovies.all.indices) func cutAnywhere_isReadOrRefused(number: Int) throws {
    let bytes = SeedMovies.all[number].bytes
    for length in stride(from: 0, to: bytes.count, by: 11) { _ = try MovieExercise.read(Array(bytes[..<length])) }
  }

  /// A sparse file of gigabytes: its tables are neither read into memory nor iterated for minutes.
  @Test func tableOfHoles_isRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("holes.mp4")
    typealias B = MovieBytes
    var track = TrackBytes()
    track.tables =
      B.full("stts", B.u32(1, 1_000_000_000, 1)) + B.full("stsc", B.u32(1, 1, 1, 1))
      + B.full("stsz", B.u32(0, 1_000_000_000))
    var bytes = TrackBytes.movie([track])
    // The movie box is at the end, and every box around the sizes extends to the end of the file.
    bytes.removeLast(8)
    let end = bytes.count + 4_000_000_000
    for type in ["moov", "trak", "mdia", "minf", "stbl", "stsz"] {
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: Array(type.utf8)) }) - 4
      bytes.replaceSubrange(start..<start + 4, with: B.u32(end - start))
    }
    #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)))
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: UInt64(end))
    let movie = try Movie(path: path)
    let error = #expect(throws: MovieError.self) { try movie.tracks[0].samples() }
    #expect(error?.code == .excessive && error?.box == "moov/trak[1]/mdia/minf/stbl/stsz")
  }

  @Test func smallFileWithManySamples_isNotListed() throws {
    var track = TrackBytes()
    track.tables =
      MovieBytes.full("stts", MovieBytes.u32(1, 0xffff_ffff, 7))
      + MovieBytes.full("stsc", MovieBytes.u32(1, 1, 0xffff_ffff, 1))
      + MovieBytes.full("stsz", MovieBytes.u32(1, 0xffff_ffff))
      + MovieBytes.full("stco", MovieBytes.u32(1, 0))
    let movie = try Movie(source: MemoryByteSource(TrackBytes.movie([track])))
    let samples = try movie.tracks[0].samples()
    #expect(samples.count == 0xffff_ffff)
    #expect(try samples.sample(atPresentationTime: 7_000_006)?.index == 1_000_000)
    let error = #expect(throws: MovieError.self) { try SampleListing(movie.tracks) }
    #expect(error?.code == .excessive)
  }
}
