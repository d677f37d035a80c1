// A document keeps the times of an edit in an archive, and in the array of values of an image generator's request.

import AVFoundation
import Testing

/// Not private: archives of Foundation on Linux only support top-level classes.
final class SavedClip: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let timeRange: CMTimeRange
  let poster: CMTime

  init(timeRange: CMTimeRange, poster: CMTime) {
    self.timeRange = timeRange
    self.poster = poster
  }

  required init?(coder: NSCoder) {
    timeRange = coder.decodeTimeRange(forKey: "timeRange")
    poster = coder.decodeTime(forKey: "poster")
    guard timeRange.isValid else { return nil }
  }

  func encode(with coder: NSCoder) {
    coder.encode(timeRange, forKey: "timeRange")
    coder.encode(poster, forKey: "poster")
  }
}

@Test func aDocument_keepsItsTimes() throws {
  let range = CMTimeRange(start: CMTime(value: 1001, timescale: 30_000), duration: CMTime(value: 5, timescale: 1))
  let clip = SavedClip(timeRange: range, poster: CMTime(seconds: 2.5, preferredTimescale: 600))
  let data = try NSKeyedArchiver.archivedData(withRootObject: clip, requiringSecureCoding: true)
  let back = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: SavedClip.self, from: data))
  #expect(back.timeRange == range && back.poster == clip.poster)

  let times = [NSValue(time: back.poster), NSValue(time: back.timeRange.end)]
  #expect(times.map(\.timeValue) == [clip.poster, range.end])
  #expect(NSValue(timeRange: range).timeRangeValue == range)
}
