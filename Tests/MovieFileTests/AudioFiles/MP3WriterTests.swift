import CoreMedia
import Foundation
import Testing

@testable import MovieFile

/// MP3 files that are written from the frames of others, whole and cut: every sample is compared with ffmpeg's.
@Suite struct MP3WriterTests {
  struct Sound: CustomTestStringConvertible, Sendable {
    var options: String
    var testDescription: String { options }
  }

  /// All versions, with one channel and two; the lowest bit rates have the most frames in a bit reservoir.
  static let sounds: [Sound] = [
    Sound(options: "-b:a 128k"), Sound(options: "-q:a 2"), Sound(options: "-ac 1 -b:a 32k"),
    Sound(options: "-ar 48000 -b:a 320k"), Sound(options: "-ar 32000 -q:a 9"), Sound(options: "-ar 22050 -b:a 56k"),
    Sound(options: "-ar 24000 -ac 1 -b:a 8k"), Sound(options: "-ar 8000 -ac 1 -q:a 4"),
  ]

  private func make(_ options: String, in folder: TemporaryFolder) throws -> AudioFrameFile {
    let path = folder.file("a.mp3")
    let source = "aevalsrc='sin(500*t*t)*min(t\\,1)|random(0)*0.2':d=4"
    try Oracle.make(["-f", "lavfi", "-i", source] + options.split(separator: " ").map(String.init) + [path])
    return try AudioFrameFile(path: path)
  }

  /// Writes frames of a file, of which a range of decoded samples is heard; nil if it is not known.
  private func write(
    _ file: AudioFrameFile, _ heard: Range<Int64>?, to sink: any RandomAccessByteSink, tag: String? = nil
  ) throws {
    let entry = try SampleEntry(file.formatDescription, in: .mov)
    var draft = TrackDraft(handlerType: "soun", timescale: file.sampleRate, sampleEntries: [entry])
    draft.timing = .presented(reorderDepth: 0)
    let writer = AudioFileWriter(.mp3, to: sink)
    let track = try writer.addTrack(draft)
    func time(_ value: Int64) -> CMTime { CMTime(value: value, timescale: file.sampleRate) }
    if let heard {
      let source = CMTimeRange(start: time(heard.lowerBound), end: time(heard.upperBound))
      let target = CMTimeRange(start: .zero, duration: source.duration)
      writer.setSegments([.init(target: target, source: source, rate: .one)], ofTrack: track)
    }
    try file.samples().forEachRun { run throws(MovieError) in
      let start = run.first.offset
      try writer.append(run, .range(start..<start + run.byteCount, file.source), toTrack: track)
    }
    if let tag {
      try writer.setMetadata([MetadataItem(keySpace: .id3, key: .code("TIT2"), value: .text(tag, .utf8))])
    }
    try writer.finish()
  }

  private func decoded(_ path: String) throws -> Data {
    try Oracle.run("ffmpeg", ["-v", "error", "-i", path, "-f", "f32le", "-"])
  }

  @Test(arguments: sounds, [0, 100, 1700, 5000, 15_001]) func cut_hasTheSamplesOfTheOriginal(sound: Sound, from: Int)
    throws
  {
    let folder = try TemporaryFolder()
    let file = try make(sound.options, in: folder)
    let gapless = try #require(file.gapless)
    let end = from == 0 ? Int(gapless.sampleCount) : from + 12_345
    let start = gapless.priming
    let out = folder.file("out.mp3")
    try write(file, start + Int64(from)..<start + Int64(end), to: FileByteSink(creating: out))
    let (all, cut) = (try decoded(folder.file("a.mp3")), try decoded(out))
    let size = 4 * file.channels
    #expect(cut.count == size * (end - from) && cut == all[size * from..<size * end])
    let copy = try AudioFrameFile(path: out)
    #expect(copy.gapless?.sampleCount == Int64(end - from) && copy.summary?.encoder == "LAME Reel")
    #expect(copy.summary?.kind == (sound.options.contains("-q") ? .xing : .info))
    #expect(copy.summary?.frameCount == Int64(try copy.samples().count))
    #expect(copy.summary?.byteCount == copy.source.size && copy.summary?.seekPoints.count == 100)
    #expect(try Oracle.run("ffmpeg", ["-v", "warning", "-i", out, "-f", "null", "-"], withErrors: true).isEmpty)
  }

  /// Their places are 190 bytes from the beginning of a frame of MPEG-1 with two channels.
  @Test func checksums_areThoseOfOtherWriters() throws {
    let folder = try TemporaryFolder()
    let file = try make("-b:a 128k -id3v2_version 0 -write_id3v1 0", in: folder)
    func checksums(_ bytes: [UInt8]) -> (stored: [UInt8], found: [UInt16]) {
      let sums = [417..<bytes.count, 0..<190].map { range in
        var checksum = MP3Checksum()
        checksum.add(Array(bytes[range]))
        return checksum.value
      }
      return (Array(bytes[188..<192]), sums)
    }
    let sink = MemoryByteSink()
    try write(file, 1105..<file.samples().decodeEnd, to: sink)
    for bytes in [try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("a.mp3")))), sink.bytes] {
      let (stored, found) = checksums(bytes)
      #expect(stored == found.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] })
    }
  }

  @Test(arguments: [true, false]) func unknownDelay_isNotStated(hasSegments: Bool) throws {
    let folder = try TemporaryFolder()
    let file = try make("-b:a 96k -write_xing 0", in: folder)
    let out = folder.file("out.mp3")
    try write(file, hasSegments ? 0..<file.samples().decodeEnd : nil, to: FileByteSink(creating: out))
    let summary = try #require(try AudioFrameFile(path: out).summary)
    #expect(summary.kind == .info && summary.encoder == nil && summary.encoderDelay == nil && summary.gapless == nil)
    #expect(try summary.frameCount == Int64(file.samples().count))
    let (before, after) = (try decoded(folder.file("a.mp3")), try decoded(out))
    #expect(before == after)
  }

  /// FFmpeg notes a delay of zero for an encoder that puts nothing before the audio: only the decoder delays it.
  @Test func delayOfZeroByFFmpeg_isThatOfTheDecoderAlone() throws {
    let folder = try TemporaryFolder()
    let file = try make("-c:a libshine -b:a 128k -ar 44100 -ac 2", in: folder)
    let summary = try #require(file.summary)
    #expect(summary.encoderDelay == 0 && summary.gapless?.priming == GaplessInfo.mp3DecoderDelay)
  }

  @Test func tag_comesBeforeTheFrames_andIsReadByOthers() throws {
    let folder = try TemporaryFolder()
    let file = try make("-b:a 128k", in: folder)
    let (out, plain) = (folder.file("out.mp3"), MemoryByteSink())
    let heard = try 1105..<file.samples().decodeEnd
    try write(file, heard, to: FileByteSink(creating: out), tag: "Größe")
    try write(file, heard, to: plain)
    let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: out)))
    #expect(bytes.starts(with: "ID3".utf8) && bytes.suffix(plain.bytes.count).elementsEqual(plain.bytes))
    let title = try Oracle.text(
      "ffprobe", ["-v", "warning", "-show_entries", "format_tags", "-of", "csv=p=0", out], withErrors: true)
    #expect(title == "Größe")
    let copy = try AudioFrameFile(path: out)
    #expect(copy.gapless?.priming == 1105 && copy.summary?.byteCount == Int64(plain.bytes.count))
  }

  @Test func whatIsNoFrame_isRefused() throws {
    var stream = AudioStreamBasicDescription()
    (stream.mFormatID, stream.mSampleRate, stream.mChannelsPerFrame) = (kAudioFormatMPEGLayer3, 44_100, 2)
    func attempt(_ bytes: [UInt8]?) throws {
      let entry = try SampleEntry(CMFormatDescription(audioStreamBasicDescription: stream), in: .mov)
      var draft = TrackDraft(handlerType: "soun", timescale: 44_100, sampleEntries: [entry])
      draft.timing = .presented(reorderDepth: 0)
      let writer = AudioFileWriter(.mp3, to: MemoryByteSink())
      let track = try writer.addTrack(draft)
      if let bytes {
        let sample = Sample(
          decodeTime: 0, presentationTime: 0, duration: 1152, size: bytes.count, timescale: 44_100)
        try writer.append(SampleRun(first: sample, count: 1), .memory(bytes), toTrack: track)
      }
      try writer.finish()
    }
    // The last one is of layer II.
    let none: [[UInt8]] = [[1], [0xff, 0xfb], .init(repeating: 0, count: 417), [0xff, 0xfd, 0x90, 0x44, 0, 0, 0, 0]]
    for bytes in none {
      #expect(#expect(throws: MovieError.self) { try attempt(bytes) }?.code == .malformed)
    }
    // Nothing of a cut frame is read that is not there.
    try attempt([0xff, 0xfb, 0x90, 0x44, 0, 0, 0, 0])
    #expect(#expect(throws: MovieError.self) { try attempt(nil) }?.message == "MP3 cannot hold it: there is no sound")
  }
}
