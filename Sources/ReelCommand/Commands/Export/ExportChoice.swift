import ArgumentParser
import MediaGraph

/// The value of `--preset`: a preset of `export.preset`, or a copy.
enum ExportChoice: Equatable, ExpressibleByArgument {
  case preset(ExportPreset.Preset)
  /// Samples stay as they are stored.
  case passThrough
  /// Samples stay as they are stored but at cuts and where frames have to be drawn.
  case smart

  static let passThroughName = "passthrough"
  static let smartName = "smart"

  init?(argument: String) {
    if argument == Self.passThroughName || argument == "copy" {
      self = .passThrough
    } else if argument == Self.smartName {
      self = .smart
    } else if let preset = ExportPreset.Preset.allCases.first(where: { $0.text == argument }) {
      self = .preset(preset)
    } else {
      return nil
    }
  }

  static var allValueStrings: [String] { ExportPreset.Preset.allCases.map(\.text) + [smartName, passThroughName] }
  var defaultValueDescription: String { text }

  var text: String {
    switch self {
    case .preset(let preset): preset.text
    case .passThrough: Self.passThroughName
    case .smart: Self.smartName
    }
  }

  /// True if the video has a bit rate.
  var hasBitrate: Bool {
    guard case .preset(let preset) = self else { return false }
    return switch preset.videoCoding {
    case .h264?, .hevc?: true
    case .proRes?, nil: false
    }
  }

  /// The output, in a line.
  var summary: String {
    switch self {
    case .passThrough: "everything as it is stored, cut exactly by edits; any file that holds it"
    case .smart: "as it is stored but for frames at cuts, exact without edits; mp4, mov, mkv, ts"
    case .preset(let preset): preset.summary
    }
  }
}

extension ExportPreset.Preset {
  /// The output of the preset, in a line: `H.264 5 Mb/s within 1280x720, AAC 128 kb/s; mp4, mov`.
  fileprivate var summary: String {
    let video: String? =
      switch videoCoding {
      case .h264(let rate): "H.264 up to \(Self.text(rate))"
      case .hevc(let rate): "HEVC up to \(Self.text(rate))"
      case .proRes(let profile): profile == .p4444 ? "ProRes 4444" : "ProRes 422"
      case nil: nil
      }
    let audio: String =
      switch audioCoding {
      case .aac(let rate): "AAC \(Self.text(rate ?? AudioEncodeAAC.usualBitrate(channels: 2)))"
      case .pcm: "linear PCM"
      }
    let place = videoCoding == nil ? nil : size.map { "within \($0.text)" } ?? "in the source's size"
    let media = [[video, place].compactMap(\.self).joined(separator: " "), audio].filter { !$0.isEmpty }
    let files = self == .m4a ? "m4a" : fileType == .mov ? "mov" : "mp4, mov, mkv, ts"
    return "\(media.joined(separator: ", ")); \(files)"
  }

  private static func text(_ rate: Bitrate) -> String {
    rate.bitsPerSecond % 1_000_000 == 0 ? "\(rate.bitsPerSecond / 1_000_000) Mb/s" : "\(rate.bitsPerSecond / 1000) kb/s"
  }
}
