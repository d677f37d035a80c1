/// The metadata of a FLAC file that is written.
enum FLACTags {
  /// Returns the blocks of items: a list of comments, and pictures.
  ///
  /// - Throws: `notStorable` for a name that comments cannot have, and for more bytes than a block has.
  static func blocks(_ items: [MetadataItem]) throws(MovieError) -> [UInt8] {
    let (comments, pictures) = try comments(items.filter { !isOfSpeakers($0) })
    let list = FLACBlocks.comments(comments)
    // Some room is for the speakers.
    guard list.count + 1024 <= FLACBlocks.limit else {
      throw MovieError(.notStorable, "the comments of a FLAC file have at most 16 MB")
    }
    return list + pictures.joined()
  }

  /// Returns the comments of items, each with its name, and the blocks of pictures.
  ///
  /// - Throws: `notStorable` for a name that comments cannot have, and for a picture that is larger than a block.
  static func comments(_ items: [MetadataItem]) throws(MovieError) -> (comments: [String], pictures: [[UInt8]]) {
    var (comments, pictures): ([String], [[UInt8]]) = ([], [])
    for item in items {
      if case .image(let format, let bytes) = item.value {
        let block = picture(item, format, bytes)
        guard block.count - 4 <= FLACBlocks.limit else {
          throw .notStorable(item, "a picture has at most 16 MB")
        }
        pictures.append(block)
      } else if let text = item.value.text ?? item.tagText {
        let name = "\(item.key)".uppercased()
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x20...0x7d).contains($0) && $0 != UInt8(ascii: "=") }) else {
          throw .notStorable(item, "names of comments are of ASCII, without '='")
        }
        comments.append("\(name)=\(text)")
      } else {
        throw .notStorable(item, "comments are texts")
      }
    }
    return (comments, pictures)
  }

  /// True for the item of a source's speakers, which a new file says by its own channels.
  static func isOfSpeakers(_ item: MetadataItem) -> Bool { "\(item.key)".uppercased() == FLACSpeakers.name }

  private static func picture(_ item: MetadataItem, _ format: MetadataImageFormat, _ bytes: [UInt8]) -> [UInt8] {
    // The front cover.
    var (type, text) = (3, "")
    if case .number(let number)? = item.attributes[.pictureType], (0...20).contains(number) { type = Int(number) }
    if case .text(let description)? = item.attributes[.description] { text = description }
    return FLACBlocks.picture(bytes, type: type, mediaType: "image/\(format.rawValue)", description: text)
  }
}
