import CoreAudioTypes
import CoreGraphics
import CoreVideo
import Foundation

extension CMSampleBuffer {
  /// Creates a buffer of samples whose bytes are ready.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes of all samples, one after the other.
  ///   - formatDescription: The format of the samples.
  ///   - numSamples: The number of samples.
  ///   - sampleTimings: A timing for each, one for all (the first one's, with the duration of each), or none.
  ///   - sampleSizes: A size in bytes for each, one for all, or none if the samples are not contiguous.
  /// - Throws: `invalidEntryCount` if the numbers contradict each other.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription?, numSamples: CMItemCount,
    sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int]
  ) throws {
    try self.init(
      formatDescription: formatDescription, numSamples: numSamples, timings: sampleTimings, sizes: sampleSizes,
      state: State(dataBuffer: dataBuffer))
  }

  /// Creates a buffer of samples whose bytes a handler provides when they are needed.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription?,
    numSamples: CMItemCount, sampleTimings: [CMSampleTimingInfo], sampleSizes: [Int],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      formatDescription: formatDescription, numSamples: numSamples, timings: sampleTimings, sizes: sampleSizes,
      state: State(
        dataBuffer: dataBuffer, readiness: dataReady ? .ready : .notReady, makeDataReady: makeDataReadyHandler))
  }

  /// Creates an audio buffer whose times are derived from the number of samples.
  ///
  /// - Parameters:
  ///   - dataBuffer: The bytes.
  ///   - formatDescription: An audio format description.
  ///   - numSamples: The number of packets; of frames for PCM.
  ///   - presentationTimeStamp: The presentation time of the first one.
  ///   - packetDescriptions: The byte range of each packet; empty if all have the size of the format.
  /// - Throws: `invalidMediaFormat` unless the format is of audio, `invalidEntryCount`.
  public convenience init(
    dataBuffer: CMBlockBuffer?, formatDescription: CMFormatDescription, numSamples: CMItemCount,
    presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription]
  ) throws {
    try self.init(
      formatDescription: formatDescription, numSamples: numSamples, presentationTimeStamp: presentationTimeStamp,
      packetDescriptions: packetDescriptions, state: State(dataBuffer: dataBuffer))
  }

  /// Creates an audio buffer whose bytes a handler provides on demand.
  public convenience init(
    dataBuffer: CMBlockBuffer?, dataReady: Bool = false, formatDescription: CMFormatDescription,
    numSamples: CMItemCount, presentationTimeStamp: CMTime, packetDescriptions: [AudioStreamPacketDescription],
    makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      formatDescription: formatDescription, numSamples: numSamples, presentationTimeStamp: presentationTimeStamp,
      packetDescriptions: packetDescriptions,
      state: State(
        dataBuffer: dataBuffer, readiness: dataReady ? .ready : .notReady, makeDataReady: makeDataReadyHandler))
  }

  private convenience init(
    formatDescription: CMFormatDescription, numSamples: Int, presentationTimeStamp: CMTime,
    packetDescriptions: [AudioStreamPacketDescription], state: State
  ) throws {
    guard let format = formatDescription.audioStreamBasicDescription else { throw Error.invalidMediaFormat }
    guard packetDescriptions.isEmpty || packetDescriptions.count == numSamples else { throw Error.invalidEntryCount }
    let timing = CMSampleTimingInfo(
      duration: format.packetDuration, presentationTimeStamp: presentationTimeStamp, decodeTimeStamp: .invalid)
    let sizes =
      packetDescriptions.isEmpty
      ? (format.mBytesPerPacket > 0 ? [Int(format.mBytesPerPacket)] : [])
      : packetDescriptions.map { Int($0.mDataByteSize) }
    try self.init(
      formatDescription: formatDescription, numSamples: numSamples, timings: [timing], sizes: sizes,
      packetDescriptions: packetDescriptions, state: state)
  }

  /// Creates a buffer for an image buffer.
  ///
  /// - Throws: `invalidMediaFormat` unless the format is that of the image buffer.
  public convenience init(
    imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo
  ) throws {
    try self.init(
      imageBuffer: imageBuffer, format: formatDescription, timing: sampleTiming, state: State())
  }

  /// Creates a buffer for an image buffer whose pixels a handler provides on demand.
  public convenience init(
    imageBuffer: CVImageBuffer, dataReady: Bool = false, formatDescription: CMVideoFormatDescription,
    sampleTiming: CMSampleTimingInfo, makeDataReadyHandler: @escaping CMSampleBufferMakeDataReadyHandler
  ) throws {
    try self.init(
      imageBuffer: imageBuffer, format: formatDescription, timing: sampleTiming,
      state: State(readiness: dataReady ? .ready : .notReady, makeDataReady: makeDataReadyHandler))
  }

  private convenience init(
    imageBuffer: CVImageBuffer, format: CMVideoFormatDescription, timing: CMSampleTimingInfo, state: State
  ) throws {
    // Sizes and pixel formats must agree; attachments may have come or gone since the description was made.
    guard format.mediaTypeCode == kCMMediaType_Video,
      format.mediaSubTypeCode == CVPixelBufferGetPixelFormatType(imageBuffer),
      Int(format.dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
      Int(format.dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
    else { throw Error.invalidMediaFormat }
    try self.init(
      imageBuffer: imageBuffer, formatDescription: format, numSamples: 1, timings: [timing],
      attachments: imageBuffer.attachmentStore.current.only(.shouldPropagate), state: state)
  }
}

extension CMSampleBuffer {
  /// Creates a copy that shares bytes and pixels with another buffer.
  public convenience init(copying sampleBuffer: CMSampleBuffer) throws {
    try self.init(copying: sampleBuffer, timings: sampleBuffer.timings)
    try? setOutputPresentationTimeStamp(sampleBuffer.withState { $0.outputPresentationTimeStamp })
  }

  /// Creates a copy that shares bytes and pixels with another buffer but has other times.
  ///
  /// - Throws: `invalidEntryCount` unless there is no timing, one for all, or one a sample.
  public convenience init(copying sampleBuffer: CMSampleBuffer, withNewTiming sampleTimings: [CMSampleTimingInfo])
    throws
  {
    try self.init(copying: sampleBuffer, timings: sampleTimings)
  }

  /// Creates a buffer of some of another's samples, whose bytes it shares.
  ///
  /// - Throws: `sampleIndexOutOfRange`; `bufferHasNoSampleSizes` if it is not known where the samples' bytes are;
  ///   `bufferNotReady` if they are not there.
  public convenience init(copying sampleBuffer: CMSampleBuffer, forRange range: Range<Int>) throws {
    guard range.lowerBound >= 0, range.upperBound <= sampleBuffer.numSamples, !range.isEmpty else {
      throw Error.sampleIndexOutOfRange
    }
    let source = sampleBuffer
    var state = State()
    if let data = source.dataBuffer {
      guard source.dataReadiness == .ready else { throw Error.bufferNotReady }
      let bytes = try source.byteRange(of: range)
      state.dataBuffer =
        bytes.isEmpty ? CMBlockBuffer(segments: []) : try CMBlockBuffer(bufferReference: data[bytes])
    }
    let firstOffset = source.packetDescriptions.isEmpty ? 0 : source.packetDescriptions[range.lowerBound].mStartOffset
    try self.init(
      imageBuffer: source.imageBuffer, formatDescription: source.formatDescription, numSamples: range.count,
      timings: source.timings.isEmpty ? [] : try range.map(source.sampleTimingInfo),
      sizes: source.sizes.count > 1 ? Array(source.sizes[range]) : source.sizes,
      packetDescriptions: source.packetDescriptions.isEmpty
        ? []
        : source.packetDescriptions[range].map {
          var moved = $0
          moved.mStartOffset = moved.mStartOffset.subtractingReportingOverflow(firstOffset).partialValue
          return moved
        }, attachments: source.attachmentStore.current, state: state)
    copySampleAttachments(of: source, samples: range)
  }

  private convenience init(copying source: CMSampleBuffer, timings: [CMSampleTimingInfo]) throws {
    let old = source.withState { $0 }
    try self.init(
      imageBuffer: source.imageBuffer, formatDescription: source.formatDescription, numSamples: source.numSamples,
      timings: timings, sizes: source.sizes, packetDescriptions: source.packetDescriptions,
      attachments: source.attachmentStore.current,
      state: State(
        dataBuffer: old.dataBuffer, readiness: old.readiness, makeDataReady: old.makeDataReady, tracked: old.tracked))
    copySampleAttachments(of: source, samples: 0..<source.numSamples)
  }

  private func copySampleAttachments(of source: CMSampleBuffer, samples: Range<Int>) {
    if let attachments = source.sampleAttachmentDictionaries(create: false) {
      withState { $0.sampleAttachments = attachments[samples].map(\.changeableCopy) }
    }
  }

  /// The bytes of some samples in the data buffer.
  func byteRange(of range: Range<Int>) throws -> Range<Int> {
    if !packetDescriptions.isEmpty {
      let (first, last) = (packetDescriptions[range.lowerBound], packetDescriptions[range.upperBound - 1])
      let (end, overflow) = last.mStartOffset.addingReportingOverflow(Int64(last.mDataByteSize))
      guard !overflow, first.mStartOffset >= 0, end >= first.mStartOffset else { throw Error.invalidSampleData }
      return Int(first.mStartOffset)..<Int(end)
    }
    guard !sizes.isEmpty else { throw Error.bufferHasNoSampleSizes }
    func offset(_ index: Int) throws -> Int {
      let parts = sizes.count == 1 ? [sizes[0].multipliedReportingOverflow(by: index)] : []
      if let part = parts.first {
        guard !part.overflow else { throw Error.invalidSampleData }
        return part.partialValue
      }
      return try sizes[..<index].reduce(0) { sum, size in
        let (next, overflow) = sum.addingReportingOverflow(size)
        guard !overflow else { throw Error.invalidSampleData }
        return next
      }
    }
    return try offset(range.lowerBound)..<offset(range.upperBound)
  }
}

extension AudioStreamBasicDescription {
  /// The duration of one packet; invalid if packets differ or there is no rate.
  var packetDuration: CMTime {
    guard mFramesPerPacket > 0, mSampleRate > 0, mSampleRate.isFinite else { return .invalid }
    if let rate = Int32(exactly: mSampleRate) {
      return CMTime(value: Int64(mFramesPerPacket), timescale: rate)
    }
    return CMTime(seconds: Double(mFramesPerPacket) / mSampleRate, preferredTimescale: 1_000_000_000)
  }
}
