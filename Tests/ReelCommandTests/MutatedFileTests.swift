import Foundation
import MovieExercise
import Testing

/// Damaged files of every container, given to every command that reads files: each ends in time, with a code of the
/// table.
@Suite struct MutatedFileTests {
  /// A container, and ffmpeg's arguments for a file of it.
  struct Seed: Sendable, CustomTestStringConvertible {
    let ending: String
    let arguments: String
    var testDescription: String { ending }
  }

  private static let picture = "-f lavfi -i testsrc2=size=64x48:rate=25:duration=1"
  private static let tone = "-f lavfi -i sine=duration=1:sample_rate=44100"
  private static let h264 = "\(picture) \(tone) -pix_fmt yuv420p -c:v libx264 -preset ultrafast -bf 2 -g 10"

  static let seeds: [Seed] = [
    Seed(ending: "mkv", arguments: "\(h264) -c:a aac"),
    Seed(ending: "webm", arguments: "\(picture) \(tone) -c:v libvpx -b:v 100k -c:a libopus"),
    Seed(ending: "ts", arguments: "\(h264) -c:a aac"),
    Seed(ending: "mpg", arguments: "\(picture) \(tone) -c:v mpeg2video -bf 2 -c:a mp2 -f vob"),
    Seed(ending: "flv", arguments: "\(h264) -c:a aac"),
    Seed(ending: "avi", arguments: "\(picture) \(tone) -c:v mpeg4 -bf 2 -c:a libmp3lame"),
    Seed(ending: "ogv", arguments: "\(picture) \(tone) -c:v libtheora -c:a libvorbis"),
    Seed(ending: "opus", arguments: "\(tone) -c:a libopus"), Seed(ending: "wav", arguments: tone),
    Seed(ending: "aiff", arguments: "\(tone) -write_id3v2 1 -metadata title=Tone"),
    Seed(ending: "caf", arguments: "\(tone) -c:a alac"),
    Seed(ending: "mp3", arguments: "\(tone) -c:a libmp3lame -metadata title=Tone"),
    Seed(ending: "aac", arguments: "\(tone) -c:a aac"), Seed(ending: "flac", arguments: "\(tone) -c:a flac"),
    Seed(ending: "mp4", arguments: "\(h264) -c:a aac"),
    Seed(ending: "latm", arguments: "\(tone) -c:a aac"),
    Seed(ending: "mov", arguments: "\(picture) \(tone) -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16be"),
  ]

  private static let commands: [[String]] = [
    ["probe", "INPUT"], ["samples", "INPUT", "--json"], ["image", "INPUT", "--at", "0.5s", "-o", "o.png"],
    ["waveform", "INPUT", "-o", "o.json"], ["remux", "INPUT", "o.mkv"], ["remux", "INPUT", "o.mp4"],
    ["run", "copy.yaml", "--set", "input=INPUT", "--set", "output=r.mp4"],
  ]

  /// Done, an input is refused, an element is missing, failed while running, an output cannot be made of it.
  private static let codes: Set<Int32> = [0, 66, 69, 70, 73]

  @Test(arguments: seeds.indices) func damage_isReadOrRefusedInTime(number: Int) async throws {
    let seed = Self.seeds[number]
    let fixture = try CommandFixture(["copy.yaml": BadFileTests.copy])
    let whole = "whole.\(seed.ending)"
    try Oracle.make(seed.arguments.split(separator: " ").map(String.init) + ["\(fixture.path)/\(whole)"])
    let bytes = [UInt8](try fixture.data(of: whole))
    var mutation = Mutation(seed: UInt64(number))
    for round in 0..<Soak.rounds(2, of: 140) {
      let damaged = mutation.damaged(bytes)
      let input = "damaged.\(seed.ending)"
      try fixture.write(Data(damaged), to: input)
      let command = Self.commands[(round + 2 * number) % Self.commands.count].map {
        $0.replacing("INPUT", with: input)
      }
      let isWriting = !["probe", "samples"].contains(command[0])
      let arguments = [CommandFixture.reel] + command + (isWriting ? ["--overwrite"] : [])
      let outcome = try await Child(arguments, in: fixture.path, timeout: 300).outcome
      guard !outcome.hasTimedOut, let code = outcome.code, Self.codes.contains(code) else {
        let kept = NSTemporaryDirectory() + "damaged-\(number)-\(round).\(seed.ending)"
        try Data(damaged).write(to: URL(fileURLWithPath: kept))
        Issue.record(
          "\(command.joined(separator: " ")) of \(kept): \(outcome.hasTimedOut ? "no end" : "\(outcome)".suffix(500).description)"
        )
        continue
      }
    }
  }
}
