import Foundation
internal import MediaGraph

/// The media of clips: files, titles and nested timelines.
extension OTIOReader {
  /// The media of a clip that are in use; nil without any.
  func reference(of child: OTIOObject) throws -> OTIOObject? {
    if let single = try child.object("media_reference") { return single }
    guard let references = child.fields["media_references"] as? [String: Any] else { return nil }
    let key = child.text("active_media_reference_key")
    let value = references[key.isEmpty ? "DEFAULT_MEDIA" : key]
    return try value.map { try OTIOObject($0, at: "\(child.place).media_references") }
  }

  /// The source of a clip's media, or of a stack in the place of a clip.
  mutating func source(of child: OTIOObject) throws -> Timeline.Source {
    if child.schema != "Clip" {
      // The clip itself has its range.
      return .timeline(try timeline(child, own: child.own["timeline"] as? [String: Any] ?? [:], window: nil))
    }
    if let title = try title(of: child) { return .title(title) }
    guard let reference = try reference(of: child), reference.schema == "ExternalReference" else {
      let schema = try reference(of: child)?.schema ?? "MissingReference"
      throw Diagnostic(
        "a clip has no file", kind: .input, notes: ["in \(child.place)"],
        cause: "its media are a \(schema), and only an ExternalReference names a file")
    }
    let location = Location(reference.text("target_url"))
    guard location.scheme == nil else { return .location(location) }
    let path = unescaped(location.text)
    if path.hasPrefix("/") { return .location(Location(path)) }
    // As the paths of a description, when the file lies in the working directory.
    let isHere = folder.standardizedFileURL.path == FileManager.default.currentDirectoryPath
    return .location(isHere ? Location(path) : Location(folder.appendingPathComponent(path).path))
  }

  /// A title that Reel wrote; nil for other media.
  private func title(of child: OTIOObject) throws -> Timeline.Title? {
    guard let reference = try reference(of: child), reference.schema == "GeneratorReference",
      reference.text("generator_kind") == OpenTimeline.titleKind,
      let argument = (reference.fields["parameters"] as? [String: Any])?["title"].flatMap(OTIOArgument.argument)
    else { return nil }
    do {
      return try Timeline.Title(argument: argument)
    } catch {
      throw Diagnostic("a title cannot be read", kind: .input, notes: ["in \(child.place)"], underlying: error)
    }
  }

  /// A path without the escapes of a URL; programs that write none may have files whose names look like them.
  private func unescaped(_ path: String) -> String {
    guard let plain = path.removingPercentEncoding, plain != path, !plain.utf8.contains(0) else { return path }
    let literal = path.hasPrefix("/") ? path : folder.path + "/" + path
    return FileManager.default.fileExists(atPath: literal) ? path : plain
  }
}
