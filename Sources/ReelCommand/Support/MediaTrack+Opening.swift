internal import MediaSource
import Foundation
import MediaEngine
import MediaGraph

extension MediaTrack {
  /// The video and audio tracks of a file that the command line names, or of what a server has.
  ///
  /// - Throws: `Diagnostic` if it is missing or cannot be read; `CancellationError`.
  static func tracks(of location: Location) async throws -> [MediaTrack] {
    do {
      return try await tracks(of: AssetProbe.Input(location))
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch {
      throw Diagnostic(cannotRead: location.text, error)
    }
  }
}
