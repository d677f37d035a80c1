import Foundation
import TestSupport

/// The cells to test.
enum Matrix {
  /// Every pair of values that can stand together stands in one of these cells; in `make soak`, every triple; with
  /// names in `REEL_MATRIX`, separated by commas, those.
  static let cells =
    if let names = ProcessInfo.processInfo.environment["REEL_MATRIX"] {
      names.split(separator: ",").compactMap { Cell(name: String($0)) }
    } else {
      Soak.isOn ? all : pairs
    }

  static let pairs: [Cell] = {
    let found = cells(strength: 2)
    return found + pinned.filter { !found.contains($0) }
  }()

  /// Pairs come first, so that the cells of both sets have the same names and files.
  static let all: [Cell] = {
    let known = Set(pairs)
    return pairs + cells(strength: 3).filter { !known.contains($0) }
  }()

  /// The most common cells, and those that failed when the matrix was made or in `make soak`; tested whatever the pairs
  /// are.
  static let pinned = [
    "mp4-h264-bframes-aac.transcode.file", "mkv-h264-aac.transcode.file", "mkv-h264-bframes-aac.transcode.file",
    "mkv-hevc-bframes-aac.transcode.file", "mkv-h264-opus.transcode.file", "mkv-h264-bframes-aac-short.transcode.file",
    "mkv-h264-bframes-aac-late.transcode.file", "webm-vp9-opus.transcode.file", "ts-h264-bframes-aac.transcode.file",
    "ts-h264-bframes-aac-short.transcode.file", "flv-h264-aac.transcode.file", "mpg-mpeg2-mp2.transcode.file",
    "avi-mpeg4-mp3.transcode.file", "mov-prores-pcm.transcode.file", "mkv-vp9-odd-opus.transcode.file",
    "mkv-h264-bframes-aac.asset.file", "ts-h264-aac.remux.file", "mkv-h264-bframes-aac.remux.file",
    "mp4-h264-bframes-aac-edited.remux.file", "mkv-h264-bframes-aac.image.file", "mp4-h264-bframes-aac.generator.file",
    "mkv-hevc-10bit-mp3-mono.asset.pipe", "mkv-hevc-10bit-ac3-short.remux.file", "ts-h264-10bit-noaudio.asset.pipe",
    "ts-hevc-bframes-mp2-mono-short.asset.pipe", "flv-h264-vfr-mp3-mono-short.transcode.pipe",
    "ts-hevc-vfr-mp2-mono-short.transcode.pipe", "ts-hevc-10bit-opus-surround-late.generator.http",
    "ts-hevc-10bit-ac3-surround-late.probe.http", "ts-gst-hevc-aac.asset.pipe",
  ].compactMap { Cell(name: $0) }

  /// The indices of the factors in a row; those with most rules come first.
  private enum Factor: Int, CaseIterable {
    case container, video, audio, frames, speakers, timing, maker, operation, access

    var count: Int {
      switch self {
      case .container: Container.allCases.count
      case .video: VideoCodec.allCases.count
      case .audio: AudioCodec.allCases.count
      case .frames: FrameTrait.allCases.count
      case .speakers: Speakers.allCases.count
      case .timing: Timing.allCases.count
      case .maker: Maker.allCases.count
      case .operation: Operation.allCases.count
      case .access: Access.allCases.count
      }
    }
  }

  private static func cells(strength: Int) -> [Cell] {
    let combinations = Combinations(
      counts: Factor.allCases.map(\.count), strength: strength,
      rules: rules.map { rule in
        Combinations.Rule(rule.factors.map(\.rawValue)) { values in
          var row = [Int](repeating: 0, count: Factor.allCases.count)
          for (factor, value) in zip(rule.factors, values) { row[factor.rawValue] = value }
          return rule.allows(cell(row))
        }
      })
    return combinations.rows().map(cell)
  }

  private static func cell(_ row: [Int]) -> Cell {
    func value<Value: CaseIterable>(_ factor: Factor) -> Value where Value.AllCases == [Value] {
      Value.allCases[row[factor.rawValue]]
    }
    let clip = Clip(
      container: value(.container), video: value(.video), frames: value(.frames), audio: value(.audio),
      speakers: value(.speakers), timing: value(.timing), maker: value(.maker))
    return Cell(clip: clip, operation: value(.operation), access: value(.access))
  }

  /// The rules of impossible combinations, for a cell in which only the named factors are set.
  private static let rules: [(factors: [Factor], allows: @Sendable (Cell) -> Bool)] = [
    ([.container, .video], { $0.clip.container.videoCodecs.contains($0.clip.video) }),
    ([.container, .audio], { $0.clip.container.audioCodecs.contains($0.clip.audio) }),
    ([.video, .audio], { $0.clip.video != .none || $0.clip.audio != .none }),
    ([.video, .frames], { $0.clip.video.frameTraits.contains($0.clip.frames) }),
    ([.audio, .speakers], { $0.clip.audio.speakers.contains($0.clip.speakers) }),
    ([.operation, .access], { $0.operation.accesses.contains($0.access) }),
    // Variable durations and reordered frames need a container that supports them.
    ([.container, .frames], { $0.clip.frames != .variable || $0.clip.container.allowsVariableRate }),
    ([.container, .frames], { $0.clip.frames != .bframes || $0.clip.container != .avi }),
    // 3GP's H.263 has sizes of its own; H.264 in program streams is rare.
    (
      [.container, .video, .frames],
      {
        $0.clip.video != .h264 || $0.clip.container != .mpg || $0.clip.frames == .plain
      }
    ),
    // Late and short refer to audio beside frames. AMR is made once, without variations.
    ([.video, .timing], { [.whole, .edited].contains($0.clip.timing) || $0.clip.video != .none }),
    ([.audio, .timing], { [.whole, .edited].contains($0.clip.timing) || ![.none, .amr].contains($0.clip.audio) }),
    ([.container, .timing], { $0.clip.timing != .late || $0.clip.container.allowsLateAudio }),
    ([.container, .timing], { $0.clip.timing != .edited || $0.clip.container.hasEditLists }),
    ([.frames, .timing], { $0.clip.timing != .edited || $0.clip.frames != .single }),
    // GStreamer's files have no variations: they test its muxers and encoders.
    ([.container, .maker], { $0.clip.maker == .ffmpeg || $0.clip.container.gstreamerMuxer != nil }),
    (
      [.video, .maker],
      {
        $0.clip.maker == .ffmpeg || $0.clip.video == .none || $0.clip.video.gstreamerEncoder != nil
      }
    ),
    (
      [.audio, .maker],
      {
        $0.clip.maker == .ffmpeg || $0.clip.audio == .none || $0.clip.audio.gstreamerEncoder != nil
      }
    ),
    // Nothing decodes its AC-3 in fragments.
    (
      [.container, .audio, .maker],
      {
        $0.clip.maker == .ffmpeg
          || ($0.clip.audio != .flac || $0.clip.container == .mkv)
            && ($0.clip.audio != .ac3 || $0.clip.container != .fmp4)
      }
    ),
    // Its muxers of movies refuse Motion JPEG of its encoder; MPEG-4 of its encoder has no times, which only AVI does
    // without.
    (
      [.container, .video, .maker],
      {
        $0.clip.maker == .ffmpeg
          || ($0.clip.video != .mjpeg || ![.mp4, .fmp4, .mov, .ts].contains($0.clip.container))
            && ($0.clip.video != .mpeg4 || $0.clip.container == .avi)
      }
    ),
    ([.frames, .maker], { $0.clip.maker == .ffmpeg || [.plain, .bframes].contains($0.clip.frames) }),
    ([.video, .frames, .maker], { $0.clip.maker == .ffmpeg || $0.clip.frames == .plain || $0.clip.video == .h264 }),
    ([.speakers, .maker], { $0.clip.maker == .ffmpeg || $0.clip.speakers != .surround }),
    ([.timing, .maker], { $0.clip.maker == .ffmpeg || $0.clip.timing == .whole }),
  ]
}
