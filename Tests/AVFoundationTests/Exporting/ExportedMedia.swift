import AVFoundation
import Foundation
import Testing

/// Movies to export, and short ways to do so.
enum ExportMedia {
  /// Makes a movie of 30 numbered frames with a pulse every 100 ms, the first at 0, on a ramp that no two samples
  /// share.
  static func movie(_ name: String = "in.mp4", in folder: TemporaryFolder, _ options: [String] = []) throws -> URL {
    try NumberedMovie.make(
      name, in: folder,
      options: [
        "-f", "lavfi", "-i", "aevalsrc=if(lt(mod(n\\,4800)\\,48)\\,0.8\\,0):s=48000:d=1", "-c:a", "aac", "-b:a", "128k",
      ]
        + options)
  }

  /// Returns the samples at which pulses begin, in 100ths of a second to the nearest.
  static func pulses(_ samples: [Int16]) -> [Int] {
    var found: [Int] = []
    var quiet = 4000
    for (index, sample) in samples.enumerated() {
      if abs(Int(sample)) > 9000 {
        if quiet > 2000 { found.append(index) }
        quiet = 0
      } else {
        quiet += 1
      }
    }
    return found
  }
}

extension AVAssetExportSession {
  static func of(_ url: URL, _ preset: String) throws -> AVAssetExportSession {
    try #require(AVAssetExportSession(asset: AVURLAsset(url: url), presetName: preset))
  }

  /// Exports, and expects that a file is there.
  func make(_ url: URL, _ type: AVFileType = .mp4, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try await export(to: url, as: type)
    #expect(status == .completed && progress == 1 && error == nil, sourceLocation: sourceLocation)
    let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int64
    #expect(result?.fileLength == size, sourceLocation: sourceLocation)
  }

  /// Exports, and returns the error with which that fails.
  func failure(_ url: URL, _ type: AVFileType? = .mp4) async -> AVError? {
    (outputURL, outputFileType) = (url, type)
    await export()
    #expect(status == .failed)
    return error as? AVError
  }
}

/// The range from a frame to another, of 30 a second.
func frames(_ first: Int64, _ end: Int64) -> CMTimeRange {
  CMTimeRange(start: CMTime(value: first, timescale: 30), end: CMTime(value: end, timescale: 30))
}

/// Expects a number of samples of audio, as the file says it and as it is read by its edits.
///
/// FFmpeg decodes whole packets at the end, whatever the file says of the last.
func expectAudio(_ url: URL, _ count: Int, rate: Int32 = 48_000, sourceLocation: SourceLocation = #_sourceLocation)
  throws
{
  let (_, output) = try AVAssetReader.started(url, .audio, [AVFormatIDKey: kAudioFormatLinearPCM])
  let found = output.all().reduce(0) { $0 + $1.numSamples }
  #expect(found == count, sourceLocation: sourceLocation)
}
