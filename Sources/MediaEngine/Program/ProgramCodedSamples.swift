internal import MediaSource
internal import GStreamer
internal import CGStreamer
import CoreMedia
import MediaGraph
import MovieFile

/// The coded samples that a program pushes, one by one, with what their sample buffers say of them.
struct ProgramCodedSamples {
  struct Sample {
    let buffer: Buffer
    /// The format from this sample on; nil if it is that of the sample before.
    let newFormat: Caps?
  }

  private var waiting: [Sample] = []
  /// The place of the first one that was not taken.
  private var first = 0
  /// Added to the times of the present batch.
  private var offset = CMTime.zero
  private var format: (description: CMFormatDescription, coded: CodedFormat)?
  /// The PCM of a session, of which no two samples have the same place.
  private var pcm = AudioSampleCount()
  /// The units of the samples' times, and their description in the file that they come from.
  private(set) var units: MediaUnits?

  /// Takes the first sample that waits.
  mutating func next() -> Sample? {
    guard first < waiting.count else { return nil }
    defer { forget(1) }
    return waiting[first]
  }

  /// Takes the samples that wait in the format of the one that was taken last.
  mutating func takeAlike() -> [Buffer] {
    let alike = waiting[first...].prefix { $0.newFormat == nil }
    defer { forget(alike.count) }
    return alike.map(\.buffer)
  }

  private mutating func forget(_ count: Int) {
    first += count
    guard first == waiting.count else { return }
    waiting.removeAll(keepingCapacity: true)
    first = 0
  }

  /// Makes the next PCM the first of a stretch, where its stamp says.
  mutating func startAnew() { pcm.startAnew() }

  /// Splits a sample buffer into its samples.
  ///
  /// - Parameter offset: Added to their times.
  /// - Throws: `Diagnostic` for a buffer without bytes, times or a format that can be stored.
  mutating func append(_ batch: CMSampleBuffer, movedBy offset: CMTime = .zero) throws {
    guard batch.numSamples > 0 else { return }
    self.offset = offset
    guard let description = batch.formatDescription, let data = batch.dataBuffer else {
      throw Diagnostic("a sample has no bytes, or no format", kind: .usage, help: "send complete coded samples")
    }
    let newFormat = try learn(description, batch)
    guard let format = format?.coded else { return }
    if format.pcm != nil {
      return try appendPCM(data.dataBytes(), batch, description, newFormat)
    }
    if batch.numSamples == 1, let deferred = data.deferredBytes {
      // The sample stays in its file.
      let buffer = Buffer(deferred: deferred)
      try describe(buffer, batch, 0, format)
      waiting.append(Sample(buffer: buffer, newFormat: newFormat))
      return trim(batch, from: waiting.count - 1)
    }
    let begin = waiting.count
    let bytes = try data.dataBytes()
    var offset = bytes.startIndex
    guard batch.numSamples == 1 || batch.totalSampleSize == bytes.count else {
      throw Diagnostic("the sizes of samples are not known", kind: .usage, help: "make the sample buffer with sizes")
    }
    for index in 0..<batch.numSamples {
      let size = batch.numSamples == 1 ? bytes.count : batch.sampleSize(at: index)
      guard size >= 0, size <= bytes.endIndex - offset else {
        throw Diagnostic("the sizes of samples are not known", kind: .usage, help: "make the sample buffer with sizes")
      }
      let buffer = Buffer(copying: bytes[offset..<offset + size])
      offset += size
      try describe(buffer, batch, index, format)
      waiting.append(Sample(buffer: buffer, newFormat: index == 0 ? newFormat : nil))
    }
    trim(batch, from: begin)
  }

  /// Takes PCM, without the frames that are not heard at both ends, and those that others have the place of.
  private mutating func appendPCM(
    _ bytes: Data, _ batch: CMSampleBuffer, _ description: CMFormatDescription, _ newFormat: Caps?
  ) throws {
    guard let stream = description.audioStreamBasicDescription, stream.mBytesPerFrame > 0,
      let rate = Int32(exactly: stream.mSampleRate), rate > 0
    else {
      throw Diagnostic("PCM has no frames", kind: .usage, help: "give its format the bytes of a frame and its rate")
    }
    func frames(_ key: CFString) -> Int {
      Int(clamping: CMTimeConvertScale(Self.trim(batch, key), timescale: rate, method: .roundHalfAwayFromZero).value)
    }
    let (size, count) = (Int(stream.mBytesPerFrame), bytes.count / Int(stream.mBytesPerFrame))
    var first = min(max(0, frames(kCMSampleBufferAttachmentKey_TrimDurationAtStart)), count)
    let unheard = max(0, frames(kCMSampleBufferAttachmentKey_TrimDurationAtEnd))
    let last = max(first, count - min(unheard, count))
    func time(of frame: Int) -> CMTime {
      batch.presentationTimeStamp + offset + CMTime(value: Int64(frame), timescale: rate)
    }
    if newFormat != nil { startAnew() }
    first += Int(min(overlap(at: time(of: first), rate: rate), Int64(last - first)))
    guard last > first else { return }
    pcm.add(last - first)
    let isWhole = first == 0 && last == count
    let buffer = Buffer(
      copying: isWhole ? bytes : bytes[bytes.startIndex + first * size..<bytes.startIndex + last * size])
    let time = time(of: first)
    buffer.presentationTime = .stamp(time)
    let duration = isWhole ? batch.duration : CMTime(value: Int64(last - first), timescale: rate)
    if let start = buffer.presentationTime, let end = ClockTime.stamp(time + duration),
      end.nanoseconds >= start.nanoseconds
    {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
    waiting.append(Sample(buffer: buffer, newFormat: newFormat))
  }

  /// Returns the number of frames from a time on that others have the place of; 0 where the stamp is a rounded one. Gaps are for the muxer
  /// to keep.
  private mutating func overlap(at time: CMTime, rate: Int32) -> Int64 {
    // The muxer's clock takes less than 20 ms for no gap.
    guard let distance = pcm.distance(to: time, rate: rate), distance <= Int64(rate / 50) else {
      pcm.startAnew(at: time)
      return 0
    }
    return -distance > AudioSampleCount.tolerance(rate: rate) ? -distance : 0
  }

  /// - Returns: The caps of a new format; nil if it is the same as before.
  private mutating func learn(_ description: CMFormatDescription, _ batch: CMSampleBuffer) throws -> Caps? {
    if let format, format.description === description || format.description == description { return nil }
    let coded: CodedFormat
    do {
      coded = try CodedFormat(description)
    } catch {
      throw Diagnostic(
        "samples of this format cannot be stored as they are", kind: .usage, cause: "\(error)",
        underlying: error, help: "set output settings, so that they are encoded")
    }
    format = (description, coded)
    if units == nil {
      let units = (0..<batch.numSamples).lazy.compactMap { [offset] index in
        (try? batch.sampleTimingInfo(at: index))?.moved(by: offset).units
      }
      self.units = units.first ?? Self.usualUnits(of: description)
    }
    units?.entry = MediaUnits.Entry(description)
    return coded.caps
  }

  /// The units of samples whose times say none: of audio, those of its rate.
  private static func usualUnits(of description: CMFormatDescription) -> MediaUnits? {
    let rate = description.audioStreamBasicDescription.flatMap { Int32(exactly: $0.mSampleRate) }
    return MediaUnits(timescale: rate ?? MediaUnits.usualScale)
  }

  private func describe(_ buffer: Buffer, _ batch: CMSampleBuffer, _ index: Int, _ format: CodedFormat) throws {
    let timing = try batch.sampleTimingInfo(at: index).moved(by: offset)
    buffer.presentationTime = .stamp(timing.presentationTimeStamp)
    guard let start = buffer.presentationTime else {
      throw Diagnostic("a sample has no time, or one that cannot be stored", kind: .usage)
    }
    if timing.duration.isNumeric, timing.duration >= .zero,
      let end = ClockTime.stamp(timing.presentationTimeStamp + timing.duration)
    {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - start.nanoseconds)
    }
    buffer.decodeTime = .stamp(timing.decodeTimeStamp)
    let flags = Self.flags(batch, index)
    if format.codec.isVideo, !flags.contains(.sync) { buffer.setFlags(.deltaUnit) }
    // Without decode times, the order of frames is worked out from their presentation.
    guard buffer.decodeTime != nil || !format.codec.isVideo || format.codec.reorderDepth == 0 else { return }
    if buffer.decodeTime == nil { buffer.decodeTime = start }
    StoredSample(flags: flags, rollDistance: format.codec.isVideo ? nil : format.codec.rollDistance).put(into: buffer)
  }

  private static func flags(_ batch: CMSampleBuffer, _ index: Int) -> SampleFlags {
    if index == 0, let implied = batch.impliedAttachments { return flags(implied) }
    // Without attachments it is a sync sample; asking for them would make some.
    guard CMSampleBufferGetSampleAttachmentsArray(batch, createIfNecessary: false) != nil else { return .sync }
    let all = batch.sampleAttachments
    guard all.indices.contains(index) else { return .sync }
    let attachments = all[index]
    func isSet(_ key: CMSampleBuffer.PerSampleAttachmentsDictionary.Key) -> Bool? {
      (attachments[key] as? NSNumber)?.boolValue ?? attachments[key] as? Bool
    }
    var flags: SampleFlags = []
    if isSet(.partialSync) == true {
      flags.insert(.partialSync)
    } else if isSet(.notSync) != true {
      flags.insert(.sync)
    }
    switch isSet(.dependsOnOthers) {
    case true?: flags.insert(.dependsOnOthers)
    case false?: flags.insert(.independent)
    case nil: break
    }
    switch isSet(.isDependedOnByOthers) {
    case true?: flags.insert(.isDependedOn)
    case false?: flags.insert(.disposable)
    case nil: break
    }
    if isSet(.earlierDisplayTimesAllowed) == true { flags.insert(.earlierDisplayTimesAllowed) }
    return flags
  }

  private static func flags(_ implied: ImpliedSampleAttachments) -> SampleFlags {
    var flags: SampleFlags = implied.isPartialSync ? .partialSync : implied.isNotSync ? [] : .sync
    if let depends = implied.dependsOnOthers { flags.insert(depends ? .dependsOnOthers : .independent) }
    if let isNeeded = implied.isDependedOnByOthers { flags.insert(isNeeded ? .isDependedOn : .disposable) }
    if implied.allowsEarlierDisplayTimes { flags.insert(.earlierDisplayTimesAllowed) }
    return flags
  }

  /// Notes the audio to leave out at both ends of a batch at its first and its last sample.
  ///
  /// - Parameter begin: The place of the first sample.
  private func trim(_ batch: CMSampleBuffer, from begin: Int) {
    guard format?.coded.codec.isVideo == false, waiting.indices.contains(begin), let last = waiting.last?.buffer
    else { return }
    let first = waiting[begin].buffer
    let start = Self.trim(batch, kCMSampleBufferAttachmentKey_TrimDurationAtStart)
    let end = Self.trim(batch, kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
    if first === last {
      first.leaveOut(start: start, end: end)
    } else {
      first.leaveOut(start: start, end: .zero)
      last.leaveOut(start: .zero, end: end)
    }
  }

  private static func trim(_ batch: CMSampleBuffer, _ key: CFString) -> CMTime {
    let value = CMGetAttachment(batch, key: key, attachmentModeOut: nil) as? NSDictionary
    let time = value.map { CMTimeMakeFromDictionary($0) } ?? .zero
    return time.isNumeric ? time : .zero
  }
}

extension Buffer {
  /// Says how much of the audio that is decoded from it is left out.
  fileprivate func leaveOut(start: CMTime, end: CMTime) {
    guard start > .zero || end > .zero else { return }
    let (start, end) = (ClockTime.stamp(start) ?? .zero, ClockTime.stamp(end) ?? .zero)
    gst_buffer_add_audio_clipping_meta(
      buffer, GST_FORMAT_TIME, guint64(start.nanoseconds), guint64(end.nanoseconds))
  }
}
