internal import MediaEngine
internal import MediaGraph

extension AVAssetExportSession {
  /// The report of an export that has completed: how each kind of media came into the file. An addition of this module.
  public struct Result: Sendable {
    /// The treatment of samples.
    public enum Treatment: Sendable, Equatable {
      /// All samples are the source's.
      case copied
      /// All samples were encoded.
      case encoded
      /// Some were copied, others encoded.
      case mixed
    }

    /// The media of one kind.
    public struct Track: Sendable, Equatable {
      /// The media type of the track.
      public var mediaType: AVMediaType
      /// The way in which its samples came about.
      public var treatment: Treatment
      /// The codec of what was encoded, as nodes of graphs name it, such as `h264`; nil if nothing was.
      public var codec: String?
      /// The elements that encoded; none if nothing was.
      public var encoders: [String]
      /// The number of coded samples that were copied.
      public var copiedSampleCount: Int
      /// The number of coded samples that were encoded.
      public var encodedSampleCount: Int
    }

    /// A part of the export, and the reason for its treatment.
    public struct Span: Sendable, Equatable {
      /// The way in which the samples of a span came about.
      public enum Treatment: String, Sendable {
        /// They are those of the source.
        case copied
        /// Frames of one source at a cut were encoded, at their own times.
        case edgeEncoded
        /// Frames of the timeline were drawn and encoded, or its audio was mixed and encoded.
        case rendered
        /// Nothing is there.
        case empty
      }

      /// The media type of the track that the span is of.
      public var mediaType: AVMediaType
      /// The part of the file's timeline.
      public var timeRange: CMTimeRange
      /// The way in which its samples came about.
      public var treatment: Treatment
      /// The number of coded samples; 0 where it is not known before.
      public var sampleCount: Int
      /// The reason in one line: why samples are not the source's, or which file they are of.
      public var reason: String
    }

    /// The size of the file in bytes.
    public var fileLength: Int64
    /// The duration of the media.
    public var duration: CMTime
    /// The duration of the work.
    public var elapsed: Duration
    /// The tracks of the file, in its order.
    public var tracks: [Track]
    /// The spans of smart rendering; empty where every track is treated in one way.
    public var spans: [Span]
    /// Reasons why more was encoded than was asked for.
    public var fallbacks: [Span]
    /// Lines for people about media that the file does not have, or has otherwise.
    public var notes: [String]
  }
}

extension AVAssetExportSession.Result {
  /// Reads the report of a run.
  init(_ run: RunResult, _ plan: ExportPlan) {
    fileLength = run.outputs.first.map { Int64($0.bytes) } ?? 0
    (duration, elapsed) = (run.duration, run.elapsed)
    var copied = plan.copiedTracks
    if plan.isCountedByMuxer, let muxer = run.nodes.first(where: { $0.name == "mux" }) {
      for (index, input) in zip(copied.indices, muxer.inputs) { copied[index].copiedSampleCount = input.buffers }
    }
    tracks = copied + run.nodes.compactMap { Self.encoded($0) }
    (spans, fallbacks) = (plan.spans, plan.fallbacks)
    notes = plan.notes + run.nodes.flatMap(\.notes)
  }

  /// Reads the reports of parts.
  init(_ parts: [RunResult], bytes: Int, _ plan: ExportPlan, elapsed: Duration) {
    (fileLength, duration, self.elapsed) = (Int64(bytes), plan.range.duration, elapsed)
    tracks = parts.first?.nodes.compactMap { Self.encoded($0) } ?? []
    for part in parts.dropFirst() {
      for (index, track) in part.nodes.compactMap({ Self.encoded($0) }).enumerated() where index < tracks.count {
        tracks[index].encodedSampleCount += track.encodedSampleCount
      }
    }
    (spans, fallbacks) = (plan.spans, plan.fallbacks)
    notes = ["made in \(parts.count) parts"]
    for note in parts.flatMap({ $0.nodes.flatMap(\.notes) }) where !notes.contains(note) { notes.append(note) }
  }

  private static func encoded(_ node: NodeReport) -> Track? {
    let parts = node.type.split(separator: ".")
    guard parts.count == 3, parts[1] == "encode", ["video", "audio"].contains(parts[0]) else { return nil }
    return Track(
      mediaType: parts[0] == "video" ? .video : .audio, treatment: .encoded, codec: String(parts[2]),
      encoders: node.elements.filter { $0.contains("enc") }, copiedSampleCount: 0,
      encodedSampleCount: node.outputs.first?.buffers ?? 0)
  }
}
