import CoreMedia
import Dispatch
import MediaGraph

/// What is in a file, as far as its beginning tells.
public struct AssetProbe: Sendable, Equatable {
  /// The kind of file in words; nil for a bare stream.
  public var container: String?
  /// How long it lasts; indefinite when it does not say.
  public var duration: CMTime
  public var tracks: [Track]

  /// A stream in a file; what the file does not say is nil.
  public struct Track: Sendable, Equatable {
    public enum Kind: String, Sendable { case video, audio, text, other }

    public var kind: Kind
    /// The track's ID in the file.
    public var id: Int?
    /// The codec in words.
    public var codec: String?
    /// GStreamer's name of the format.
    public var format: String?
    /// The language, as the file has it.
    public var language: String?
    /// Bits a second.
    public var bitRate: Int?
    /// Width and height in pixels, as they are stored.
    public var size: PixelSize?
    public var frameRate: FrameRate?
    /// Samples a second.
    public var sampleRate: Int?
    public var channels: Int?
  }

  /// Looks into a file or URL.
  /// - Throws: `Diagnostic` when it is missing, cannot be read or holds no media.
  public static func probe(_ location: Location) async throws(Diagnostic) -> AssetProbe {
    if let problem = InputFile.problem(location, at: nil) { throw problem }
    if let path = location.path, InputFile.isPipe(path) {
      throw Diagnostic(
        "cannot read '\(path)'", kind: .input, cause: "it is a pipe: what a look takes out of it, nobody else gets",
        help: "write what comes to a file, and look at that")
    }
    // The discoverer blocks for as long as the source does.
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "reel.probe").async {
        continuation.resume(returning: Result { () throws(Diagnostic) in try Discoverer.probe(location) })
      }
    }
    return try result.get()
  }
}
