import CoreGraphics
import Foundation

extension CMSampleBuffer {
  /// The sum of the samples' durations; invalid if one is not known.
  ///
  /// Source: `CMSampleBufferGetDuration`.
  public var duration: CMTime {
    guard let first = timings.first, numSamples > 0 else { return .invalid }
    if timings.count == 1 { return first.duration.multiplied(byCount: numSamples) }
    return timings.dropFirst().reduce(first.duration) { $0 + $1.duration }
  }

  /// The earliest time at which a sample is shown; invalid if there is none.
  ///
  /// Source: `CMSampleBufferGetPresentationTimeStamp`.
  public var presentationTimeStamp: CMTime {
    timings.map(\.presentationTimeStamp).min() ?? .invalid
  }

  /// The decode time of the first sample; invalid unless it was set, as for samples that are stored in another order
  /// than they are presented. Decoded frames have none.
  ///
  /// Source: `CMSampleBufferGetDecodeTimeStamp`.
  public var decodeTimeStamp: CMTime { timings.first?.decodeTimeStamp ?? .invalid }

  /// The duration after trimming and the speed multiplier of the attachments.
  public var outputDuration: CMTime {
    scaledBySpeed(duration - (trim(.trimDurationAtStart) + trim(.trimDurationAtEnd)))
  }

  /// The presentation time in the output: as set, else the presentation time after the trimmed start (the trimmed end,
  /// if the buffer plays in reverse).
  ///
  /// Source: `CMSampleBufferGetOutputPresentationTimeStamp`.
  public var outputPresentationTimeStamp: CMTime {
    let own = withState { $0.outputPresentationTimeStamp }
    if own.isValid { return own }
    let reverse = CMGetAttachment(self, key: kCMSampleBufferAttachmentKey_Reverse, attachmentModeOut: nil)
    let isReversed = (reverse as? NSNumber)?.boolValue ?? false
    return presentationTimeStamp + trim(isReversed ? .trimDurationAtEnd : .trimDurationAtStart)
  }

  /// The decode time of the first sample, moved and scaled like the output; invalid if there is no decode time.
  public var outputDecodeTimeStamp: CMTime {
    let decode = decodeTimeStamp
    guard decode.isValid else { return .invalid }
    return scaledBySpeed(decode - presentationTimeStamp) + outputPresentationTimeStamp
  }

  /// Sets when the samples are shown in the output; an invalid time means as computed.
  public func setOutputPresentationTimeStamp(_ pts: CMTime) throws {
    withState { $0.outputPresentationTimeStamp = pts }
  }

  /// The timings as given: none, one for all, or one a sample.
  ///
  /// - Throws: `bufferHasNoSampleTimingInfo` if there are none.
  public func sampleTimingInfos() throws -> [CMSampleTimingInfo] {
    guard !timings.isEmpty else { throw Error.bufferHasNoSampleTimingInfo }
    return timings
  }

  /// The timings of the output, one for all or one a sample.
  ///
  /// - Throws: `bufferHasNoSampleTimingInfo` if there are none.
  public func outputSampleTimingInfos() throws -> [CMSampleTimingInfo] {
    let (start, output) = (presentationTimeStamp, outputPresentationTimeStamp)
    return try sampleTimingInfos().map { timing in
      let decode = timing.decodeTimeStamp
      return CMSampleTimingInfo(
        duration: scaledBySpeed(timing.duration),
        presentationTimeStamp: scaledBySpeed(timing.presentationTimeStamp - start) + output,
        decodeTimeStamp: decode.isValid ? scaledBySpeed(decode - start) + output : .invalid)
    }
  }

  /// The timing of one sample; where one timing is for all, samples follow each other without gaps.
  ///
  /// - Throws: `bufferHasNoSampleTimingInfo`, `sampleIndexOutOfRange`.
  public func sampleTimingInfo(at sampleIndex: CMItemIndex) throws -> CMSampleTimingInfo {
    guard let first = timings.first else { throw Error.bufferHasNoSampleTimingInfo }
    guard sampleIndex >= 0, sampleIndex < numSamples else { throw Error.sampleIndexOutOfRange }
    if timings.count > 1 { return timings[sampleIndex] }
    guard sampleIndex > 0 else { return first }
    let offset = first.duration.multiplied(byCount: sampleIndex)
    return CMSampleTimingInfo(
      duration: first.duration, presentationTimeStamp: first.presentationTimeStamp + offset,
      decodeTimeStamp: first.decodeTimeStamp.isValid ? first.decodeTimeStamp + offset : .invalid)
  }

  private func trim(_ key: AttachmentKey) -> CMTime {
    let value = CMGetAttachment(self, key: key.rawValue, attachmentModeOut: nil)
    let time = (value as? NSDictionary).map { CMTimeMakeFromDictionary($0) }
    return time?.isValid == true ? time ?? .zero : .zero
  }

  private func scaledBySpeed(_ time: CMTime) -> CMTime {
    let key = kCMSampleBufferAttachmentKey_SpeedMultiplier
    let speed = (CMGetAttachment(self, key: key, attachmentModeOut: nil) as? NSNumber)?.doubleValue ?? 1
    return speed == 1 || !(speed > 0) ? time : CMTimeMultiplyByFloat64(time, multiplier: 1 / speed)
  }
}

extension CMTime {
  /// Returns the product with a count, which may exceed the range of `CMTimeMultiply`.
  fileprivate func multiplied(byCount count: Int) -> CMTime {
    if let count = Int32(exactly: count) { return CMTimeMultiply(self, multiplier: count) }
    return multiplied(by: Double(count))
  }
}

extension CMSampleBuffer {
  /// The sizes in bytes as given: one for all or one a sample.
  ///
  /// - Throws: `bufferHasNoSampleSizes` if there are none.
  public func sampleSizes() throws -> [Int] {
    guard !sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
    return sizes
  }

  /// The size of one sample in bytes; 0 if it is not known.
  public func sampleSize(at sampleIndex: Int) -> Int {
    guard sampleIndex >= 0, sampleIndex < numSamples else { return 0 }
    return sizes.count == 1 ? sizes[0] : sizes.indices.contains(sampleIndex) ? sizes[sampleIndex] : 0
  }

  /// The sum of the sizes in bytes; 0 if they are not known.
  ///
  /// Source: `CMSampleBufferGetTotalSampleSize`.
  public var totalSampleSize: Int {
    if sizes.count == 1 { return sizes[0].multipliedReportingOverflow(by: numSamples).partialValue }
    return sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue }
  }
}
