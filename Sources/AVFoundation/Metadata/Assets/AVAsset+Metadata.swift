internal import MediaEngine
internal import MovieFile

extension AVAsset {
  /// Everything that the asset says about itself, in the order of the file; its tracks have metadata of their own.
  ///
  /// Items read their values when somebody asks for them.
  public final var metadata: [AVMetadataItem] { describe("metadata", or: []) { $0.items } }

  /// An item for each common key that has a value, and for each language in which it has one.
  public final var commonMetadata: [AVMetadataItem] { describe("commonMetadata", or: []) { $0.common } }

  /// The formats of metadata that the asset has.
  public final var availableMetadataFormats: [AVMetadataFormat] {
    describe("availableMetadataFormats", or: []) { $0.formats }
  }

  /// The items of a format, in the order of the file; none if the asset does not have it.
  public final func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats", or: []) { $0.items(of: format) }
  }

  /// When the media was made; nil if nobody knows. The item has a `dateValue` if what is stored can be read as a date, else only
  /// a `stringValue`.
  public final var creationDate: AVMetadataItem? {
    describe("creationDate", or: nil) { found in
      found.creationDate(
        movieHeader: try file?.movie()?.header.creationDate, id3Time: try file?.metadata().id3RecordingTime)
    }
  }

  /// The words of a song, in the language that the user wants most; nil if there are none.
  public final var lyrics: String? {
    describe("lyrics", or: nil) { $0.lyrics(preferredLanguages: Locale.preferredLanguages) }
  }

  /// The items of a format, without blocking a thread.
  public final func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    MetadataSelection(items: try await load(.metadata)).items(of: format)
  }

  private func describe<T>(
    _ key: String, or fallback: @autoclosure () -> T, _ choose: (MetadataSelection) throws -> T
  ) -> T {
    value(key, or: fallback()) {
      try choose(
        MetadataSelection(
          items: metadataObjects.get { try file.map { file in try file.metadata().objects(of: file) } ?? [] }))
    }
  }

  static var metadataWorks: [String: PropertyWork<MediaFile>] {
    let metadata = PropertyWork<MediaFile>(known: { $0.knowsMetadata }, load: { _ = try $0.metadata() })
    let chapters = PropertyWork<MediaFile>(known: { $0.knowsChapters }, load: { _ = try $0.chapterLists() })
    return [
      "metadata": metadata, "commonMetadata": metadata, "availableMetadataFormats": metadata, "creationDate": metadata,
      "lyrics": metadata, "availableChapterLocales": chapters,
    ]
  }
}

extension AVAssetTrack {
  /// Everything that the file says about the track, in its order.
  public final var metadata: [AVMetadataItem] { describe("metadata") { $0.items } }

  /// An item for each common key that has a value for the track, and for each language in which it has one.
  public final var commonMetadata: [AVMetadataItem] { describe("commonMetadata") { $0.common } }

  /// The formats of metadata that the track has.
  public final var availableMetadataFormats: [AVMetadataFormat] { describe("availableMetadataFormats") { $0.formats } }

  /// The items of a format, in the order of the file; none if the track does not have it.
  public final func metadata(forFormat format: AVMetadataFormat) -> [AVMetadataItem] {
    describe("availableMetadataFormats") { $0.items(of: format) }
  }

  /// The items of a format, without blocking a thread.
  public final func loadMetadata(for format: AVMetadataFormat) async throws -> [AVMetadataItem] {
    MetadataSelection(items: try await load(.metadata)).items(of: format)
  }

  private func describe<T>(_ key: String, _ choose: (MetadataSelection) -> [T]) -> [T] {
    value(key, or: []) {
      try choose(
        MetadataSelection(
          items: metadataObjects.get {
            guard let content, let file else { return [] }
            return try content.metadata().objects(of: file)
          }))
    }
  }

  static var metadataWorks: [String: PropertyWork<any TrackContent>] {
    let metadata = PropertyWork<any TrackContent>(
      known: { $0.knowsMetadata ? .success(()) : nil }, load: { _ = try $0.metadata() })
    return ["metadata": metadata, "commonMetadata": metadata, "availableMetadataFormats": metadata]
  }
}

extension Metadata {
  /// The items as AVFoundation's, which read their values from a file.
  func objects(of file: MediaFile) -> [AVMetadataItem] {
    items.map { item in
      guard item.omittedValue != nil else { return AVMetadataItem(item) }
      return AVMetadataItem(
        item, value: LazyMetadataValue { done in done(Result { MetadataItemValue(try file.value(of: item)) }) })
    }
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
