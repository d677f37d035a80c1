internal import MediaSource
internal import GStreamer
import CoreMedia
import MediaGraph
import MovieFile

/// The metadata that a program pushes for times: samples of boxes, whose keys their format descriptions have, of timecode or of text.
struct ProgramBoxes {
  /// The form in which a source of the program gives them.
  struct Format: Sendable {
    /// The keys of all samples; nil if only the samples say them.
    let keys: CMFormatDescription?
  }

  private let caps: Caps
  private let keys: CMFormatDescription?
  private var known: CMFormatDescription?
  private(set) var units: MediaUnits?

  init(_ format: Format) throws {
    caps = try Caps(CodedCaps.boxes)
    keys = format.keys
  }

  /// Returns the format of samples that are not there yet; nil if it is not known, or was given.
  mutating func announce() throws -> Caps? {
    guard let keys, known == nil else { return nil }
    try learn(keys, nil)
    return caps
  }

  private mutating func learn(_ description: CMFormatDescription, _ units: MediaUnits?) throws {
    known = description
    self.units = self.units ?? units ?? MediaUnits(timescale: MediaUnits.usualScale)
    do {
      self.units?.entry = try MediaUnits.Entry(keys: description)
    } catch {
      throw Diagnostic(
        "metadata, timecode or text of this form cannot be written as a track", kind: .usage, cause: "\(error)",
        underlying: error,
        help:
          "make metadata of items with identifiers and data types, timecode of 32 bits, text of its sample description")
    }
  }

  /// Returns the buffer of a sample, and its format if the keys are new.
  mutating func buffer(_ sample: CMSampleBuffer) throws -> (buffer: Buffer, newFormat: Caps?) {
    guard let description = sample.formatDescription else {
      throw Diagnostic("a sample has no format", kind: .usage, help: "send complete samples")
    }
    let isNew = known.map { $0 !== description && $0 != description } ?? true
    let (start, length) = (sample.presentationTimeStamp, sample.duration)
    if isNew { try learn(description, MediaUnits(ofFirst: start, lasting: length)) }
    // A sample without items has no bytes.
    let bytes = sample.totalSampleSize == 0 ? Data() : try sample.dataBuffer?.dataBytes() ?? Data()
    let buffer = Buffer(copying: bytes.prefix(sample.totalSampleSize))
    buffer.presentationTime = .stamp(start)
    guard let stamp = buffer.presentationTime else {
      throw Diagnostic("a sample has no time, or one that cannot be stored", kind: .usage)
    }
    if length.isNumeric, let end = ClockTime.stamp(start + length), end >= stamp {
      buffer.duration = ClockTime(nanoseconds: end.nanoseconds - stamp.nanoseconds)
    }
    return (buffer, isNew ? caps : nil)
  }
}
