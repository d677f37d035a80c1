internal import MediaSource
internal import MovieFile

/// The properties that all samples of a chunk share.
public struct AVSampleCursorChunkInfo: Sendable {
  /// The number of samples.
  public var chunkSampleCount: Int64
  /// True if all samples have the same number of bytes.
  public var chunkHasUniformSampleSizes: ObjCBool
  /// True if all samples have the same duration.
  public var chunkHasUniformSampleDurations: ObjCBool
  /// True if all samples have the same format.
  public var chunkHasUniformFormatDescriptions: ObjCBool

  /// Creates the description of a chunk.
  public init(
    chunkSampleCount: Int64, chunkHasUniformSampleSizes: ObjCBool, chunkHasUniformSampleDurations: ObjCBool,
    chunkHasUniformFormatDescriptions: ObjCBool
  ) {
    self.chunkSampleCount = chunkSampleCount
    self.chunkHasUniformSampleSizes = chunkHasUniformSampleSizes
    self.chunkHasUniformSampleDurations = chunkHasUniformSampleDurations
    self.chunkHasUniformFormatDescriptions = chunkHasUniformFormatDescriptions
  }
}

/// A chunk of a file's samples.
struct SampleChunk: Sendable {
  let samples: Range<Int>
  /// The position of the first byte in the file.
  let offset: Int64
  /// In bytes.
  let length: Int64
  let info: AVSampleCursorChunkInfo

  /// A chunk of one sample.
  init(_ sample: CodedSample) {
    samples = sample.index..<sample.index + 1
    (offset, length) = (sample.offset, Int64(sample.size))
    info = AVSampleCursorChunkInfo(
      chunkSampleCount: 1, chunkHasUniformSampleSizes: true, chunkHasUniformSampleDurations: true,
      chunkHasUniformFormatDescriptions: true)
  }

  /// The chunk that has a sample; nil for a table without chunks.
  init?(of sample: CodedSample, in table: MovieFile.SampleTable) throws {
    guard let samples = try table.chunk(of: sample.index) else { return nil }
    let first = try table[samples.lowerBound]
    var (length, sizesAreEqual, durationsAreEqual) = (Int64(0), true, true)
    try table.forEachRun(in: samples) { run in
      length += run.byteCount
      sizesAreEqual = sizesAreEqual && run.first.size == first.size
      durationsAreEqual = durationsAreEqual && run.first.duration == first.duration
    }
    (self.samples, offset, self.length) = (samples, first.offset, length)
    // A chunk's samples have one description.
    info = AVSampleCursorChunkInfo(
      chunkSampleCount: Int64(samples.count), chunkHasUniformSampleSizes: ObjCBool(sizesAreEqual),
      chunkHasUniformSampleDurations: ObjCBool(durationsAreEqual), chunkHasUniformFormatDescriptions: true)
  }
}
