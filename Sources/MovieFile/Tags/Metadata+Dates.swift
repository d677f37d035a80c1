extension [MetadataItem] {
  /// The items of a file that is copied, with its date in one item.
  ///
  /// The date at which a Matroska file was made is a tag if no tag says another. ID3 before version 2.4 has the day and the time
  /// beside the year.
  package var withOneDate: [MetadataItem] {
    func isFileDate(_ item: MetadataItem) -> Bool { item.keySpace == .matroska && item.key == .name("DateUTC") }
    let isDated = contains { $0.tag == .date && !isFileDate($0) }
    var metadata = Metadata()
    metadata.items = self
    let recordingTime = metadata.id3RecordingTime
    let years = (["TYER", "\0TYE"] as [BoxType]).map { MetadataKey.code($0) }
    let days = (["TDAT", "\0TDA", "TIME", "\0TIM"] as [BoxType]).map { MetadataKey.code($0) }
    return compactMap { item -> MetadataItem? in
      var dated = item
      if isFileDate(item) {
        dated.key = .name("DATE")
        return isDated ? nil : dated
      }
      guard item.keySpace == .id3, let recordingTime else { return item }
      if days.contains(item.key) { return nil }
      if years.contains(item.key) { dated.value = .text(recordingTime, .latin1) }
      return dated
    }
  }
}
