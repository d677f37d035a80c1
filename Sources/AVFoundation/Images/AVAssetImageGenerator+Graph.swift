internal import MediaSource
public import MediaGraph

extension AVAssetImageGenerator {
  /// The generator's work as a graph: one `image.generate` with the current settings, and the times of the last
  /// request.
  ///
  ///     generator.requestedTimeToleranceBefore = .zero
  ///     _ = try await generator.image(at: CMTime(value: 3, timescale: 2))
  ///     print(try generator.graph.yaml())
  ///
  /// It can be printed, edited and run like any other: a sink at its output receives the generator's images.
  /// `Graph.expanded()` shows the nodes of the implementation.
  ///
  /// - Throws: `AVError`: `operationNotSupportedForAsset` for an asset that is not read from a URL, with a
  ///   `videoComposition`, and for invalid times and tolerances.
  public var graph: Graph {
    get throws { try graph(for: requestedTimes) }
  }

  /// Returns the graph for some times; see `graph`.
  public func graph(for times: [CMTime]) throws -> Graph {
    guard let url = (asset as? AVURLAsset)?.url else {
      throw AVError(.operationNotSupportedForAsset, reason: "the asset is not read from a URL")
    }
    guard currentSettings.videoComposition == nil else {
      throw AVError(
        .operationNotSupportedForAsset, reason: "images of a video composition are not made by one image.generate",
        suggestion: "print the graph of a reader with an AVAssetReaderVideoCompositionOutput")
    }
    let (settings, mediaTimes) = (currentSettings, try times.map { try MediaTime($0) })
    let tolerances = try [settings.toleranceBefore, settings.toleranceAfter].map { tolerance in
      tolerance == .positiveInfinity ? nil : try MediaTime(max(tolerance, .zero))
    }
    var graph = Graph()
    _ = graph.add(
      "images",
      ImageGenerate {
        $0.url = url.isFileURL ? Location(url.path) : Location(url.absoluteString)
        $0.times = mediaTimes
        ($0.toleranceBefore, $0.toleranceAfter) = (tolerances[0], tolerances[1])
        $0.aperture = settings.aperture
        ($0.maxWidth, $0.maxHeight) = (
          Self.limit(settings.maximumSize.width), Self.limit(settings.maximumSize.height)
        )
        $0.orient = settings.appliesTransform
      })
    return graph
  }

  /// Returns the limit of a side; nil for none. Graphs make no images of more than 16384 pixels a side.
  private static func limit(_ side: CGFloat) -> Int? {
    side > 0 && side < 16384 ? max(1, Int(side)) : nil
  }
}

extension AVAssetImageGenerator.Settings {
  fileprivate var aperture: ImageRender.Aperture {
    switch apertureMode {
    case .productionAperture: .production
    case .encodedPixels: .encoded
    default: .clean
    }
  }
}

extension MediaTime {
  /// Creates the exact argument of a requested time.
  fileprivate init(_ time: CMTime) throws {
    guard time.isNumber else {
      throw AVError(.operationNotSupportedForAsset, reason: "a graph has no time that is no number of seconds")
    }
    self = .rational(time.value, time.timescale)
  }
}
