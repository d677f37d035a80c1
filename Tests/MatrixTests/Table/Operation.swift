/// An operation of Reel on a file.
enum Operation: String, CaseIterable, Sendable {
  /// `reel run Pipelines/transcode.yaml`
  case transcode
  /// `reel run` of the template asset.remux, into a file of the same format if Reel writes that format.
  case asset
  /// `reel remux`, into a movie or an audio file.
  case remux
  case image, sheet, waveform, samples, probe
  /// `AVURLAsset` with `AVAssetImageGenerator`, in the process of the tests.
  case generator

  /// The ways to read its input. Operations without pipes or HTTP refuse these with an error.
  var accesses: [Access] {
    switch self {
    case .transcode, .asset: [.file, .http, .pipe]
    case .image, .probe, .generator: [.file, .http]
    case .remux, .sheet, .waveform, .samples: [.file]
    }
  }
}

/// The access to the input.
enum Access: String, CaseIterable, Sendable {
  case file
  /// From a server that supports range requests.
  case http
  /// Through a named pipe.
  case pipe
}
