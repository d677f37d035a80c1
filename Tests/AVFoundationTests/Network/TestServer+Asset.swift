@testable import AVFoundation
import MediaSource

extension TestServer {
  /// An asset that waits five minutes for the server: on a slow machine too, only what wakes readers ends them.
  func patientAsset(_ path: String) -> AVAsset { AVAsset(MediaFile(url(path), options: .init(timeout: 300))) }
}
