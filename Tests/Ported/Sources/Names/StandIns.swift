import AVFAudio
import AVKit
import Accelerate
import AudioToolbox
import CoreAudio
import CoreServices
import QuartzCore
import UniformTypeIdentifiers
import VideoToolbox
import os

/// The modules that stand in for Apple's.
func standIns() throws {
  let film = UTType(filenameExtension: "MOV")
  print("types:", film == .quickTimeMovie, film?.conforms(to: .movie) ?? false, UTType.png.preferredMIMEType ?? "")
  let identifier = UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "audio/mpeg" as CFString, nil)
  print("types:", identifier?.takeRetainedValue() ?? "none", UTTypeConformsTo(kUTTypeJPEG, kUTTypeImage))
  print("types:", UTType(filenameExtension: "blend")?.preferredMIMEType ?? "unknown")

  let logger = Logger(subsystem: "org.example", category: "test")
  logger.debug("\(film?.identifier ?? "", privacy: .public)")
  let count = OSAllocatedUnfairLock(initialState: 1)
  count.withLock { $0 += 1 }
  print("os:", count.withLock { $0 }, OSSignposter(logger: logger).withIntervalSignpost("work") { 3 })

  print("clock:", CACurrentMediaTime() > 0, AudioConvertHostTimeToNanos(AudioGetCurrentHostTime()) > 0)
  let samples: [Float] = [3, -4, 0, 5]
  var level: Float = 0
  vDSP_rmsqv(samples, 1, &level, vDSP_Length(samples.count))
  print("vDSP:", level * level, vDSP.maximumMagnitude(samples), vDSP.mean(samples))

  var buffer: CVPixelBuffer?
  CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
  var image: CGImage?
  if let buffer { VTCreateCGImageFromCVPixelBuffer(buffer, options: nil, imageOut: &image) }
  print("video:", image?.width ?? 0, image?.height ?? 0, kVTProfileLevel_HEVC_Main10_AutoLevel)
}
