import Foundation
import MediaGraph
package import MovieFile

extension TrackSettings {
  /// Adds an item of metadata.
  ///
  /// - Returns: False for an item whose key no text can name.
  package mutating func add(_ item: MetadataItem) throws -> Bool {
    guard let object = MetadataObject(item, of: nil) else { return false }
    items.append(String(decoding: try object.json(), as: UTF8.self))
    return true
  }

  /// Returns the reason why tracks of a format cannot hold the metadata; nil if they can.
  func unsupportedMetadata(in format: MovieFormat) -> String? {
    guard !items.isEmpty || !metadata.entries.isEmpty else { return nil }
    do throws(MovieError) {
      _ = try boxes(in: format, name: nil)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns the boxes of what the track says about itself.
  ///
  /// - Parameters:
  ///   - name: The name of the track, unless the metadata have another one.
  ///   - characteristics: The tagged media characteristics.
  func boxes(
    in format: MovieFormat, name: String?, characteristics: [String] = []
  ) throws(MovieError) -> [RawBox] {
    var tags = TagEditor(try storedItems(in: format), in: .movie(format, .track))
    for (name, value) in metadata.entries {
      guard let key = TagKey(parameterName: name) else {
        throw MovieError(.notStorable, "there is no metadata '\(name)'")
      }
      try tags.set(key, to: [.text(value)])
    }
    if let name, !name.isEmpty, let key = TagKey("udta:name"), !tags.items.contains(where: key.matches) {
      try tags.set(key, to: [.text(name)])
    }
    let code: BoxType = "tagc"
    let characteristics = characteristics.map {
      MetadataItem(keySpace: .quickTimeUserData, key: .code(code.rawValue), value: .text($0, .utf8))
    }
    let items = tags.items + characteristics
    return items.isEmpty ? [] : try MetadataEncoder(format, level: .track).boxes(items)
  }

  /// Returns the items of metadata with the keys of a format. Those for which it has no key are among them: the encoder names them.
  private func storedItems(in format: MovieFormat) throws(MovieError) -> [MetadataItem] {
    let destination = MetadataDestination.movie(format, .track)
    let items = try items.map { text throws(MovieError) in
      let object = try? JSONDecoder().decode(MetadataObject.self, from: Data(text.utf8))
      guard let item = object?.item(in: destination) else {
        throw MovieError(.notStorable, "a track has no item of metadata '\(text.prefix(80))'")
      }
      return item
    }
    let (held, left) = MetadataTranslator(destination).items(items)
    return held + left
  }
}
