internal import MediaEngine
internal import MediaSource

/// The latest format of an input's samples that is known to be encodable: those of a program's samples are mostly one object, or one size.
struct EncodableFormat: Sendable {
  var audio: CMFormatDescription?
  var bytesPerFrame = 0
  var size: CMVideoDimensions?
}

extension AVAssetWriterInput {
  /// Returns the reason why a frame cannot be encoded; nil if it can.
  func refusal(ofFrame image: CVPixelBuffer) -> WriterMisuse? {
    refusal(ofPixelFormat: CVPixelBufferGetPixelFormatType(image)) ?? refusal(ofSizeOf: image)
  }

  private func refusal(ofPixelFormat format: OSType) -> WriterMisuse? {
    if FrameFormat.canMake(format) { return nil }
    func name(_ format: OSType) -> String { "\(CMFormatDescription.MediaSubType(rawValue: format))" }
    let possible = FrameFormat.pixelFormats.map(name).joined(separator: ", ")
    return WriterMisuse("a frame has the pixel format \(name(format)), and the encoder takes \(possible)")
  }

  /// Frames are scaled to the size of the settings, and keep their own without one.
  private func refusal(ofSizeOf image: CVPixelBuffer) -> WriterMisuse? {
    guard case .success(.video(let settings))? = encoderSettings, settings.width == nil else { return nil }
    let size = CMVideoDimensions(
      width: Int32(clamping: CVPixelBufferGetWidth(image)), height: Int32(clamping: CVPixelBufferGetHeight(image)))
    return encodable.withLock { known in
      if known.size == size { return nil }
      do {
        _ = try VideoEncoding(settings, hint: size)
      } catch {
        return WriterMisuse("a frame of the input of type '\(mediaType.rawValue)' cannot be encoded: \(error)")
      }
      known.size = size
      return nil
    }
  }

  /// Returns the reason why audio cannot be encoded; nil if it can.
  func refusal(ofAudio sample: CMSampleBuffer) -> WriterMisuse? {
    guard case .success(.audio(let settings))? = encoderSettings, let format = sample.formatDescription else {
      return nil
    }
    let reason = encodable.withLock { known -> String? in
      if known.audio !== format {
        if let reason = settings.refusal(of: format) { return reason }
        (known.audio, known.bytesPerFrame) = (format, ProgramAudio.channels(of: format)?.bytesPerFrame ?? 1)
      }
      guard sample.dataBuffer != nil else { return nil }
      return ProgramAudio.shortage(of: sample, bytesPerFrame: known.bytesPerFrame)
    }
    return reason.map {
      WriterMisuse("a sample of the input of type '\(mediaType.rawValue)' cannot be encoded: \($0)")
    }
  }
}
