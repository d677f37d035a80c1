import MediaGraph
import MovieFile

/// What a movie file says about itself when a graph has written it.
struct MuxerMetadata {
  /// The boxes of the movie that say it.
  let boxes: [RawBox]

  /// - Parameters:
  ///   - texts: Values by name or key, as `reel tags --set` takes them; they go before those of the source.
  ///   - source: A file whose metadata are carried over, in words that the file type has; what it has none for is left out.
  /// - Throws: `Diagnostic` for a name that no file has, a value that the file type cannot hold, a source that cannot be read.
  init(_ texts: TextMap, from source: Location?, in format: MovieFormat, at range: SourceRange?) throws(Diagnostic) {
    var items: [MetadataItem] = []
    if let source { items = MetadataTranslator(format).items(try Self.items(of: source, at: range)).items }
    var tags = TagEditor(items, format)
    for (name, value) in texts.entries {
      guard let key = TagKey(name) ?? MetadataTag(parameterName: name).map({ .tag($0) }) else {
        let names = MetadataTag.allCases.map(\.rawValue)
        let near = Suggestion.nearest(to: name, in: names).map { "did you mean '\($0)'? " } ?? ""
        throw Diagnostic(
          "there is no metadata '\(name)'", at: range, notes: ["names are \(names.joined(separator: ", "))"],
          help: near + "a file's own keys are written as \"ilst:©nam\", \"mdta:com.example.key\" or \"udta:©nam\"")
      }
      do throws(MovieError) {
        try tags.set(key, to: [.text(value)])
      } catch {
        throw Diagnostic("'\(name)' cannot be '\(value)'", at: range, cause: error.message)
      }
    }
    do throws(MovieError) {
      boxes = try MetadataEncoder(format).boxes(tags.items)
    } catch {
      throw Diagnostic("the metadata cannot be written", at: range, cause: error.message)
    }
  }

  /// Those of a movie, or of the tags of a sound file; others have none that are read.
  private static func items(of location: Location, at range: SourceRange?) throws(Diagnostic) -> [MetadataItem] {
    guard let path = location.path else {
      throw Diagnostic(
        "cannot read the metadata of '\(location.text)'", kind: .input, at: range, cause: "it is no local file")
    }
    do throws(MovieError) {
      let source = try FileByteSource(path: path)
      do throws(MovieError) {
        return try Movie(source: source).metadata().items
      } catch {
        guard error.code == .notAMovie else { throw error }
        return try ID3Location(of: source).metadata.items
      }
    } catch {
      throw Diagnostic("cannot read the metadata of '\(path)'", kind: .input, at: range, cause: error.message)
    }
  }
}

extension MetadataTag {
  /// The tag of a name as descriptions write names: `album_artist`.
  fileprivate init?(parameterName name: String) {
    guard name.contains("_") else { return nil }
    let words = name.split(separator: "_").map(String.init)
    self.init(rawValue: words[0] + words.dropFirst().map(\.capitalized).joined())
  }
}
