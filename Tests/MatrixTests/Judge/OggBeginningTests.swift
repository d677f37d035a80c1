import Foundation
import TestSupport
import Testing

/// Sound in Ogg is where its granule positions say, which the judge's ffmpeg does not always know.
@Suite struct OggBeginningTests {
  private static func audio(_ arguments: String) async throws -> Measurement.Audio {
    let folder = try TemporaryFolder()
    // With a frame at 0, since ffmpeg moves a file's earliest time there.
    let frame = "-f lavfi -i color=s=64x48:r=25:d=0.04 -c:v libtheora"
    for command in [Recipe.Source.beep.command, Recipe.ffmpeg("-i beep.wav \(frame) \(arguments)", "a.ogg")] {
      _ = try await Tool.expect(command, in: folder.path)
    }
    return try #require(try await Measurement(of: folder.file("a.ogg")).audio)
  }

  @Test(arguments: ["flac", "libvorbis", "libopus"]) func lateSound_isLate(codec: String) async throws {
    let audio = try await Self.audio("-af atrim=start=1.2 -c:a \(codec)")
    #expect(abs(audio.start - 1.2) < 0.0001)
    #expect(audio.beeps.count == 2)
    for (beep, place) in zip(audio.beeps, [1.42, 2.42]) { #expect(abs(beep - place) < 0.0005) }
  }

  @Test(arguments: ["", "-af atrim=end=0.9"]) func shortBlocks_areInTheirPlaces(filter: String) async throws {
    let audio = try await Self.audio("\(filter) -c:a libvorbis")
    #expect(abs(audio.start) < 0.0001)
    for (beep, place) in zip(audio.beeps, [0.42, 1.42, 2.42]) { #expect(abs(beep - place) < 0.0005) }
  }
}
