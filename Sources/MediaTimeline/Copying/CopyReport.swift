package import CoreMedia
internal import MediaGraph

/// A stretch of a track that is made without rendering all of the timeline: how its samples come about, and why.
package struct CopySpan: Hashable, Sendable {
  package enum Treatment: String, Hashable, Sendable, CaseIterable {
    /// The samples of the source go over as they are.
    case copied
    /// Frames of one source at a cut are encoded anew, at their own times.
    case edge
    /// Frames of the timeline are drawn and encoded.
    case rendered
    /// Nothing is there: an empty edit.
    case empty
  }

  /// On the output's timeline.
  package let range: CMTimeRange
  package let treatment: Treatment
  /// The samples: of copied spans, those that are only decoded for others also.
  package let sampleCount: Int
  /// The path or URL of the source; nil for what is rendered of none or several.
  package let source: String?
  /// The reason why it is not copied; nil where it is.
  package let reason: String?
  /// True if the edit as such would let its samples be copied: something of the source forbids it.
  package let isFallback: Bool

  package init(
    _ range: CMTimeRange, _ treatment: Treatment, sampleCount: Int, source: String? = nil, reason: String? = nil,
    isFallback: Bool = false
  ) {
    self.isFallback = isFallback
    (self.range, self.treatment, self.sampleCount) = (range, treatment, sampleCount)
    (self.source, self.reason) = (source, reason)
  }

  /// A line for people.
  package var text: String {
    let words =
      switch treatment {
      case .copied: "copied"
      case .edge: "edge re-encoded"
      case .rendered: "rendered"
      case .empty: "empty"
      }
    let origin = source.map { " from '\($0)'" } ?? ""
    let count =
      treatment == .empty || sampleCount == 0 ? "" : ", \(sampleCount) \(sampleCount == 1 ? "sample" : "samples")"
    return "\(range.start.rationalText) to \(range.end.rationalText): \(words)\(origin)\(count)"
      + (reason.map { ": \($0)" } ?? "")
  }
}

/// The spans of one output track.
package struct CopyTrackReport: Hashable, Sendable {
  package let isVideo: Bool
  /// The media type by QuickTime's handlers, such as `vide`, `soun`, `text`, `tmcd`.
  package let mediaType: String
  /// The FourCC of the samples that are copied, or of those that are encoded if none are; nil where that is left to an encoder of the graph.
  package let codec: FourCharCode?
  /// True if frames that are encoded become HEVC, and not H.264.
  package let encodesHEVC: Bool
  /// In their order, without gaps.
  package let spans: [CopySpan]

  /// - Parameter mediaType: The media type; nil for that of video or audio.
  package init(
    isVideo: Bool, mediaType: String? = nil, codec: FourCharCode?, encodesHEVC: Bool = false, spans: [CopySpan]
  ) {
    (self.isVideo, self.codec, self.encodesHEVC, self.spans) = (isVideo, codec, encodesHEVC, spans)
    self.mediaType = mediaType ?? (isVideo ? "vide" : "soun")
  }

  /// The kind of media, for people.
  package var kind: String {
    switch mediaType {
    case "vide": "video"
    case "soun": "audio"
    case "sbtl": "subtitle"
    case "clcp": "caption"
    case "tmcd": "timecode"
    case "meta": "metadata"
    default: mediaType
    }
  }

  package var copiedCount: Int { count(.copied) }
  package var encodedCount: Int { count(.edge) + count(.rendered) }
  /// The reasons for all that is not copied, each once, in their order.
  package var reasons: [String] {
    var reasons: [String] = []
    for reason in spans.compactMap(\.reason) where !reasons.contains(reason) { reasons.append(reason) }
    return reasons
  }

  /// The reason why all of it is rendered, though the edit as such would let its samples be copied; nil if it is not.
  package var fallback: String? {
    guard copiedCount == 0, count(.edge) == 0 else { return nil }
    return spans.first(where: \.isFallback)?.reason
  }

  private func count(_ treatment: CopySpan.Treatment) -> Int {
    spans.lazy.filter { $0.treatment == treatment }.reduce(0) { $0 + $1.sampleCount }
  }
}

/// The result of planning a copy of a timeline: known before anything is written.
package struct CopyReport: Hashable, Sendable {
  /// Video before audio, in the order of the node's outputs.
  package let tracks: [CopyTrackReport]

  package var video: [CopyTrackReport] { tracks.filter(\.isVideo) }
  package var audio: [CopyTrackReport] { tracks.filter { $0.mediaType == "soun" } }
  /// The tracks of other kinds.
  package var samples: [CopyTrackReport] { tracks.filter { !["vide", "soun"].contains($0.mediaType) } }

  /// Lines for people.
  package var lines: [String] {
    tracks.flatMap { track in
      track.spans.map { "\(track.kind) \($0.text)" }
    }
  }
}
