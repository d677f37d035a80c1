/// ID3 tags in boxes, which are edited frame by frame.
extension MetadataPlace {
  private var changesTag: Bool {
    change.entries.keys.contains { if case .id3v2 = $0.container { true } else { false } }
  }

  /// Throws if a change is ambiguous: frames are identified by the version of their tag, which several tags may share.
  func checkTags(in places: [BoxDraft]) throws(MovieError) {
    guard changesTag || change.fresh.contains(where: { $0.keySpace == .id3 }) else { return }
    var count = 0
    for meta in places.flatMap(\.children) where meta.type == "meta" {
      var meta = meta
      try openMeta(&meta)
      count += meta.children.count { $0.type == "ID32" }
    }
    guard count <= 1 else {
      throw MovieError(.unsupported, "the file has \(count) ID3 tags; only one can be changed")
    }
  }

  func applyToTag(_ box: inout BoxDraft) throws(MovieError) {
    guard changesTag, let original = box.original else { return }
    guard let tag = try ID3Tag(from: window.source, at: original.start + 6) else { return }
    var frames: [ID3Frame] = []
    var isChanged = false
    for (index, frame) in tag.frames.enumerated() {
      let source = MetadataSource(container: .id3v2(minor: tag.version), path: tag.name, entry: index)
      guard let items = change.entries[source] else {
        frames.append(frame)
        continue
      }
      isChanged = true
      for group in MetadataEntries.groups(items) { frames.append(try ID3Frame(group, version: tag.version)) }
    }
    guard isChanged else { return }
    guard tag.problems.isEmpty else {
      throw MovieError(
        .unsupported, "the ID3 tag is damaged, and changing it would lose what cannot be read", box: tag.name,
        offset: original.start)
    }
    box.isEmptied = frames.isEmpty
    try replaceTag(in: &box, frames, version: tag.version)
  }

  func addFrames(_ frames: [ID3Frame], to box: inout BoxDraft) throws(MovieError) {
    try addToMeta(.id3, in: &box) { meta throws(MovieError) in
      guard let index = meta.index(of: "ID32") else {
        var writer = BoxWriter()
        writer.id3(try ID3TagEncoder(version: 4).bytes(of: frames), language: nil)
        return meta.children.append(BoxDraft(whole: writer.contents))
      }
      guard let original = meta.children[index].original, case .untouched = meta.children[index].contents,
        let tag = try ID3Tag(from: window.source, at: original.start + 6), tag.problems.isEmpty
      else { throw MovieError(.unsupported, "frames can be added to an ID3 tag, or changed in it, not both at once") }
      try replaceTag(in: &meta.children[index], tag.frames + frames, version: tag.version)
    }
  }

  /// Replaces the frames of a tag; version, flags and language are kept.
  private func replaceTag(in box: inout BoxDraft, _ frames: [ID3Frame], version: UInt8) throws(MovieError) {
    guard let original = box.original else { return }
    let head = try window.bytes(at: original.start, count: 6)
    box.replace(bytes: head + (try ID3TagEncoder(version: version).bytes(of: frames)))
  }
}
