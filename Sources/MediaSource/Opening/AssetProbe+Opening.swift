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

  /// Files and what servers have are described by their container; what else there is, and movies that only GStreamer
  /// reads, by GStreamer. Blocks.
  private static func look(_ input: Input) throws(MediaError) -> AssetProbe {
    guard case .file(let path) = input, InputFile.isRegular(path) else { return try lookElsewhere(input) }
    let media: OpenedMedia
    do {
      media = try OpenedMedia(path: path)
    } catch let error as MovieError {
      guard error.code == .unsupported else { throw problem(error, path: path) }
      return try Discoverer.probe(input)
    } catch var error as MediaError {
      error.stage = "probe"
      throw error
    } catch {
      throw MediaError(.unreadable, "\(error)", stage: "probe", path: path, underlying: error)
    }
    return try media.container.probe(input)
  }

  /// Streams of servers without ranges and without an end are described by GStreamer.
  private static func lookElsewhere(_ input: Input) throws(MediaError) -> AssetProbe {
    guard case .url(let text) = input, let url = URL(string: text),
      ["http", "https"].contains(url.scheme?.lowercased())
    else { return try Discoverer.probe(input) }
    let container: any MediaContainer
    do {
      let media = try OpenedMedia(MediaInput(url, options: .init()))
      try media.readHeaders()
      guard media.input.foreignContentType == nil else { return try Discoverer.probe(input) }
      container = media.container
    } catch let error as MediaFileError where error.reason != .noRanges {
      var problem = error.mediaError(.reading)
      (problem.stage, problem.path) = ("probe", text)
      throw problem
    } catch let error as MediaError where error.code == .unsupported {
      throw error
    } catch {
      return try Discoverer.probe(input)
    }
    return try container.probe(input)
  }
}
