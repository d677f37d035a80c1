import Foundation

/// The metadata of a Matroska file that is written: chapters, attached files, tags of the whole file.
struct MatroskaTagDraft {
  let items: [MetadataItem]
  let chapters: [ChapterList]
  /// The time by which chapters come later in the file, in nanoseconds.
  let shift: Int64

  /// The parts that are not empty, with their contents.
  var parts: [(id: UInt32, contents: EBMLWriter)] {
    [(MatroskaID.chapters, editions), (MatroskaID.attachments, attachments), (MatroskaID.tags, tags)].filter {
      !$0.1.bytes.isEmpty
    }
  }

  // MARK: - Chapters

  /// An edition for each list (RFC 9559, section 5.1.7).
  private var editions: EBMLWriter {
    var writer = EBMLWriter()
    var uid: UInt64 = 0
    for list in chapters where !list.chapters.isEmpty {
      writer.master(0x45b9) { edition in
        for chapter in list.chapters {
          guard let start = nanoseconds(chapter.timeRange.start) else { continue }
          uid += 1
          edition.master(0xb6) { atom in
            atom.unsigned(0x73c4, uid)
            atom.unsigned(0x91, start)
            if let end = nanoseconds(chapter.timeRange.end), end > start { atom.unsigned(0x92, end) }
            atom.master(0x80) { display in
              display.text(0x85, chapter.title)
              let language = list.language ?? "und"
              // Three letters where there are some; tags of BCP 47 have an element of their own.
              display.text(0x437c, language.utf8.count == 3 ? language : "und")
              if language.utf8.count != 3 { display.text(0x437d, language) }
            }
          }
        }
      }
    }
    return writer
  }

  private func nanoseconds(_ time: CMTime) -> UInt64? {
    let time = CMTimeConvertScale(time, timescale: 1_000_000_000, method: .default)
    guard time.isNumeric, time.value >= 0, time.value < 1 << 61 else { return nil }
    return UInt64(time.value + shift)
  }

  // MARK: - Attachments

  /// The pictures, under the names of covers (RFC 9559, section 21.1), and other files under their own names.
  private var attachments: EBMLWriter {
    var writer = EBMLWriter()
    for (index, item) in items.enumerated() {
      guard let (name, type, bytes) = Self.file(item) else { continue }
      let description = item.attributes[.description]?.description ?? ""
      writer.master(0x61a7) { file in
        if !description.isEmpty { file.text(0x467e, description) }
        file.text(0x466e, name)
        file.text(0x4660, type)
        file.binary(0x465c, bytes)
        file.unsigned(0x46ae, UInt64(index + 1))
      }
    }
    return writer
  }

  private static func file(_ item: MetadataItem) -> (name: String, type: String, bytes: [UInt8])? {
    if let image = item.value.image {
      let isPNG = image.starts(with: [0x89, 0x50, 0x4e, 0x47])
      return (isPNG ? "cover.png" : "cover.jpg", isPNG ? "image/png" : "image/jpeg", [UInt8](image))
    }
    guard item.isAttachment, case .data(let bytes) = item.value, let name = item.attributes[.fileName],
      let type = item.attributes[.mimeType]
    else { return nil }
    return (name.description, type.description, bytes)
  }

  // MARK: - Tags

  private var tags: EBMLWriter {
    var writer = EBMLWriter()
    let texts = items.compactMap { item -> (name: String, text: String, language: String?)? in
      guard case .name(let name) = item.key, item.value.image == nil, let text = item.tagText else { return nil }
      return (name, text, item.language?.identifier)
    }
    guard !texts.isEmpty else { return writer }
    writer.master(0x7373) { tag in
      tag.master(0x63c0) { $0.unsigned(0x68ca, 50) }
      for (name, text, language) in texts {
        tag.master(0x67c8) { simple in
          simple.text(0x45a3, name)
          simple.text(0x447a, language.flatMap { $0.utf8.count == 3 ? $0 : nil } ?? "und")
          if let language, language.utf8.count != 3 { simple.text(0x447b, language) }
          simple.text(0x4487, text)
        }
      }
    }
    return writer
  }
}
