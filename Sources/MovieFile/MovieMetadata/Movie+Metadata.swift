extension Movie {
  /// Returns the metadata of the movie: from the file, the movie and the user data, in this order.
  ///
  /// Reads the file on each call.
  /// - Parameter sizeLimit: Values of item lists above it, such as covers, are left out: `value(of:)` reads them.
  /// - Throws: Read errors of the file; errors of the metadata are in its `problems`.
  public func metadata(sizeLimit: Int64 = .max) throws(MovieError) -> Metadata {
    var collector = MetadataCollector(headerSource, isQuickTime: fileType.isQuickTime, sizeLimit: sizeLimit)
    var boxes = BoxSequence(topLevelOf: collector.window)
    do throws(MovieError) {
      // Fragmented files may have any number of boxes.
      for _ in 0..<4096 {
        guard let child = try boxes.next() else { break }
        if child.type == "meta" { collector.readMetadataBox(child) }
      }
    } catch {
      // Damage after the movie's box does not matter.
      guard error.code == .malformed || error.code == .truncated else { throw error }
    }
    collector.readChildren(of: box)
    return collector.metadata
  }

  /// Returns the metadata of a track of the movie.
  public func metadata(of track: Track, sizeLimit: Int64 = .max) throws(MovieError) -> Metadata {
    var collector = MetadataCollector(headerSource, isQuickTime: fileType.isQuickTime, sizeLimit: sizeLimit)
    collector.readChildren(of: track.box)
    return collector.metadata
  }

  /// Returns the value of an item of this movie, read now if it was left out.
  ///
  /// - Throws: Read errors of the file; `excessive` if the value exceeds the limit.
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
  /// The tagged media characteristics of a track, such as `public.auxiliary-content`, in the order of the file
  /// (QuickTime user data `tagc`).
  public var taggedCharacteristics: [String] {
    items(.quickTimeUserData, .code("tagc")).compactMap(\.value.text)
  }
}
