/// What Reel is asked to do with a file.
enum Operation: String, CaseIterable, Sendable {
  /// `reel run Pipelines/transcode.yaml`
  case transcode
  /// `reel run` of the template asset.remux, into a file of the same kind where Reel writes that kind.
  case asset
  /// `reel remux`, into a movie or a file of sound.
  case remux
  case image, sheet, waveform, samples, probe
  /// `AVURLAsset` with `AVAssetImageGenerator`, in the process of the tests.
  case generator

  /// How it takes its input. The others take files only, and say so.
  var accesses: [Access] {
    switch self {
    case .transcode, .asset: [.file, .http, .pipe]
    case .image, .probe, .generator: [.file, .http]
    case .remux, .sheet, .waveform, .samples: [.file]
    }
  }
}

/// How the bytes come to Reel.
enum Access: String, CaseIterable, Sendable {
  case file
  /// From a server that answers ranges.
  case http
  /// Through a named pipe.
  case pipe
}
