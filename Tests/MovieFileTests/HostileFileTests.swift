import Foundation
import MovieExercise
import MovieFile
import TestSupport
import Testing

/// Damaged audio files, tags and compressed headers: nothing traps or hangs, and errors name the place.
@Suite struct HostileFileTests {
  @Test(arguments: SeedFiles.all.indices) func seed_isReadWithoutDamage(number: Int) throws {
    let (name, bytes) = SeedFiles.all[number]
    if name == "compressed headers" {
      let outcome = try MovieExercise.read(bytes)
      #expect(outcome.isOpen && outcome.samples > 0)
    } else {
      let outcome = try MovieExercise.readOtherFile(bytes)
      #expect(outcome.samples + outcome.items > 0)
      // Each has only the error of not being a file of the other kinds.
      #expect(outcome.errors.allSatisfy { $0.code == .notAMovie }, "\(outcome.errors)")
    }
  }

  @Test(arguments: SeedFiles.all.indices) func damage_isAnErrorWithItsPlace(number: Int) throws {
    let seed = SeedFiles.all[number]
    var mutation = Mutation(seed: UInt64(100 + number))
    for _ in 0..<Soak.rounds(60, of: 700) {
      let bytes = mutation.damaged(seed.bytes)
      let errors =
        try MovieExercise.read(bytes).errors.filter { ![.unreadable, .forbiddenReference].contains($0.code) }
        + MovieExercise.readOtherFile(bytes).errors
      for error in errors { #expect(error.offset != nil || !error.box.isEmpty, "\(seed.name): \(error)") }
    }
  }

  @Test(arguments: SeedFiles.all.indices) func cutAnywhere_isReadOrRefused(number: Int) throws {
    let bytes = SeedFiles.all[number].bytes
    for length in stride(from: 0, to: bytes.count, by: Soak.rounds(13, of: 3)) {
      let cut = Array(bytes[..<length])
      _ = try MovieExercise.read(cut)
      _ = try MovieExercise.readOtherFile(cut)
    }
  }
}
