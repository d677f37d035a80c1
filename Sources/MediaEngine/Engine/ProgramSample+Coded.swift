internal import GStreamer
internal import MediaSource
import CoreMedia
import MediaGraph
import MovieFile

extension ProgramSample {
  /// The coded sample with its format, and with attachments for its dependencies and for what of it is not shown. Of
  /// uncompressed audio, the samples that lie together.
  ///
  /// - Parameter isPrivate: True for bytes that nothing else refers to, which may be changed: copied if need be.
  func coded(isPrivate: Bool = false) throws -> CMSampleBuffer {
    guard let format = try description ?? CMFormatDescription.of(caps) else { throw GStreamerError.badCaps(caps.text) }
    let data = try blockBuffer(isPrivate: isPrivate)
    let sample: CMSampleBuffer
    if let frameSize = format.pcmFrameSize, buffer.byteCount % frameSize == 0, buffer.byteCount > frameSize {
      let count = buffer.byteCount / frameSize
      let timing = CMSampleTimingInfo(
        duration: part(of: duration, count),
        presentationTimeStamp: time, decodeTimeStamp: .invalid)
      sample = try CMSampleBuffer(
        dataBuffer: data, formatDescription: format, numSamples: count, sampleTimings: [timing],
        sampleSizes: [frameSize])
    } else {
      let timing = CMSampleTimingInfo(
        duration: duration, presentationTimeStamp: time,
        decodeTimeStamp: format.mediaType == .video ? decodeTime : .invalid)
      sample = try CMSampleBuffer(
        dataBuffer: data, formatDescription: format, numSamples: 1, sampleTimings: [timing],
        sampleSizes: [buffer.byteCount])
      sample.imply(dependencies(isVideo: format.mediaType == .video))
    }
    guard let shown, duration.isNumeric else { return sample }
    let end = time + duration
    if format.mediaType == .audio {
      sample.trim(min(duration, shown.start - time), kCMSampleBufferAttachmentKey_TrimDurationAtStart)
      sample.trim(min(duration, end - shown.end), kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    } else if end <= shown.start || time >= shown.end {
      sample.sampleAttachments[0][.doNotDisplay] = true
    }
    return sample
  }

  private func blockBuffer(isPrivate: Bool) throws -> CMBlockBuffer {
    guard isPrivate else { return try buffer.blockBuffer() }
    if let deferred = buffer.deferredBytes { return try CMBlockBuffer(reading: deferred) }
    return try buffer.unshared().blockBuffer()
  }

  /// The duration of each of some equal samples.
  private func part(of duration: CMTime, _ count: Int) -> CMTime {
    if duration.isNumeric, duration.value % Int64(count) == 0 {
      return CMTime(value: duration.value / Int64(count), timescale: duration.timescale)
    }
    return CMTimeMultiplyByRatio(duration, multiplier: 1, divisor: Int32(clamping: count))
  }

  private func dependencies(isVideo: Bool) -> ImpliedSampleAttachments {
    var implied = ImpliedSampleAttachments()
    if buffer.flags.contains(.deltaUnit) { (implied.isNotSync, implied.dependsOnOthers) = (true, true) }
    if let roll = stored?.rollDistance, !isVideo, roll < 0 { implied.refreshCount = -roll }
    guard let flags = stored?.flags else { return implied }
    implied.isPartialSync = flags.contains(.partialSync)
    if flags.contains(.dependsOnOthers) { implied.dependsOnOthers = true }
    if flags.contains(.independent) { implied.dependsOnOthers = false }
    if flags.contains(.isDependedOn) { implied.isDependedOnByOthers = true }
    if flags.contains(.disposable) { implied.isDependedOnByOthers = false }
    implied.hasRedundantCoding = flags.contains(.redundant)
    implied.allowsEarlierDisplayTimes = flags.contains(.earlierDisplayTimesAllowed)
    return implied
  }
}

extension CMFormatDescription {
  /// The bytes of a frame of uncompressed audio; nil for all other media.
  fileprivate var pcmFrameSize: Int? {
    guard let stream = audioStreamBasicDescription, stream.mFormatID == kAudioFormatLinearPCM,
      stream.mBytesPerFrame > 0, stream.mFramesPerPacket == 1
    else { return nil }
    return Int(stream.mBytesPerFrame)
  }
}

extension CMSampleBuffer {
  /// Attaches the duration of audio to leave out at one end.
  fileprivate func trim(_ duration: CMTime, _ key: CFString) {
    guard duration > .zero else { return }
    CMSetAttachment(
      self, key: key, value: CMTimeCopyAsDictionary(duration, allocator: nil),
      attachmentMode: kCMAttachmentMode_ShouldPropagate)
  }
}
