internal import MediaSource
import Foundation
import MediaEngine
import MediaGraph

extension MediaTrack {
  /// The tracks of a file that the command line names.
  ///
  /// - Throws: `Diagnostic` if it is missing or cannot be read; `CancellationError`.
  static func tracks(ofNamed path: String) async throws -> [MediaTrack] {
    guard FileManager.default.fileExists(atPath: path) else {
      throw Diagnostic("cannot read '\(path)'", kind: .input, underlying: POSIXError(.ENOENT))
    }
    do {
      return try await tracks(ofFile: path)
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let problem as Diagnostic {
      throw problem
    } catch let error as MediaError {
      throw Diagnostic(error)
    } catch {
      throw Diagnostic("cannot read '\(path)'", kind: .input, underlying: error)
    }
  }
}
