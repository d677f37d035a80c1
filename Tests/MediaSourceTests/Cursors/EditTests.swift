import CoreMedia
import Foundation
import MovieFile
import MediaSourceTesting
import Testing

@testable import GStreamer
@testable import MediaSource

/// Frames and audio are shown and heard as edit lists say: several edits, gaps, other speeds, still pictures, in
/// fragments too.
@Suite struct EditTests {
  private typealias Written = WrittenEdit

  private func write(_ edits: [Written], track number: Int, in path: String) throws {
    try WrittenEdit.write(edits, track: number, in: path)
  }

  /// A second and a bit of pictures with B-frames at 25 a second, two keys, in units of 1/25 second.
  private func pictures(_ folder: TemporaryFolder) throws -> (path: String, sums: [String]) {
    let path = folder.file("edits.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=20", "-frames:v", "40", "-pix_fmt", "yuv420p",
      "-video_track_timescale", "25", "-movie_timescale", "1000", "-c:v", "libx264", "-preset", "veryfast",
      "-x264-params", "keyint=12:min-keyint=12:scenecut=0:bframes=2:b-adapt=0", path,
    ])
    return (path, try CodedClips.checksums(path))
  }

  private func shown(_ track: any CodedTrack) async throws -> [(time: CMTime, duration: CMTime, sum: String)] {
    let cursor = FrameCursor(track)
    var result: [(CMTime, CMTime, String)] = []
    for frame in try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) {
      result.append((frame.time, frame.duration, try frame.checksum))
    }
    return result
  }

  private func at(_ frames: Double) -> CMTime { CMTime(value: Int64(frames * 1000), timescale: 25000) }

  @Test func severalEdits_gapAndRepeat_areShownInTheirOrder() async throws {
    let folder = try TemporaryFolder()
    let (path, sums) = try pictures(folder)
    // ffmpeg shifts the media by its largest composition offset; the edits below count from there.
    let shift = Int(try CodedClips.track(path, isVideo: true).edits[0].mediaStart ?? 0)
    // Frames 17 to 19 (inside a group), 200 ms of nothing, 30 to 31, 17 to 19 again.
    try write(
      [
        Written(duration: 120, mediaTime: shift + 17), Written(duration: 200, mediaTime: -1),
        Written(duration: 80, mediaTime: shift + 30), Written(duration: 120, mediaTime: shift + 17),
      ], track: 0, in: path)
    let track = try CodedClips.track(path, isVideo: true)
    let frames = try await shown(track)
    #expect(frames.map(\.sum) == [17, 18, 19, 30, 31, 17, 18, 19].map { sums[$0] })
    #expect(frames.map(\.time) == [0, 1, 2, 8, 9, 10, 11, 12].map { at($0) })
    #expect(frames.allSatisfy { $0.duration == at(1) })
    // At random, and in the gap.
    let cursor = FrameCursor(track)
    for number in [7, 0, 4, 3, 6, 1, 5, 2] {
      let frame = try cursor.frame(at: frames[number].time + at(0.5))
      #expect(try frame.checksum == frames[number].sum && frame.time == frames[number].time)
    }
    let error = #expect(throws: DecoderError.self) { try cursor.frame(at: at(5)) }
    #expect(error?.code == .noSample)
    #expect(try cursor.end() == at(13))
  }

  @Test func otherSpeeds_andAStillFrame_areExact() async throws {
    let folder = try TemporaryFolder()
    let (path, sums) = try pictures(folder)
    let shift = Int(try CodedClips.track(path, isVideo: true).edits[0].mediaStart ?? 0)
    // Twice as fast, half as fast, a still picture of 400 ms.
    try write(
      [
        Written(duration: 160, mediaTime: shift + 4, rate: 2), Written(duration: 240, mediaTime: shift + 20, rate: 0.5),
        Written(duration: 400, mediaTime: shift + 33, rate: 0),
      ], track: 0, in: path)
    let track = try CodedClips.track(path, isVideo: true)
    let frames = try await shown(track)
    #expect(frames.map(\.sum) == ([4, 5, 6, 7, 8, 9, 10, 11, 20, 21, 22, 33]).map { sums[$0] })
    #expect(frames.map(\.time) == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 6, 8, 10].map { at($0) })
    #expect(frames.map(\.duration) == [CMTime](repeating: at(0.5), count: 8) + [at(2), at(2), at(2), at(10)])
    let cursor = FrameCursor(track)
    #expect(try cursor.frame(at: at(19.9)).checksum == sums[33])
    #expect(try cursor.frame(at: at(2.49)).checksum == sums[8])
  }

  @Test func editInsideAFrame_showsIt_fromTheEditsStart() async throws {
    let folder = try TemporaryFolder()
    let (path, sums) = try pictures(folder)
    let shift = Int(try CodedClips.track(path, isVideo: true).edits[0].mediaStart ?? 0)
    // 100 ms at twice the speed from frame 9 on, then 10 ms of frame 10 alone.
    try write(
      [Written(duration: 50, mediaTime: shift + 9, rate: 1), Written(duration: 10, mediaTime: shift + 10)], track: 0,
      in: path)
    let frames = try await shown(CodedClips.track(path, isVideo: true))
    #expect(frames.map(\.sum) == [9, 10, 10].map { sums[$0] })
    #expect(frames.map(\.time) == [.zero, at(1), at(1.25)])
    #expect(frames.map(\.duration) == [at(1), at(0.25), at(0.25)])
  }

  @Test func editThatPlaysBackwards_isRefused() async throws {
    let folder = try TemporaryFolder()
    let (path, _) = try pictures(folder)
    try write([Written(duration: 400, mediaTime: 20, rate: -1)], track: 0, in: path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let error = #expect(throws: DecoderError.self) { try cursor.frame(at: .zero) }
    #expect(error?.code == .unsupported && error?.message == "an edit plays backwards")
    // A cursor that cannot know where the end is does not take it for the beginning.
    cursor.move(to: .wholeTimeline, .backwards)
    #expect(throws: DecoderError.self) { try cursor.next() }
  }

  /// Files may say anything in 62 bits.
  @Test(arguments: [
    TrackEdit(duration: CMTime(value: 1 << 61, timescale: 1000), mediaStart: 1024),
    TrackEdit(duration: CMTime(value: 1 << 61, timescale: 1), mediaStart: (1 << 62) - 1),
    TrackEdit(duration: CMTime(value: 1 << 61, timescale: 1), mediaStart: (1 << 62) - 1, rate: 80000),
    TrackEdit(duration: CMTime(value: 1 << 61, timescale: 1), mediaStart: (1 << 62) - 1, rate: 0),
  ])
  func editsBeyondAllTimes_areReadAsFarAsThereIsAnything(edit: TrackEdit) throws {
    let folder = try TemporaryFolder()
    let edits = [TrackEdit(duration: CMTime(value: 1 << 60, timescale: 3), mediaStart: nil), edit]
    let audio = try CodedClips.track(audio(folder, "sine=d=0.2", ["-c:a", "pcm_s16le"]), isVideo: false)
    let pictures = try CodedClips.track(pictures(folder).path, isVideo: true)
    for edits in [[edit], edits] {
      for rate in [nil, 192_000] {
        let cursor = AudioCursor(EditedTrack(audio, edits), format: AudioFormatRequest(rate: rate))
        // Of an edit that goes by at another speed, silence follows the sound.
        for _ in 0..<100 { if try cursor.next() == nil { break } }
      }
      #expect(try FrameCursor(EditedTrack(pictures, edits)).frames(in: .wholeTimeline).count <= 40)
      let packets = try PacketCursor(EditedTrack(pictures, edits))
      while try packets.next() != nil {}
    }
  }

  @Test func stillFrameOfNoStatedLength_isNotShown() async throws {
    let folder = try TemporaryFolder()
    let (path, sums) = try pictures(folder)
    try write(
      [Written(duration: 400, mediaTime: 2), Written(duration: 0, mediaTime: 5, rate: 0)], track: 0, in: path)
    let shown = try await shown(CodedClips.track(path, isVideo: true))
    #expect(shown.map(\.sum) == Array(sums[..<10]))
    #expect(!shown.map(\.duration.isNumeric).contains(false))
  }

  // MARK: Sound

  private func audio(_ folder: TemporaryFolder, _ source: String, _ options: [String]) throws -> String {
    let path = folder.file("sound.mov")
    try Oracle.make(["-f", "lavfi", "-i", source] + options + ["-movie_timescale", "44100", path])
    return path
  }

  private func heard(_ path: String, _ range: CMTimeRange? = nil) async throws -> (samples: [Float], places: [Int64]) {
    let cursor = AudioCursor(try CodedClips.track(path, isVideo: false))
    var samples: [Float] = []
    var places: [Int64] = []
    let all = CMTimeRange(start: .zero, end: .positiveInfinity)
    for chunk in try cursor.samples(in: range ?? all) {
      let numbers = chunk.bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      samples += numbers
      places += (0..<Int64(chunk.frameCount)).map { chunk.position + $0 }
    }
    return (samples, places)
  }

  @Test(arguments: [["-c:a", "pcm_f32le"], ["-c:a", "aac", "-aac_pns", "0"]])
  func severalEditsOfAudio_areThoseSamples(codec: [String]) async throws {
    let folder = try TemporaryFolder()
    let path = try audio(folder, "anoisesrc=r=44100:seed=3:a=0.3:d=1", codec)
    let shift = Int(try CodedClips.track(path, isVideo: false).edits[0].mediaStart ?? 0)
    let all = try await heard(path).samples
    try write(
      [
        Written(duration: 5000, mediaTime: shift + 20001), Written(duration: 777, mediaTime: -1),
        Written(duration: 3000, mediaTime: shift + 7),
      ], track: 0, in: path)
    let (samples, places) = try await heard(path)
    let isSame = samples == Array(all[20001..<25001] + all[7..<3007])
    #expect(isSame)
    #expect(places == Array(0..<5000) + Array(5777..<8777))
    let count = try AudioCursor(CodedClips.track(path, isVideo: false)).sampleCount()
    #expect(count == 8777)
  }

  /// A tone of 1000 Hz, played faster or slower, is a tone of another pitch: each sample the one that mathematics has.
  @Test(arguments: [0.5, 2.0, 1.25, 0.75])
  func scaledAudio_changesItsPitch_andIsExact(rate: Double) async throws {
    let folder = try TemporaryFolder()
    let path = try audio(
      folder, "aevalsrc='0.5*sin(2*PI*1000*t)':s=44100:d=1", ["-c:a", "pcm_f32le"])
    try write([Written(duration: 10000, mediaTime: 5000, rate: rate)], track: 0, in: path)
    let (samples, places) = try await heard(path)
    #expect(places == Array(0..<10000))
    let largest =
      samples.enumerated().map { index, sample -> Double in
        let time: Double = (5000 + Double(index) * rate) / 44100
        let expected: Double = 0.5 * sin(2000 * Double.pi * time)
        return abs(Double(sample) - expected)
      }.max() ?? 1
    #expect(largest < 2e-5)
  }

  @Test func scaledAudio_ofAnyRange_isThatOfTheWhole() async throws {
    let folder = try TemporaryFolder()
    let path = try audio(folder, "anoisesrc=r=44100:seed=3:a=0.3:d=1", ["-c:a", "aac", "-aac_pns", "0"])
    try write(
      [Written(duration: 6000, mediaTime: 9000, rate: 0.7), Written(duration: 6000, mediaTime: 100, rate: 1.9)],
      track: 0, in: path)
    let whole = try await heard(path).samples
    #expect(whole.count == 12000)
    var generator = SeededGenerator(state: 9)
    for _ in 0..<20 {
      let start = Int.random(in: 0..<11000, using: &generator)
      let count = Int.random(in: 1..<900, using: &generator)
      let (samples, places) = try await heard(
        path,
        CMTimeRange(
          start: CMTime(value: Int64(start), timescale: 44100), duration: CMTime(value: Int64(count), timescale: 44100))
      )
      let isSame = samples == Array(whole[start..<start + count])
      #expect(isSame && places.first == Int64(start), "samples from \(start)")
    }
  }

  /// Frequencies above half of the rate are not heard as others.
  @Test func fastAudio_hasNoAliases() async throws {
    let folder = try TemporaryFolder()
    let path = try audio(folder, "aevalsrc='0.5*sin(2*PI*16000*t)':s=44100:d=1", ["-c:a", "pcm_f32le"])
    try write([Written(duration: 8000, mediaTime: 4000, rate: 2)], track: 0, in: path)
    let samples = try await heard(path).samples
    #expect(samples.count == 8000 && samples.allSatisfy { abs($0) < 1e-3 })
  }

  @Test func audioTooFastToBeHeard_isRefused() async throws {
    let folder = try TemporaryFolder()
    let path = try audio(folder, "anoisesrc=r=44100:d=1", ["-c:a", "pcm_f32le"])
    try write([Written(duration: 100, mediaTime: 0, rate: 40)], track: 0, in: path)
    let error = await #expect(throws: DecoderError.self) { try await heard(path) }
    #expect(error?.message == "an edit plays the sound 40.0 times as fast")
  }

  // MARK: Fragments

  @Test(arguments: ["frag_keyframe+empty_moov", "frag_keyframe", "frag_every_frame+default_base_moof"])
  func fragments_giveTheFramesAndSamplesOfTheWhole(flags: String) async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("whole.mp4")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=160x96:rate=25:duration=1.6", "-f", "lavfi", "-i",
      "anoisesrc=r=48000:seed=5:a=0.3:d=1.6", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10", "-bf", "2", "-c:a",
      "aac", "-aac_pns", "0", path,
    ])
    let parts = folder.file("parts.mp4")
    try Oracle.make(["-i", path, "-c", "copy", "-movflags", flags, parts])
    let (frames, whole) = (
      try await shown(CodedClips.track(parts, isVideo: true)),
      try await shown(CodedClips.track(path, isVideo: true))
    )
    #expect(frames.map(\.sum) == whole.map(\.sum) && frames.count == 40)
    #expect(zip(frames, whole).allSatisfy { $0.time - frames[0].time == $1.time })
    let cursor = FrameCursor(try CodedClips.track(parts, isVideo: true))
    for number in [33, 4, 20, 19, 39, 0] {
      #expect(try cursor.frame(at: frames[number].time).checksum == frames[number].sum)
    }
    // ffmpeg gives the sound of such fragments times that it does not have.
    if flags.hasPrefix("frag_every_frame") { return }
    let samples = try await heard(parts).samples
    let expected = try CodedClips.audio(parts, "f32le").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    let isSame = samples == Array(expected.prefix(samples.count))
    #expect(isSame && samples.count > 70000)
  }
}
