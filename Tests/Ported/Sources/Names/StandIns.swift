import AVFAudio
import AVKit
import Accelerate
import AudioToolbox
import CoreAudio
import CoreServices
import MediaToolbox
import OSLog
import QuartzCore
import UniformTypeIdentifiers
import VideoToolbox
import os
import os.log

/// An image of a buffer of the program's own, before anything else has been asked of the package.
func frame() {
  var buffer: CVPixelBuffer?
  CVPixelBufferCreate(nil, 16, 8, kCVPixelFormatType_32BGRA, nil, &buffer)
  guard let buffer else { return }
  CVPixelBufferLockBaseAddress(buffer, [])
  if let base = CVPixelBufferGetBaseAddress(buffer)?.assumingMemoryBound(to: UInt8.self) {
    for y in 0..<8 {
      for x in 0..<16 {
        let pixel = base + y * CVPixelBufferGetBytesPerRow(buffer) + 4 * x
        (pixel[0], pixel[1], pixel[2], pixel[3]) = (10, 20, 200, 255)
      }
    }
  }
  CVPixelBufferUnlockBaseAddress(buffer, [])
  var image: CGImage?
  VTCreateCGImageFromCVPixelBuffer(buffer, options: nil, imageOut: &image)
  var pixels = [UInt8](repeating: 0, count: 16 * 8 * 4)
  if let image {
    pixels.withUnsafeMutableBytes { pixels in
      CGContext(
        data: pixels.baseAddress, width: 16, height: 8, bitsPerComponent: 8, bytesPerRow: 64,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )?.draw(image, in: CGRect(x: 0, y: 0, width: 16, height: 8))
    }
  }
  print("frame:", image?.width ?? 0, image?.height ?? 0, pixels[256..<260].map { Int($0) })
}

/// The modules that stand in for Apple's.
func standIns() throws {
  let film = UTType(filenameExtension: "MOV")
  print("types:", film == .quickTimeMovie, film?.conforms(to: .movie) ?? false, UTType.png.preferredMIMEType ?? "")
  let identifier = UTTypeCreatePreferredIdentifierForTag(kUTTagClassMIMEType, "audio/mpeg" as CFString, nil)
  print("types:", identifier?.takeRetainedValue() ?? "none", UTTypeConformsTo(kUTTypeJPEG, kUTTypeImage))
  print("types:", UTType(filenameExtension: "blend")?.preferredMIMEType ?? "unknown")

  print("types:", UTType("no.such.type")?.identifier ?? "nil", UTType(filenameExtension: "srt")?.isDynamic ?? false)

  let logger = Logger(subsystem: "org.example", category: "test")
  logger.debug("\(film?.identifier ?? "", privacy: .public)")
  let count = OSAllocatedUnfairLock(initialState: 1)
  count.withLock { $0 += 1 }
  print("os:", count.withLock { $0 }, OSSignposter(logger: logger).withIntervalSignpost("work") { 3 })

  let log = OSLog(subsystem: "org.example", category: .pointsOfInterest)
  let post = OSSignpostID(log: log)
  os_signpost(.begin, log: log, name: "work", signpostID: post)
  os_log("%{public}@ took %d", log: log, type: .debug, "work", Int32(3))
  os_signpost(.end, log: log, name: "work", signpostID: post, "%d", Int32(3))
  var lock = os_unfair_lock()
  os_unfair_lock_lock(&lock)
  print("os:", os_unfair_lock_trylock(&lock), log.isEnabled(type: .error), OSSignposter.disabled.isEnabled)
  os_unfair_lock_assert_owner(&lock)
  os_unfair_lock_unlock(&lock)
  os_unfair_lock_assert_not_owner(&lock)

  print("clock:", CACurrentMediaTime() > 0, AudioConvertHostTimeToNanos(AudioGetCurrentHostTime()) > 0)
  let samples: [Float] = [3, -4, 0, 5]
  var level: Float = 0
  vDSP_rmsqv(samples, 1, &level, vDSP_Length(samples.count))
  print("vDSP:", level * level, vDSP.maximumMagnitude(samples), vDSP.mean(samples))
  var (threshold, limited): (Float, [Float]) = (1, [0, 0, 0, 0])
  vDSP_vthr(samples, 1, &threshold, &limited, 1, vDSP_Length(samples.count))
  print("vDSP:", limited, vDSP.convolve(samples, withKernel: [0.5, 0.5]))
  vDSP.multiply(limited, [0.5, 2, 3, 1] as [Float], result: &limited)
  let decibels = vDSP.amplitudeToDecibels([1, 10] as [Float], zeroReference: 1)
  print("vDSP:", limited, vDSP.rootMeanSquare(limited[1...2]).rounded(), decibels)
  spectrum()
  try picture()

  print("video:", kVTProfileLevel_HEVC_Main10_AutoLevel)
  print("video:", kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder)
  print("video:", VTIsHardwareDecodeSupported(kCMVideoCodecType_H264), kVTVideoDecoderBadDataErr)
  print("audio:", kAudioFileM4AType == 0x6D34_6166)
}

/// The strongest frequency of a tone.
private func spectrum() {
  let count = 64
  let tone = (0..<count).map { sin(2 * Float.pi * 5 * Float($0) / Float(count)) }
  guard let setup = vDSP_create_fftsetup(6, FFTRadix(kFFTRadix2)) else { return }
  defer { vDSP_destroy_fftsetup(setup) }
  var real = [Float](repeating: 0, count: count / 2)
  var imaginary = [Float](repeating: 0, count: count / 2)
  var magnitudes = [Float](repeating: 0, count: count / 2)
  real.withUnsafeMutableBufferPointer { real in
    imaginary.withUnsafeMutableBufferPointer { imaginary in
      var split = DSPSplitComplex(realp: real.baseAddress!, imagp: imaginary.baseAddress!)
      tone.withUnsafeBufferPointer { tone in
        tone.baseAddress!.withMemoryRebound(to: DSPComplex.self, capacity: count / 2) {
          vDSP_ctoz($0, 2, &split, 1, vDSP_Length(count / 2))
        }
      }
      vDSP_fft_zrip(setup, &split, 1, 6, FFTDirection(FFT_FORWARD))
      vDSP_zvmags(&split, 1, &magnitudes, 1, vDSP_Length(count / 2))
    }
  }
  var (peak, place): (Float, vDSP_Length) = (0, 0)
  vDSP_maxvi(magnitudes, 1, &peak, &place, vDSP_Length(magnitudes.count))
  print("vDSP:", place, (peak / Float(count * count)).rounded())
}

/// A picture that is scaled and turned.
private func picture() throws {
  var source = try vImage_Buffer(width: 4, height: 2, bitsPerPixel: 32)
  defer { source.free() }
  vImageBufferFill_ARGB8888(&source, [255, 10, 20, 30], vImage_Flags(kvImageNoFlags))
  var scaled = try vImage_Buffer(width: 8, height: 4, bitsPerPixel: 32)
  defer { scaled.free() }
  let error = vImageScale_ARGB8888(&source, &scaled, nil, vImage_Flags(kvImageHighQualityResampling))
  var turned = vImage_Buffer()
  vImageBuffer_Init(&turned, 8, 4, 32, vImage_Flags(kvImageNoFlags))
  defer { free(turned.data) }
  vImageRotate90_ARGB8888(
    &scaled, &turned, UInt8(kRotate90DegreesClockwise), [0, 0, 0, 0], vImage_Flags(kvImageNoFlags))
  guard
    var format = vImage_CGImageFormat(
      bitsPerComponent: 8, bitsPerPixel: 32, colorSpace: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue))
  else { return }
  let image = vImageCreateCGImageFromBuffer(&turned, &format, nil, nil, vImage_Flags(kvImageNoFlags), nil)
  let corner = turned.data.load(fromByteOffset: 7 * turned.rowBytes + 13, as: UInt8.self)
  print("vImage:", error == kvImageNoError, image?.takeRetainedValue().width ?? 0, corner)
}
