internal import MediaEngine
internal import MovieFile

extension AVAsset {
  func chapterLocales() throws -> [Locale] { try chapterLists().map(\.locale) }

  /// Returns the groups of the list in a language, or in one that matches it.
  func chapterGroups(_ locale: Locale, withArtwork: Bool) throws -> [AVTimedMetadataGroup] {
    let lists = try chapterLists()
    let wanted = LanguageTag(locale)
    let list =
      lists.first { $0.locale == locale }
      ?? lists.first { list in wanted.map { list.tag?.matches($0) ?? false } ?? (list.tag == nil) }
    return try list.map { try groups(of: $0, withArtwork: withArtwork) } ?? []
  }

  /// Returns the groups of the list in the most preferred language, or else of the first list.
  func chapterGroups(_ preferredLanguages: [String]) throws -> [AVTimedMetadataGroup] {
    let lists = try chapterLists()
    let list = LanguageTag.sorted(lists, by: preferredLanguages) { $0.tag }.first ?? lists.first
    return try list.map { try groups(of: $0, withArtwork: true) } ?? []
  }

  /// Returns `chapterMetadataGroups(withTitleLocale:containingItemsWithCommonKeys:)` without blocking a thread.
  public final func loadChapterMetadataGroups(
    withTitleLocale locale: Locale, containingItemsWithCommonKeys commonKeys: [AVMetadataKey] = []
  ) async throws -> [AVTimedMetadataGroup] {
    _ = try await load(.availableChapterLocales)
    return chapterMetadataGroups(withTitleLocale: locale, containingItemsWithCommonKeys: commonKeys)
  }

  /// Returns `chapterMetadataGroups(bestMatchingPreferredLanguages:)` without blocking a thread.
  public final func loadChapterMetadataGroups(
    bestMatchingPreferredLanguages preferredLanguages: [String]
  ) async throws -> [AVTimedMetadataGroup] {
    _ = try await load(.availableChapterLocales)
    return chapterMetadataGroups(bestMatchingPreferredLanguages: preferredLanguages)
  }

  /// Returns one list for each language: a track takes precedence over Nero's chapters, which have no language and the
  /// same names.
  private func chapterLists() throws -> [ChapterList] {
    let lists = try file?.chapterLists() ?? []
    let tracks = lists.filter { $0.source != .nero }
    var seen: Set<String> = []
    return (tracks.isEmpty ? lists : tracks).filter { seen.insert($0.locale.identifier).inserted }
  }

  private func groups(of list: ChapterList, withArtwork: Bool) throws -> [AVTimedMetadataGroup] {
    let artwork = withArtwork ? try self.artwork(of: list) : []
    return list.chapters.map { chapter in
      let title = MetadataItem(
        keySpace: .common, key: .name(CommonMetadataKey.title.rawValue), value: .text(chapter.title, .utf8),
        language: list.tag.map { .tag($0.identifier) })
      let joining = artwork.filter { !$0.range.intersection(chapter.timeRange).isEmpty }
      return AVTimedMetadataGroup(
        items: [AVMetadataItem(title, time: chapter.timeRange)] + joining.map(\.item), timeRange: chapter.timeRange)
    }
  }

  /// Returns the images of a chapter track, and those inside chapters of ID3 tags.
  private func artwork(of list: ChapterList) throws -> [(item: AVMetadataItem, range: CMTimeRange)] {
    let own = list.chapters.flatMap { chapter in
      chapter.items.filter { CommonMetadataKey($0.key, in: $0.keySpace) == .artwork }
        .map { (AVMetadataItem($0, time: chapter.timeRange), chapter.timeRange) }
    }
    guard let file, own.isEmpty else { return own }
    return try file.chapterPictures().map { picture in
      let blank = MetadataItem(
        keySpace: .common, key: .name(CommonMetadataKey.artwork.rawValue), value: .image(.jpeg, []))
      let value = LazyMetadataValue(from: file) {
        let bytes = try file.data(of: picture)
        return MetadataItemValue(MetadataImageFormat(signatureOf: bytes).map { .image($0, bytes) } ?? .data(bytes))
      }
      return (AVMetadataItem(blank, value: value, time: picture.timeRange), picture.timeRange)
    }
  }
}

extension ChapterList {
  fileprivate var tag: LanguageTag? { language.flatMap { LanguageTag($0) } }

  fileprivate var locale: Locale { tag?.locale ?? Locale(identifier: "und") }
}

extension AVPartialAsyncProperty where Root: AVAsset {
  /// `AVAsset.availableChapterLocales`.
  public static var availableChapterLocales: AVAsyncProperty<Root, [Locale]> {
    AVAsyncProperty("availableChapterLocales") { $0.availableChapterLocales }
  }
}
