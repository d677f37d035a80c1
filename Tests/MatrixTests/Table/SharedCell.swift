import Foundation
import TestSupport

/// A file of the shared media folder and an operation on it; there are none if the folder is missing.
struct SharedCell: Hashable, Sendable {
  var file: String
  var operation: Operation

  var name: String { "\(file).\(operation.rawValue)" }
  var path: String { SharedMedia.path(file) }

  /// Files that ffmpeg does not open, so that it cannot judge them.
  private static let withoutOracle: Set<String> = ["sample_malformed_free_box.mp4"]

  static let files = SharedMedia.names.filter { !withoutOracle.contains($0) }

  static let all = files.flatMap { file in
    [Operation.transcode, .remux, .image, .samples, .probe].map { SharedCell(file: file, operation: $0) }
  }

  /// Six minutes of 1080p take minutes, also for ffmpeg, which decodes all of it.
  var isLong: Bool { file.hasPrefix("long") }
}
