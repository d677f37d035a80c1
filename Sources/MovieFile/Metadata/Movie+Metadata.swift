extension Movie {
  /// What the movie says about itself: in the file's, the movie's and the user data's metadata, in this order.
  ///
  /// Reads the file, each time.
  /// - Throws: What reading the file throws; what is wrong with the metadata is in its `problems`.
  public func metadata() throws(MovieError) -> Metadata {
    var collector = MetadataCollector(source, isQuickTime: fileType.isQuickTime)
    var boxes = BoxSequence(topLevelOf: collector.window)
    do throws(MovieError) {
      // In fragmented files there may be any number of boxes.
      for _ in 0..<4096 {
        guard let child = try boxes.next() else { break }
        if child.type == "meta" { collector.readMetadataBox(child) }
      }
    } catch {
      // The movie was found all the same.
      guard error.code == .malformed || error.code == .truncated else { throw error }
    }
    collector.readChildren(of: box)
    return collector.metadata
  }

  /// What a track of the movie says about itself.
  public func metadata(of track: Track) throws(MovieError) -> Metadata {
    var collector = MetadataCollector(source, isQuickTime: fileType.isQuickTime)
    collector.readChildren(of: track.box)
    return collector.metadata
  }
}

extension MetadataCollector {
  /// Reads the metadata of a movie or track.
  fileprivate mutating func readChildren(of box: Box) {
    forEachBox(in: box) { collector, child, _ throws(MovieError) in
      switch child.type {
      case "meta": collector.readMetadataBox(child)
      case "udta": collector.readUserData(child)
      case "mdia" where box.type == .trak:
        var media = BoxSequence(in: child, window: collector.window)
        if let userData = try media.first("udta") { collector.readUserData(userData) }
      default: break
      }
    }
  }
}

extension Metadata {
  /// The media characteristics that a track is tagged with, such as `public.auxiliary-content`, in the order of the file
  /// (QuickTime user data `tagc`).
  public var taggedCharacteristics: [String] {
    items(.quickTimeUserData, .code("tagc")).compactMap(\.value.text)
  }
}
