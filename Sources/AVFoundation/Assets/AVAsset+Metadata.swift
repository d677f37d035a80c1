internal import MediaSource
internal import MediaEngine
internal import MovieFile

extension AVAsset {
  /// Returns the items of a format, without blocking a thread.
  public final func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    MetadataSelection(items: try await load(.metadata)).items(of: format)
  }

  func creationDate(in found: MetadataSelection) throws -> AVMetadataItem? {
    found.creationDate(
      movieHeader: try file?.movie()?.header.creationDate, id3Time: try file?.metadata().id3RecordingTime)
  }

  /// Returns a value derived from the items of metadata.
  ///
  /// - Parameter fallback: The value if the items cannot be read; the key's status has the reason.
  func describe<T>(
    _ key: String, or fallback: @autoclosure () -> T, _ choose: (MetadataSelection) throws -> T
  ) -> T {
    value(key, or: fallback()) {
      try choose(
        MetadataSelection(
          items: metadataObjects.get { try file.map { file in try file.metadata().objects(of: file) } ?? [] }))
    }
  }

  static var metadataLoads: [String: PropertyLoad<MediaFile>] {
    let metadata = PropertyLoad<MediaFile>(known: { $0.knowsMetadata }, load: { _ = try $0.metadata() })
    let chapters = PropertyLoad<MediaFile>(
      known: { $0.knowsChapters }, isExpensive: { try $0.isDurationExpensive() }, load: { _ = try $0.chapterLists() })
    return [
      "metadata": metadata, "commonMetadata": metadata, "availableMetadataFormats": metadata, "creationDate": metadata,
      "lyrics": metadata, "availableChapterLocales": chapters,
    ]
  }
}

extension AVAssetTrack {
  /// Returns the items of a format, without blocking a thread.
  public final func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    MetadataSelection(items: try await load(.metadata)).items(of: format)
  }

  /// Returns values derived from the items of metadata; none if they cannot be read, and the key's status has the
  /// reason.
  func describe<T>(_ key: String, _ choose: (MetadataSelection) -> [T]) -> [T] {
    value(key, or: []) {
      try choose(
        MetadataSelection(
          items: metadataObjects.get {
            guard let content, let file else { return [] }
            return try content.metadata().objects(of: file)
          }))
    }
  }

  static var metadataLoads: [String: PropertyLoad<any ContainerTrack>] {
    let metadata = PropertyLoad<any ContainerTrack>(
      known: { $0.knowsMetadata ? .success(()) : nil }, load: { _ = try $0.metadata() })
    return ["metadata": metadata, "commonMetadata": metadata, "availableMetadataFormats": metadata]
  }
}

extension Metadata {
  /// Returns the items as AVFoundation's, which read their values from a file.
  func objects(of file: MediaFile) -> [AVMetadataItem] {
    items.map { item in
      guard item.omittedValue != nil else { return AVMetadataItem(item) }
      return AVMetadataItem(item, value: LazyMetadataValue(from: file) { MetadataItemValue(try file.value(of: item)) })
    }
  }
}

extension LazyMetadataValue {
  /// A value that is read from a file.
  convenience init(from file: MediaFile, _ read: @escaping @Sendable () throws -> MetadataItemValue) {
    self.init(waitsForOthers: !file.url.isFileURL) { done in done(Result(catching: read)) }
  }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.metadata`.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
  /// `AVAsset.commonMetadata`.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty("commonMetadata") { $0.commonMetadata }
  }
  /// `AVAsset.availableMetadataFormats`.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
  }
  /// `AVAsset.creationDate`.
  public static var creationDate: AVAsyncProperty<Root, AVMetadataItem?> {
    AVAsyncProperty("creationDate") { $0.creationDate }
  }
  /// `AVAsset.lyrics`.
  public static var lyrics: AVAsyncProperty<Root, String?> { AVAsyncProperty("lyrics") { $0.lyrics } }
}

extension AVPartialAsyncProperty where Root: AVAssetTrack {
  /// `AVAssetTrack.metadata`.
  public static var metadata: AVAsyncProperty<Root, [AVMetadataItem]> { AVAsyncProperty("metadata") { $0.metadata } }
  /// `AVAssetTrack.commonMetadata`.
  public static var commonMetadata: AVAsyncProperty<Root, [AVMetadataItem]> {
    AVAsyncProperty("commonMetadata") { $0.commonMetadata }
  }
  /// `AVAssetTrack.availableMetadataFormats`.
  public static var availableMetadataFormats: AVAsyncProperty<Root, [AVMetadataFormat]> {
    AVAsyncProperty("availableMetadataFormats") { $0.availableMetadataFormats }
  }
}
