import MovieExercise
import MovieFile
import Testing

/// Damaged files: nothing traps or hangs, and what cannot be read says where.
@Suite struct HostileMovieTests {
  @Test(arguments: SeedMovies.all.indices) func seed_isReadWithoutDamage(number: Int) throws {
    let outcome = try MovieExercise.read(SeedMovies.all[number].bytes)
    #expect(outcome.isOpen && outcome.samples > 0)
    // What is wrong on purpose: media in other files, behind the end, or encrypted.
    let expected: Set<MovieError.Code> = [.truncated, .protected, .unsupported, .unreadable]
    #expect(outcome.errors.allSatisfy { expected.contains($0.code) }, "\(outcome.errors)")
  }

  @Test(arguments: 0..<24) func damage_isAnErrorWithItsPlace(part: Int) throws {
    let seed = SeedMovies.all[part % SeedMovies.all.count]
    var mutation = Mutation(seed: UInt64(part))
    for _ in 0..<850 {
      let outcome = try MovieExercise.read(mutation.damaged(seed.bytes))
      for error in outcome.errors where ![.unreadable, .forbiddenReference].contains(error.code) {
        #expect(error.offset != nil, "\(seed.name): \(error)")
        // Only the file itself may be at fault without a box.
        #expect(!error.box.isEmpty || [.notAMovie, .truncated].contains(error.code), "\(seed.name): \(error)")
      }
    }
  }

  @Test(arguments: SeedMovies.all.indices) func cutAnywhere_isReadOrRefused(number: Int) throws {
    let bytes = SeedMovies.all[number].bytes
    for length in stride(from: 0, to: bytes.count, by: 11) { _ = try MovieExercise.read(Array(bytes[..<length])) }
  }
}
