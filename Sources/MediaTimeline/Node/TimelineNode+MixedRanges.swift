internal import CoreMedia
import Foundation
package import MediaGraph
internal import MediaSource
import MovieFile

extension TimelineNode {
  /// The files that are looked at before a run; those behind them are opened once, when they are rendered.
  private static let checkedFiles = 24

  /// Finds two files whose dynamic ranges differ, so that no canvas is for the frames of both; nil if there are none.
  ///
  /// Reads the headers of some files at most, and blocks. Files that do not say their range, those that layers may hide, and those outside of a part of
  /// the timeline are left to the run.
  package func mixedRanges(at place: SourceRange?) -> Diagnostic? {
    guard timeline.layers.isEmpty, timeline.color?.transfer == nil, from == nil, to == nil else { return nil }
    var first: (location: Location, range: CanvasColor.DynamicRange)?
    var seen: Set<Location> = []
    for case .clip(let clip) in timeline.items where seen.count < Self.checkedFiles {
      guard case .location(let location) = clip.clip, let path = location.path, clip.isSeen,
        seen.insert(location).inserted, InputFile.isRegular(path), let media = try? PlannedMedia(location).open(),
        let format = try? media.tracks(clip.video, isVideo: true).first?.formatDescriptions().first,
        let range = CanvasColor.DynamicRange(of: format)
      else { continue }
      guard let other = first else {
        first = (location, range)
        continue
      }
      guard other.range != range else { continue }
      return Diagnostic(
        "'\(location.text)' cannot be shown beside '\(other.location.text)'", kind: .input, at: place,
        notes: ["'\(location.text)' is \(range.rawValue)", "'\(other.location.text)' is \(other.range.rawValue)"],
        cause: "tone mapping is not done", help: "use files of one dynamic range")
    }
    return nil
  }
}

extension Timeline.Clip {
  fileprivate var isSeen: Bool {
    if case .constant(let opacity) = opacity, opacity.value == 0 { return false }
    return video.rule != .none
  }
}

extension CanvasColor.DynamicRange {
  /// The range of the frames of a track; nil if its format does not say it.
  fileprivate init?(of format: CMFormatDescription) {
    // The container's transfer function comes first, as for decoded frames.
    switch format.extensions[.transferFunction]?.propertyListRepresentation as? NSString {
    case kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: self = .hlg
    case kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: self = .pq
    default:
      switch format.videoSignal?.transfer {
      case 16: self = .pq
      case 18: self = .hlg
      case nil: return nil
      // A message among the samples of HEVC may say HLG beside these, of which 2 says nothing (ITU-T H.265, D.2.38 and E.3.1).
      case 2, 14, 15: if format.mediaSubType == .h264 { self = .standard } else { return nil }
      default: self = .standard
      }
    }
  }
}
