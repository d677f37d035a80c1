import Foundation
import MovieFile

extension AssetProbe {
  /// Probes a file, by a path or a URL.
  ///
  /// - Throws: `MediaError` if it is missing, cannot be read or has no media.
  package static func probe(_ input: Input) async throws(MediaError) -> AssetProbe {
    if case .file(let path) = input {
      if let problem = InputFile.problem(path: path) { throw problem }
      if InputFile.isPipe(path) {
        throw MediaError(
          .unseekable, "it is a pipe: what a look takes out of it, nobody else gets", stage: "probe", path: path,
          help: "write what comes to a file, and look at that")
      }
    }
    // The discoverer blocks as long as the source does.
    let result = await withCheckedContinuation { continuation in
      DispatchQueue(label: "reel.probe").async {
        continuation.resume(returning: Result { () throws(MediaError) in try look(input) })
      }
    }
    return try result.get()
  }

  /// Files are described by their container; what is no file, and movies that only GStreamer reads, by GStreamer. Blocks.
  private static func look(_ input: Input) throws(MediaError) -> AssetProbe {
    guard case .file(let path) = input, InputFile.isRegular(path) else { return try Discoverer.probe(input) }
    let media: OpenedMedia
    do {
      media = try OpenedMedia(path: path)
    } catch let error as MovieError {
      guard error.code == .unsupported else { throw problem(error, path: path) }
      return try Discoverer.probe(input)
    } catch {
      throw MediaError(.unreadable, "\(error)", stage: "probe", path: path, underlying: error)
    }
    return try media.container.probe(path: path)
  }
}
