internal import MediaEngine
internal import MediaGraph
internal import MediaSource

/// The work of an export session: its graph, and what the program itself brings to it.
///
///     asset.read ──────────────┬▷ export.preset ─▷ file.write         a file, as it is
///     timeline ────────────────┤                                      a composition, an audio mix, a video composition
///     swift.compositor ────────┤                                      frames of the program's own compositor
///     swift.metadata ──────────┘                                      metadata in place of the asset's
///
///     asset.copy ─▷ file.write                                        pass-through
///     timeline.copy ─▷ muxer ─▷ file.write                            pass-through of a composition, and smart rendering
struct ExportPlan: Sendable {
  var graph = Graph()
  let asset: AVAsset
  let settings: ExportSettings
  let output: ExportOutput
  /// The part of the asset's timeline that is exported, which has an end.
  let range: CMTimeRange
  /// The end of the asset.
  let assetEnd: CMTime
  /// The tracks of a copy.
  var copiedTracks: [AVAssetExportSession.Result.Track] = []
  /// True if the samples of the copied tracks are counted when they are muxed.
  var isCountedByMuxer = false
  /// The spans of smart rendering.
  var spans: [AVAssetExportSession.Result.Span] = []
  /// The spans of which more is encoded than the edit as such would need.
  var fallbacks: [AVAssetExportSession.Result.Span] = []
  /// Lines about media that the file does not have.
  var notes: [String] = []
  /// The metadata that the program brings.
  private var metadata: (source: ProgramSource<MediaGraph.Metadata>, packets: [DataPacket])?
  /// The frames of the program's compositor.
  var compositor: ExportCompositor?
  /// The parts of the program that the run uses: its taps, and files that are opened otherwise than by default.
  var assets = OpenedAssets()

  /// Blocks until the asset's tracks are read.
  ///
  /// - Throws: `AVError` for what cannot be exported; read errors.
  init(_ asset: AVAsset, _ row: ExportPresetRow, _ settings: ExportSettings, _ output: ExportOutput) throws {
    (self.asset, self.settings, self.output) = (asset, settings, output)
    try Self.check(asset)
    assetEnd = asset.duration
    guard assetEnd.isNumeric else {
      throw AVError(.operationNotSupportedForAsset, reason: "the asset has no end", suggestion: "record it first")
    }
    range = try Self.range(settings, assetEnd)
    switch row.work {
    case .encode(let preset): try addEncoding(preset)
    case .passThrough: try addCopy()
    case .smart:
      try addSmartRendering()
      if settings.allowsSeveralPasses { notes.append("made in one pass: what is copied has its bits already") }
    case .refused(let reason): throw AVError(.encoderNotFound, reason: "\(row.name) cannot be made: \(reason)")
    }
  }

  /// - Throws: `AVError` for an asset that cannot be exported; read errors of its headers.
  private static func check(_ asset: AVAsset) throws {
    do {
      if let composition = asset as? AVComposition { return try composition.contents.checkReadable() }
      guard let file = asset.file else {
        throw AVError(.operationNotSupportedForAsset, reason: "the asset is not read from a URL")
      }
      if try file.isReadable() { return }
      if try file.isProtected() { throw AVError(.contentIsProtected, reason: "its samples are encrypted") }
      throw AVError(
        .operationNotSupportedForAsset, reason: "its media are known only when it is played",
        suggestion: "export the files that it names")
    } catch {
      throw AVError(reading: error)
    }
  }

  /// The part of the timeline that is exported: behind the asset's end, only a video composition has frames.
  private static func range(_ settings: ExportSettings, _ assetEnd: CMTime) throws -> CMTimeRange {
    let wanted = settings.timeRange
    let start = max(.zero, wanted.start)
    let isLonger = settings.videoComposition != nil && wanted.end.isNumeric && wanted.end > assetEnd
    let end = isLonger ? wanted.end : min(wanted.end, assetEnd)
    guard start < end else {
      throw AVError.cannotExport(
        "timeRange is \(wanted.text), where the asset, which ends at \(assetEnd.text), has nothing")
    }
    return CMTimeRange(start: start, end: end)
  }

  // MARK: - Times

  /// The first time as an argument; nil for the beginning.
  var from: MediaTime? { range.start > .zero ? range.start.mediaTime : nil }
  /// The last time as an argument; nil for the end.
  var to: MediaTime? { range.end < assetEnd ? range.end.mediaTime : nil }

  /// Returns how much is done; nil if that is not known.
  func fraction(of progress: RunProgress) -> Double? {
    guard progress.position.isNumeric, range.duration > .zero else { return nil }
    return progress.position.seconds / range.duration.seconds
  }

  // MARK: - Parts of the graph

  mutating func add<Component: MediaGraph.Component>(_ name: String, _ component: Component) -> NodeHandle<Component> {
    graph.add(name, component)
  }

  mutating func connect<M: Medium>(_ output: MediaGraph.Output<M>, to input: MediaGraph.Input<M>) {
    graph.connect(output, to: input)
  }

  mutating func connectFile(_ output: MediaGraph.Output<Container>) {
    let path = self.output.url.path
    graph.connect(output, to: graph.add("file", FileWrite { $0.url = Location(path) }).input)
  }

  /// The place of the asset's file; nil for a composition.
  var location: Location? {
    asset.file.map { $0.url.isFileURL ? Location($0.url.path) : Location($0.url.absoluteString) }
  }

  // MARK: - Metadata

  /// Adds a source of the metadata that the program gives in place of the asset's; nil where it gives none.
  ///
  /// - Parameter keepsChapters: True if the source brings the asset's chapters as well, which stay whatever the program gives.
  mutating func addMetadata(keepsChapters: Bool = false) throws -> MediaGraph.Output<MediaGraph.Metadata>? {
    guard let items = try replacedMetadata() else { return nil }
    guard output.type.type.holdsMetadata else {
      guard settings.metadata?.isEmpty == false else { return nil }
      throw AVError.cannotExport(
        "'\(output.fileType.rawValue)' files say nothing about themselves, but metadata are given")
    }
    var packets = try items.map { item in
      guard let stored = item.fileItem, let packet = try DataPacket(stored) else {
        throw AVError.cannotExport("metadata have \(item.refusal)")
      }
      return packet
    }
    if keepsChapters, let file = asset.file { packets += try DataPacket.chapters(of: file, in: range) }
    guard !packets.isEmpty else { return nil }
    let source = ProgramSource(metadata: "metadata")
    metadata = (source, packets)
    return add("metadata", source).output
  }

  /// True if the file says what the asset says.
  var keepsMetadata: Bool { settings.metadata == nil && settings.metadataItemFilter == nil }

  private func replacedMetadata() throws -> [AVMetadataItem]? {
    if let items = settings.metadata { return items }
    guard let filter = settings.metadataItemFilter else { return nil }
    // Items that files do not hold are the asset's, not the program's fault.
    return AVMetadataItem.metadataItems(from: asset.metadata, filteredBy: filter).filter { $0.fileItem != nil }
  }

  // MARK: - Running

  /// Begins to bring what the graph takes from the program.
  ///
  /// - Parameter fail: Ends the run, which would complete a file that lacks frames.
  func start(failing fail: @escaping @Sendable () -> Void) throws {
    if let metadata {
      for packet in metadata.packets { try metadata.source.push(packet) }
      metadata.source.finish()
    }
    compositor?.start(failing: fail)
  }

  /// Ends what the program brings, on any thread.
  func cancel() { compositor?.cancel() }

  /// The error of the program's part; nil if there is none.
  var problem: (any Error)? { compositor?.problem }
}
