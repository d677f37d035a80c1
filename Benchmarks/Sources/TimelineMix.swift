import CoreMedia
import Foundation
import MediaGraph
import MediaSource
import MediaTimeline

/// The sum of eight tracks of audio, each with a ramp of its volume, over ffmpeg's volume and amix.
struct TimelineMix {
  private static let tracks = 8
  private static let seconds = 120
  let folder: String

  func rows(pairs: Int) async throws -> [Row] {
    let sounds = try sounds()
    let edit = timeline(sounds)
    let arguments = ["-nostdin", "-v", "error"] + filters(sounds) + ["-f", "null", "-"]
    let measured = try await alternatingPairs(pairs) {
      let start = ContinuousClock.now
      let audio = try TimelineAudio(RenderPlan(edit))
      while try audio.next(Cancellation()) != nil {}
      return start.duration(to: .now) / .seconds(1)
    } _: {
      try Command("ffmpeg", arguments).run(log: "\(folder)/log").wall
    }
    return [Row("8 tracks of audio with ramps, over ffmpeg's amix", measured.map { $0.first / $0.second }, target: 1)]
  }

  /// Makes the files of the tracks.
  func sounds() throws -> [String] { try (0..<Self.tracks).map { try sound($0) } }

  private func sound(_ number: Int) throws -> String {
    let path = "\(folder)/mix\(number).wav"
    _ = try Command(
      "ffmpeg",
      [
        "-nostdin", "-y", "-v", "error", "-f", "lavfi", "-i",
        "sine=f=\(200 + 100 * number):r=48000:d=\(Self.seconds)", "-ac", "2", "-c:a", "pcm_s16le", path,
      ]
    ).run(log: "\(folder)/log")
    return path
  }

  func timeline(_ sounds: [String]) -> Timeline {
    var timeline = Timeline()
    for sound in sounds {
      var clip = Timeline.Clip()
      clip.clip = .location(Location(sound))
      clip.video = TrackChoice(.none)
      clip.to = .seconds(Int64(Self.seconds))
      clip.volume = .keys([
        .init(at: .seconds(0), Gain(factor: 0)), .init(at: .seconds(Int64(Self.seconds)), Gain(factor: 0.5)),
      ])
      var layer = Timeline.Layer()
      layer.items = [.clip(clip)]
      timeline.layers.append(layer)
    }
    return timeline
  }

  /// ffmpeg's inputs and filters.
  func filters(_ sounds: [String]) -> [String] {
    let ramps = sounds.indices.map { "[\($0)]volume='0.5*t/\(Self.seconds)':eval=frame[v\($0)];" }.joined()
    let mix = sounds.indices.map { "[v\($0)]" }.joined() + "amix=inputs=\(sounds.count):normalize=0"
    return sounds.flatMap { ["-i", $0] } + ["-filter_complex", ramps + mix]
  }
}
