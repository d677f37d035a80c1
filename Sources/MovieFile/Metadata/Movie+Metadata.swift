extension Movie {
  /// What the movie says about itself: in the file's, the movie's and the user data's metadata, in this order.
  ///
  /// Reads the file, each time.
  /// - Parameter sizeLimit: Values of item lists with more bytes, such as covers, are left out: `value(of:)` reads them.
  /// - Throws: What reading the file throws; what is wrong with the metadata is in its `problems`.
  public func metadata(sizeLimit: Int64 = .max) throws(MovieError) -> Metadata {
    var collector = MetadataCollector(headerSource, isQuickTime: fileType.isQuickTime, sizeLimit: sizeLimit)
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
  public func metadata(of track: Track, sizeLimit: Int64 = .max) throws(MovieError) -> Metadata {
    var collector = MetadataCollector(headerSource, isQuickTime: fileType.isQuickTime, sizeLimit: sizeLimit)
    collector.readChildren(of: track.box)
    return collector.metadata
  }

  /// The value of an item of this movie, read now if it was left out.
  ///
  /// - Throws: What reading the file throws; `excessive` if the value is larger than values may be.
  public func value(of item: MetadataItem) throws(MovieError) -> MetadataValue {
    guard let range = item.omittedValue else { return item.value }
    let count = range.upperBound - range.lowerBound
    guard count <= MetadataLimit.valueSize else {
      throw MovieError(.excessive, "the value of '\(item.key)' has \(count) bytes", offset: range.lowerBound)
    }
    return item.listValue(try source.bytes(at: range.lowerBound, count: Int(count)))
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
