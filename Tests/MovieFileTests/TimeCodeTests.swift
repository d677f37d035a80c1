import Foundation
import MovieFile
import Testing

@Suite struct TimeCodeTests {
  @Test(arguments: [
    (0, 25, false, "00:00:00:00"), (90_000, 25, false, "01:00:00:00"),
    (1_799, 30, true, "00:00:59;29"),
    (1_800, 30, true, "00:01:00;02"), (17_981, 30, true, "00:09:59;29"),
    (17_982, 30, true, "00:10:00;00"),
    (107_892, 30, true, "01:00:00;00"), (3_600, 60, true, "00:01:00;04"),
    (-25, 25, false, "-00:00:01:00"),
  ]) func frames_areCounted(number: Int64, rate: Int64, drops: Bool, text: String) {
    #expect(
      TimeCode(frameNumber: number, framesPerSecond: rate, dropsFrames: drops).description == text)
  }

  @Test(arguments: [
    (2_159_999, 25, false, "23:59:59:24"), (2_160_000, 25, false, "00:00:00:00"), (2_592_030, 30, false, "00:00:01:00"),
    (2_589_407, 30, true, "23:59:59;29"), (2_589_408, 30, true, "00:00:00;00"),
    (5_178_816 + 3_600, 60, true, "00:01:00;04"), (-2_160_025, 25, false, "-00:00:01:00"),
  ]) func clocks_startOverAfter24Hours(number: Int64, rate: Int64, drops: Bool, text: String) {
    let code = TimeCode(frameNumber: number, framesPerSecond: rate, dropsFrames: drops)
    #expect(code.withinDay.description == text)
    #expect(code.withinDay.withinDay == code.withinDay)
  }

  @Test func track_startsOverAfter24Hours() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("night.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=25:duration=1", "-timecode", "23:59:59:20", "-c:v", "mjpeg", path,
    ])
    try Oracle.setTimecodeFlags(2, of: path)
    let movie = try Movie(path: path)
    let track = try #require(movie.tracks.first { $0.handlerType == "tmcd" })
    #expect(try track.formatDescriptions().first?.timeCodeFlags.contains(.twentyFourHourMax) == true)
    let texts = try (4..<7 as Range<Int64>).map {
      try movie.timeCode(at: CMTime(value: $0, timescale: 25), in: track)?.description
    }
    #expect(texts == ["23:59:59:24", "00:00:00:00", "00:00:00:01"])
  }

  @Test(arguments: [("25", "10:00:00:00"), ("30000/1001", "00:59:59;28")])
  func track_givesTheTimecodeOfEachFrame(rate: String, start: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("code.mov")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc=size=64x48:rate=\(rate):duration=1", "-timecode", start, "-c:v",
      "mjpeg", path,
    ])
    let movie = try Movie(path: path)
    let reference = try #require(movie.tracks[0].references.first { $0.type == "tmcd" })
    let track = try #require(movie.track(id: reference.trackIDs[0]))
    #expect(try movie.timeCode(at: .zero, in: track)?.description == start)
    let frame = try #require(try track.formatDescriptions().first?.frameDuration)
    let first = try #require(try movie.timeCode(at: .zero, in: track)?.frameNumber)
    for number in 0..<5 {
      let time = CMTimeMultiply(frame, multiplier: Int32(number))
      #expect(try movie.timeCode(at: time, in: track)?.frameNumber == first + Int64(number))
    }
    #expect(try movie.timeCode(at: CMTime(value: 9, timescale: 1), in: track) == nil)
  }
}
