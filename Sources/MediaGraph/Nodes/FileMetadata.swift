/// The metadata parameters of a muxer: parameters of the node itself in files, help and schemas.
///
/// A muxer declares `@ParameterGroup public var fileMetadata = FileMetadata<MovieKeys>()` and conforms to
/// `MetadataWritingNode`, so that in Swift, too, `metadata` and `metadataFrom` are properties of the node.
public struct FileMetadata<Keys: OwnMetadataKeys>: RecordValue {
  public static var recordName: String { "metadata" }

  @Parameter(
    "Metadata of the file: title, artist and other names, or its own keys such as '\(Keys.example)'.")
  public var metadata = TextMap()
  @Parameter("A file or URL whose metadata are carried over.") public var metadataFrom: Location?

  public init() {}
}

/// The chapter parameter of a muxer.
public struct FileChapters: RecordValue {
  public static let recordName = "chapters"

  @Parameter("A file or URL whose chapters are carried over, at the times that they have there.")
  public var chaptersFrom: Location?

  public init() {}
}

/// A key space of a kind of file, beside the names that all kinds know.
public protocol OwnMetadataKeys: Sendable {
  /// A key for the documentation.
  static var example: String { get }
}

public enum MovieKeys: OwnMetadataKeys { public static let example = "udta:©nam" }
public enum ID3Keys: OwnMetadataKeys { public static let example = "id3:TIT2" }
public enum MatroskaKeys: OwnMetadataKeys { public static let example = "mkv:ENCODED_BY" }
public enum VorbisKeys: OwnMetadataKeys { public static let example = "vorbis:ENCODER" }
public enum CoreAudioKeys: OwnMetadataKeys { public static let example = "caaf:info-title" }

/// A muxer that writes metadata.
public protocol MetadataWritingNode: Node {
  associatedtype Keys: OwnMetadataKeys
  var input: Input<AnyTrack> { get }
  var output: Output<Container> { get }
  var fileMetadata: FileMetadata<Keys> { get set }
}

extension MetadataWritingNode {
  /// The names and values that the file says about itself.
  public var metadata: TextMap {
    get { fileMetadata.metadata }
    set { fileMetadata.metadata = newValue }
  }
  /// The file or URL whose metadata are carried over.
  public var metadataFrom: Location? {
    get { fileMetadata.metadataFrom }
    set { fileMetadata.metadataFrom = newValue }
  }
}

/// A muxer that writes chapters.
public protocol ChapterWritingNode: Node {
  var fileChapters: FileChapters { get set }
}

extension ChapterWritingNode {
  /// The file or URL whose chapters are carried over.
  public var chaptersFrom: Location? {
    get { fileChapters.chaptersFrom }
    set { fileChapters.chaptersFrom = newValue }
  }
}
