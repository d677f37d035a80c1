import AVFoundation
import Foundation
import Testing

extension AVAssetReader {
  /// Makes a reader of a file with an output of its first track of a type, and starts it.
  static func started(
    _ url: URL, _ type: AVMediaType, _ settings: [String: Any]?,
    configure: (AVAssetReader, AVAssetReaderTrackOutput) -> Void = { _, _ in }
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
    try started(AVURLAsset(url: url), type, settings, configure: configure)
  }

  static func started(
    _ asset: AVAsset, _ type: AVMediaType, _ settings: [String: Any]?,
    configure: (AVAssetReader, AVAssetReaderTrackOutput) -> Void = { _, _ in }
  ) throws -> (reader: AVAssetReader, output: AVAssetReaderTrackOutput) {
    let reader = try AVAssetReader(asset: asset)
    let output = AVAssetReaderTrackOutput(
      track: try #require(asset.tracks(withMediaType: type).first), outputSettings: settings)
    configure(reader, output)
    reader.add(output)
    guard reader.startReading() else { throw try #require(reader.error) }
    return (reader, output)
  }
}

extension AVAssetReaderOutput {
  /// Copies all samples up to the first nil.
  func all() -> [CMSampleBuffer] {
    var samples: [CMSampleBuffer] = []
    while let sample = copyNextSampleBuffer() { samples.append(sample) }
    return samples
  }
}

extension CMSampleBuffer {
  /// The bytes of the samples.
  var bytes: [UInt8] {
    get throws {
      let data = try #require(dataBuffer).makeContiguous()
      return try data.withUnsafeMutableBytes { [UInt8](UnsafeRawBufferPointer($0)) }
    }
  }
}

extension CVPixelBuffer {
  /// The pixels of all planes, row after row without padding.
  func pixels(bytesPerPixel: Int = 4) throws -> [UInt8] {
    CVPixelBufferLockBaseAddress(self, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(self, .readOnly) }
    var result: [UInt8] = []
    func append(_ base: UnsafeMutableRawPointer?, _ rows: Int, _ stride: Int, _ length: Int) throws {
      let base = try #require(base)
      for row in 0..<rows { result += UnsafeRawBufferPointer(start: base + row * stride, count: length) }
    }
    let count = CVPixelBufferGetPlaneCount(self)
    guard count > 0 else {
      try append(
        CVPixelBufferGetBaseAddress(self), CVPixelBufferGetHeight(self), CVPixelBufferGetBytesPerRow(self),
        CVPixelBufferGetWidth(self) * bytesPerPixel)
      return result
    }
    for plane in 0..<count {
      // The second of two planes has pairs.
      let pair = count == 2 && plane == 1 ? 2 : 1
      try append(
        CVPixelBufferGetBaseAddressOfPlane(self, plane), CVPixelBufferGetHeightOfPlane(self, plane),
        CVPixelBufferGetBytesPerRowOfPlane(self, plane), CVPixelBufferGetWidthOfPlane(self, plane) * pair)
    }
    return result
  }
}

/// The settings of a pixel format.
func pixels(_ format: OSType, width: Int? = nil, height: Int? = nil) -> [String: Any] {
  var settings: [String: Any] = [kCVPixelBufferPixelFormatTypeKey as String: format]
  settings[kCVPixelBufferWidthKey as String] = width
  settings[kCVPixelBufferHeightKey as String] = height
  return settings
}

/// The settings of linear PCM.
func linearPCM(_ more: [String: Any] = [:]) -> [String: Any] {
  more.merging([AVFormatIDKey: kAudioFormatLinearPCM]) { own, _ in own }
}

extension Oracle {
  /// Makes a tenth of a second of linear PCM in channels that are for no speakers, each with a level of its own.
  static func makeChannels(_ count: Int, _ options: [String]) throws {
    let levels = (0..<count).map { "0.01*\($0)" }.joined(separator: "|")
    try make(["-f", "lavfi", "-i", "aevalsrc=\(levels):s=48000:d=0.1"] + options)
  }

  /// The bytes of a file's media as ffmpeg decodes them.
  static func raw(_ path: String, _ options: [String]) throws -> [UInt8] {
    [UInt8](try run("ffmpeg", ["-nostdin", "-v", "error", "-i", path] + options + ["-"]))
  }
}
