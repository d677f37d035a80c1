import Foundation
import Testing

@testable import MovieFile

/// Movies of more than 4 GB in sparse files.
@Suite struct LargeMovieTests {
  static let layouts: [MovieWriter.Layout] = [
    .headersLast, .headersFirst(reserved: 1 << 18), .fragments(interval: CMTime(value: 2, timescale: 1)),
  ]

  @Test(arguments: layouts) func mediaBehind4GB_haveOffsetsOf64Bits(layout: MovieWriter.Layout) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("large.mov")
    // Uncompressed frames of 2 MB, of which only the last is not all zero: 4.6 GB.
    let (count, size) = (2200, 1024 * 1024 * 2)
    let description = try CMFormatDescription(
      videoCodecType: CMFormatDescription.MediaSubType(rawValue: BoxType("yuvs").rawValue), width: 1024, height: 1024)
    let last = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 9) }
    let stored = try Material.shared.get().stored
    do {
      let writer = try MovieWriter(MovieDraft(.mov), to: SparseFileSink(path), layout: layout)
      var pictures = TrackDraft(
        handlerType: .video, timescale: 25, sampleEntries: [try SampleEntry(description, in: .mov)])
      (pictures.width, pictures.height) = (
        FixedPoint(1024 << 16, fractionBits: 16), FixedPoint(1024 << 16, fractionBits: 16)
      )
      let tracks = [try writer.addTrack(pictures), try writer.addTrack(TrackDraft(stored, in: .mov))]
      for index in 0..<count {
        let sample = Sample(
          decodeTime: Int64(index), presentationTime: Int64(index), duration: 1, size: size, timescale: 25)
        let place = Int64(index) * Int64(size)
        try writer.append(
          sample, index + 1 == count ? .memory(last) : .range(place..<place + Int64(size), Zeros()), toTrack: tracks[0])
        // A second of audio near the end, so that a short track is beyond 4 GB too.
        if index == count - 25 { try writer.append(stored, 0..<4000, at: 0, toTrack: tracks[1]) }
      }
      try writer.finish()
    }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_size > 4_600_000_000 && status.st_blocks * 512 < 8 << 20)
    // Read back by `Movie`,
    let movie = try Movie(path: path)
    #expect(movie.problems == [])
    let samples = try movie.tracks[0].samples()
    let sample = try samples[count - 1]
    #expect(samples.count == count && sample.offset > 4 << 30 && samples.byteCount == Int64(count * size))
    #expect(try movie.data(of: sample, in: movie.tracks[0]) == last)
    let audio = try movie.tracks[1].samples()
    #expect(audio.count == 4000)
    #expect(try movie.data(of: audio[3999], in: movie.tracks[1]) == stored.samples[3999])
    let head = try movie.source.bytes(at: 0, count: 64)
    if case .fragments = layout {
      #expect(movie.isFragmented)
    } else {
      // The 'wide' box became the upper half of the size.
      #expect(Data(head).range(of: Data("wide".utf8)) == nil)
      let moov = try movie.source.bytes(at: movie.box.offset, count: Int(movie.box.size))
      #expect(Data(moov).range(of: Data("co64".utf8)) != nil && Data(moov).range(of: Data("stco".utf8)) == nil)
    }
    // and by ffmpeg: the last frame, and the last audio.
    let picture = try Oracle.ffmpeg(
      [
        "-ss", "\(Double(count - 1) / 25)", "-i", path, "-map", "0:v", "-frames:v", "1", "-c", "copy", "-f", "data",
        "-",
      ])
    #expect(picture.words == "" && [UInt8](picture.output) == last)
    let packets = try Oracle.run(
      "ffprobe",
      ["-v", "warning", "-select_streams", "a", "-show_entries", "packet=size", "-of", "csv=p=0", path])
    let sizes = String(decoding: packets, as: UTF8.self).split(whereSeparator: { "\n,".contains($0) }).compactMap {
      Int($0)
    }
    #expect(sizes.reduce(0, +) == 16_000)
  }
}

/// Any number of zeros.
private final class Zeros: ByteSource {
  let size = Int64.max
  var name: String? { nil }
  func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) {
    buffer.initializeMemory(as: UInt8.self, repeating: 0)
  }
}

/// A file sink that writes zeros as holes.
private final class SparseFileSink: RandomAccessByteSink {
  private let descriptor: CInt
  private var position: Int64 = 0

  init(_ path: String) throws(MovieError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw MovieError(.unwritable, String(cString: strerror(errno)), file: path) }
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(MovieError) {
    try overwrite(at: position, with: bytes)
    position += Int64(bytes.count)
  }

  func append(_ range: Range<Int64>, of source: any ByteSource) throws(MovieError) {
    precondition(source is Zeros)
    position += range.upperBound - range.lowerBound
  }

  func overwrite(at offset: Int64, with bytes: UnsafeRawBufferPointer) throws(MovieError) {
    guard pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset)) == bytes.count else {
      throw MovieError(.unwritable, String(cString: strerror(errno)))
    }
  }

  func insert(_ count: Int64, at offset: Int64) throws(MovieError) -> Int64 {
    throw MovieError(.unwritable, "nothing is moved here")
  }

  func commit() throws(MovieError) {
    guard ftruncate(descriptor, off_t(position)) == 0 else {
      throw MovieError(.unwritable, String(cString: strerror(errno)))
    }
  }
}
