import Foundation
import TestSupport
import Testing

/// Tests of the judge: correct files pass, files that ffmpeg damages on purpose do not.
@Suite struct JudgeTests {
  /// Returns the deviations of a damaged clip from the original.
  private static func deviations(_ arguments: String, isCopy: Bool = false) async throws -> [String] {
    let clip = try #require(Clip(name: "mov-h264-bframes-pcm"))
    let subject = try await Clips.shared.made(clip)
    let folder = try TemporaryFolder()
    let output = folder.file("spoilt.mov")
    _ = try await Tool.expect(
      Recipe.words("ffmpeg -nostdin -v error -i \(subject.path) \(arguments)") + [output], in: folder.path)
    return Comparison.deviations(of: try await Measurement(of: output), from: subject.measurement, isCopy: isCopy)
  }

  private static let encoded = "-c:v libx264 -preset veryfast -crf 16 -c:a pcm_s16be"

  @Test func copies_areRight() async throws {
    #expect(try await Self.deviations("-c copy", isCopy: true) == [])
    #expect(try await Self.deviations("-c:v libx264 -qp 16 -c:a aac") == [])
  }

  @Test(arguments: [
    // The first frame is missing, and all others are a frame early; the audio is unchanged.
    ("-vf trim=start_frame=1,setpts=PTS-STARTPTS", "74 of 75 frames"),
    // One frame is repeated in place of the next.
    ("-vf select=not(eq(n\\,30)) -r 25", "frames differ"),
    // Frames and audio are one frame apart.
    ("-af adelay=40:all=1", "sound is 40.0 ms late"),
    ("-af atrim=start=0.005,asetpts=PTS-STARTPTS", "sound is 5.0 ms early"),
    // From frame 40 on, all frames are fifteen frames late.
    ("-vf setpts=PTS+gte(N\\,40)*0.6/TB -fps_mode passthrough", "frames are off by up to 600.0 ms"),
    ("-af volume=0.5", "louder by -6.0 dB"), ("-an", "there is no sound"), ("-ac 1", "1 channels, not 2"),
    ("-af atrim=end=2", "2 of 3 beeps"), ("-af atrim=end=2.6", "sound ends -400.0 ms later"),
  ]) func faults_areFound(arguments: String, deviation: String) async throws {
    let found = try await Self.deviations("\(Self.encoded) \(arguments)")
    #expect(found.contains { $0.contains(deviation) }, "\(found)")
  }

  @Test func otherBits_areNoCopy() async throws {
    let found = try await Self.deviations("-c:v libx264 -qp 30 -c:a copy", isCopy: true)
    #expect(found.contains { $0.contains("frames differ") }, "\(found)")
  }

  @Test(arguments: [
    // Muxers choose the bytes before each frame; messages and frames are the encoder's.
    ("-c copy -bsf:v h264_metadata=aud=remove", true), ("-c copy -bsf:v filter_units=remove_types=6", false),
    ("-c:v libx264 -qp 30", false),
  ]) func unitsOfPackets_areComparedWithoutThoseOfMuxers(arguments: String, areSame: Bool) async throws {
    let subject = try await Clips.shared.made(try #require(Clip(name: "ts-h264-10bit-noaudio")))
    let folder = try TemporaryFolder()
    let output = folder.file("other.ts")
    _ = try await Tool.expect(
      Recipe.words("ffmpeg -nostdin -v error -i \(subject.path) \(arguments)") + [output], in: folder.path)
    let theirs = try await Packets.unitHashes(of: subject.path, codec: "h264")
    #expect(theirs.count == 75 && Set(theirs).count > 1)
    #expect((try await Packets.unitHashes(of: output, codec: "h264") == theirs) == areSame)
  }

  /// FFmpeg shows the frame before this edit at -160 ms, and the second one of the edit at its beginning.
  @Test func editWithinFrame_beginsWithItsRest() async throws {
    let clip = try #require(Clip(name: "mp4-mjpeg-vfr-flac-mono-edited"))
    let subject = try await Clips.shared.made(clip)
    #expect(subject.measurement.frames.count == 26)
    #expect(subject.measurement.frames.prefix(3).map { ($0.time * 1000).rounded() } == [0, 120, 160])
    #expect(subject.measurement.frames.prefix(3).map(\.luma) == [102, 235, 112])
  }

  /// FFmpeg lists packets from 1.088 s before this edit on; two before them have 96 ms each.
  @Test func editBehindASecond_hasPacketsThatAreNotListed() async throws {
    let clip = try #require(Clip(name: "mp4-hevc-vfr-flac-mono-edited"))
    let subject = try await Clips.shared.made(clip)
    let unlisted = try #require(try EditedTrack("soun", in: subject.path)?.unlisted)
    #expect(unlisted.count == 2)
    #expect(abs(unlisted.seconds - 0.192) < 1e-9)
    #expect(subject.packets.packets(of: subject.packets.audio).count == 30)
  }

  @Test func list_saysWhatIsNewAndWhatIsMended() throws {
    let known = try KnownFailures("# comment\nsome.cell.file\t60 ms late\n")
    #expect(known.complaint(about: "some.cell.file", ["61 ms late"]) == nil)
    #expect(known.complaint(about: "other.cell.file", []) == nil)
    #expect(known.complaint(about: "other.cell.file", ["stalls"]) == "other.cell.file: stalls")
    #expect(known.complaint(about: "some.cell.file", [], isStrict: true)?.contains("remove it") == true)
    #expect(known.complaint(about: "some.cell.file", [], isStrict: false) == nil)
    #expect(throws: Oracle.Failure.self) { try KnownFailures("some.cell.file\n") }
    #expect(throws: Oracle.Failure.self) { try KnownFailures("a\tb\na\tc\n") }
  }
}
