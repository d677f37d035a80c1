import CoreMedia
import Foundation
import MovieFile
import Testing

@testable import MediaSource

/// Cursors give gaps, either direction and any format, exactly.
@Suite struct CursorTests {
  private func frame(_ number: Double) -> CMTime { CMTime(value: Int64(number * 1000), timescale: 25000) }

  /// Frames 17 to 19, three of nothing, 30 and 31.
  private func editedClip(_ folder: TemporaryFolder) throws -> (track: any CodedTrack, sums: [String]) {
    let path = try CodedClips.frames(.h264Open, in: folder, count: 40, options: ["-r", "25"])
    let track = try CodedClips.track(path, isVideo: true)
    let unit = Int64(track.timescale / 25)
    let shift = track.edits[0].mediaStart ?? 0
    let edits = [
      TrackEdit(duration: frame(3), mediaStart: shift + 17 * unit), TrackEdit(duration: frame(3), mediaStart: nil),
      TrackEdit(duration: frame(2), mediaStart: shift + 30 * unit),
    ]
    return (EditedTrack(track, edits), try CodedClips.checksums(path, ["-r", "25"]))
  }

  @Test(arguments: [CursorDirection.forwards, .backwards])
  func gaps_areBackground_asOftenAsFramesCome(_ direction: CursorDirection) throws {
    let folder = try TemporaryFolder()
    let (track, sums) = try editedClip(folder)
    let cursor = FrameCursor(
      track, range: CMTimeRange(start: .zero, end: frame(20)), direction: direction,
      gaps: .background(VideoBackground(red: 255, green: 0, blue: 0)),
      format: FrameFormat(pixelFormat: kCVPixelFormatType_32BGRA))
    var frames: [DecodedFrame] = []
    while let frame = try cursor.next() { frames.append(frame) }
    if direction == .backwards { frames.reverse() }
    #expect(frames.map(\.time) == (0..<8).map { frame(Double($0)) })
    #expect(frames.allSatisfy { $0.duration == frame(1) })
    #expect(frames.map { $0.sample != nil } == [true, true, true, false, false, false, true, true])
    let gap = try frames[3].rawBytes
    #expect(gap == Data((0..<160 * 96).flatMap { _ in [0, 0, 255, 255] as [UInt8] }))
    // At a time within the gap it is the same frame.
    let shown = try cursor.frame(at: frame(4.5))
    #expect(try shown.rawBytes == gap && shown.time == frame(4) && shown.duration == frame(1))
    #expect(Set(sums).count == 40)
  }

  /// The rest of a gap is a frame of its own, or the end of the one before it, whatever part of the gap is read.
  @Test(arguments: [(2.25, [1, 1.25]), (2.75, [1, 1, 0.75])], [CursorDirection.forwards, .backwards])
  func gapOfNoWholeNumberOfFrames_endsWithALongerOrAShorterOne(
    _ gap: (length: Double, frames: [Double]), _ direction: CursorDirection
  ) throws {
    let folder = try TemporaryFolder()
    let (track, _) = try editedClip(folder)
    let edits = [track.edits[0], TrackEdit(duration: frame(gap.length), mediaStart: nil), track.edits[2]]
    for start in [0, 4.5] {
      let range = CMTimeRange(start: frame(start), end: frame(3 + gap.length))
      let cursor = FrameCursor(EditedTrack(track, edits), range: range, direction: direction, gaps: .background())
      var durations: [CMTime] = []
      while let frame = try cursor.next() {
        if frame.sample == nil { durations.append(frame.duration) }
      }
      if direction == .backwards { durations.reverse() }
      #expect(durations == gap.frames.dropFirst(start == 0 ? 0 : 1).map { frame($0) })
    }
  }

  /// A few bytes of a damaged file would ask for frames without end.
  @Test func gapOfMonths_isOneFrame() throws {
    let folder = try TemporaryFolder()
    let (track, _) = try editedClip(folder)
    let edits = [track.edits[0], TrackEdit(duration: frame(0x1_0000_0000), mediaStart: nil), track.edits[2]]
    let cursor = FrameCursor(EditedTrack(track, edits), gaps: .background())
    var durations: [CMTime] = []
    while durations.count < 10, let frame = try cursor.next() { durations.append(frame.duration) }
    #expect(durations == [1, 1, 1, 0x1_0000_0000, 1, 1].map { frame($0) })
  }

  @Test func gaps_areNothing_unlessABackgroundIsWanted() throws {
    let folder = try TemporaryFolder()
    let (track, sums) = try editedClip(folder)
    let cursor = FrameCursor(track, direction: .backwards)
    var shown: [(CMTime, String)] = []
    while let frame = try cursor.next() { shown.append((frame.time, try frame.checksum)) }
    #expect(shown.map(\.0) == [7, 6, 2, 1, 0].map { frame($0) })
    #expect(shown.map(\.1) == [31, 30, 19, 18, 17].map { sums[$0] })
  }

  @Test func framesBackwards_areThoseForwards_lastFirst() throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.hevcOpen, in: folder)
    let expected = try CodedClips.checksums(path)
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true), direction: .backwards)
    var sums: [String] = []
    while let frame = try cursor.next() { sums.append(try frame.checksum) }
    #expect(sums == expected.reversed())
  }

  /// - Returns: The bytes that GStreamer's elements make of a file.
  private func gstreamer(_ path: String, _ elements: String, _ folder: TemporaryFolder) throws -> Data {
    let raw = folder.file("raw")
    _ = try Oracle.text(
      "gst-launch-1.0",
      ["-q", "filesrc", "location=\(path)", "!"] + elements.split(separator: " ").map(String.init)
        + ["!", "filesink", "location=\(raw)"])
    return try Data(contentsOf: URL(fileURLWithPath: raw))
  }

  private func rawFrames(_ path: String, _ format: OSType) throws -> Data {
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true), format: FrameFormat(pixelFormat: format))
    var data = Data()
    while let frame = try cursor.next() {
      data += try frame.rawBytes
      #expect(CVPixelBufferGetPixelFormatType(try frame.pixelBuffer()) == format)
    }
    return data
  }

  @Test func packedSamples_areThoseOfGStreamersElements() throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264NoB, in: folder, count: 5)
    let elements = "qtdemux ! avdec_h264 ! videoconvert dither=none ! video/x-raw,format=UYVY"
    let isSame = try rawFrames(path, kCVPixelFormatType_422YpCbCr8) == gstreamer(path, elements, folder)
    #expect(isSame)
  }

  /// GStreamer's are up to five steps darker.
  @Test(arguments: ["white", "black", "0xC83264", "0x00FF00", "0x1040F0"])
  func pixelsOfAColor_areThoseOfFFmpeg(color: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("flat.mp4")
    let quiet = ["-nostdin", "-v", "error"]
    let source = "color=\(color):size=160x96:rate=25:duration=0.2"
    _ = try Oracle.run(
      "ffmpeg", quiet + ["-f", "lavfi", "-i", source, "-c:v", "libx264", "-pix_fmt", "yuv420p", path])
    let flags = "scale=flags=accurate_rnd+full_chroma_int"
    let theirs = try Oracle.run(
      "ffmpeg", quiet + ["-i", path, "-vf", flags, "-pix_fmt", "bgra", "-f", "rawvideo", "-"])
    let ours = try rawFrames(path, kCVPixelFormatType_32BGRA)
    try #require(ours.count == theirs.count)
    #expect(zip(ours, theirs).allSatisfy { abs(Int($0) - Int($1)) <= 1 }, "\(ours.prefix(4)) \(theirs.prefix(4))")
  }

  /// Two samples, or the mean of those that a pixel covers, with chroma where it is; where FFmpeg weighs whole samples
  /// alike, bit for bit: of half the size that is luma, while chroma is of two samples that count for three quarters
  /// and for one.
  @Test(arguments: [
    (Int32(320), Int32(192), "bilinear", (0.0, 0.0)), (80, 48, "area", (0, 2.5)), (64, 72, "area", (0.5, 1)),
  ])
  func otherSizes_areThoseOfFFmpeg(
    _ width: Int32, _ height: Int32, _ scaler: String, _ tolerance: (luma: Double, chroma: Double)
  ) throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.h264NoB, in: folder, count: 5)
    let cursor = FrameCursor(
      try CodedClips.track(path, isVideo: true),
      format: FrameFormat(
        pixelFormat: kCVPixelFormatType_420YpCbCr8Planar, size: CMVideoDimensions(width: width, height: height)))
    var ours = Data()
    while let frame = try cursor.next() {
      // Rows without the bytes between them.
      let buffer = try frame.pixelBuffer()
      CVPixelBufferLockBaseAddress(buffer, .readOnly)
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      for plane in 0..<CVPixelBufferGetPlaneCount(buffer) {
        let base = try #require(CVPixelBufferGetBaseAddressOfPlane(buffer, plane))
        for row in 0..<CVPixelBufferGetHeightOfPlane(buffer, plane) {
          ours += Data(
            bytes: base + row * CVPixelBufferGetBytesPerRowOfPlane(buffer, plane),
            count: CVPixelBufferGetWidthOfPlane(buffer, plane))
        }
      }
    }
    // Left to itself, FFmpeg has chroma in the middle.
    let filter = "scale=\(width):\(height):in_h_chr_pos=0:out_h_chr_pos=0:flags=\(scaler)+accurate_rnd+full_chroma_inp"
    let theirs = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-vf", filter, "-f", "rawvideo", "-"])
    try #require(ours.count == theirs.count)
    let (luma, frame) = (Int(width * height), Int(width * height) * 3 / 2)
    var sums = (luma: 0, chroma: 0)
    for (index, pair) in zip(ours, theirs).enumerated() {
      let difference = abs(Int(pair.0) - Int(pair.1))
      if index % frame < luma { sums.luma += difference } else { sums.chroma += difference }
    }
    let means = (Double(sums.luma) / Double(ours.count * 2 / 3), Double(sums.chroma) / Double(ours.count / 3))
    #expect(means.0 <= tolerance.luma && means.1 <= tolerance.chroma, "\(means)")
  }

  @Test func tenBits_becomeEight_withoutDither() throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(.hevc10, in: folder, count: 3)
    let cursor = FrameCursor(
      try CodedClips.track(path, isVideo: true), format: FrameFormat(pixelFormat: kCVPixelFormatType_420YpCbCr8Planar)
    )
    var data = Data()
    while let frame = try cursor.next() { data += try frame.rawBytes }
    let words = try Oracle.run(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-pix_fmt", "yuv420p10le", "-f", "rawvideo", "-"])
    let nearest = stride(from: 0, to: words.count, by: 2).map { at -> UInt8 in
      let word = Int(words[at]) | Int(words[at + 1]) << 8
      return UInt8(min((word + 2) >> 2, 255))
    }
    #expect(data.count == nearest.count && data == Data(nearest))
  }

  // MARK: Sound

  private func noise(_ folder: TemporaryFolder) throws -> String {
    let path = folder.file("noise.wav")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=44100:seed=9:a=0.3:d=1.3", "-ac", "2", "-c:a", "pcm_s16le", path,
    ])
    return path
  }

  private func bytes(_ chunks: [DecodedAudio]) -> Data { Data(chunks.flatMap(\.bytes)) }

  @Test(arguments: [(48000, PCMSample.s16), (48000, .f32), (22050, .s16), (32000, .f32), (44100, .s32)])
  func otherRatesAndFormats_areThoseOfGStreamersElements(_ rate: Int, _ format: PCMSample) throws {
    let folder = try TemporaryFolder()
    let path = try noise(folder)
    let cursor = AudioCursor(
      try CodedClips.track(path, isVideo: false), format: AudioFormatRequest(sampleFormat: format, rate: rate))
    let data = bytes(try cursor.samples(in: .wholeTimeline))
    let expected = try gstreamer(
      path,
      "wavparse ! audioconvert dithering=none ! audioresample sinc-filter-interpolation=linear "
        + "! audio/x-raw,format=\(format.rawValue),rate=\(rate)",
      folder)
    // The element leaves out the last sample or two of another rate.
    let missing = data.count - expected.count
    #expect(0...2 * 8 ~= missing && (rate != 44100 || missing == 0))
    let isSame = data.starts(with: expected)
    #expect(isSame)
  }

  @Test(arguments: [48000, 22050, 32000])
  func anyRangeInAnotherRate_isThatOfTheWhole(_ rate: Int) throws {
    let folder = try TemporaryFolder()
    let track = try CodedClips.track(try noise(folder), isVideo: false)
    let cursor = AudioCursor(track, format: AudioFormatRequest(sampleFormat: .f32, rate: rate))
    let whole = bytes(try cursor.samples(in: .wholeTimeline))
    let count = whole.count / 8
    var generator = SeededGenerator(state: 3)
    for _ in 0..<20 {
      let start = Int.random(in: 0..<count - 1, using: &generator)
      let end = min(count, start + Int.random(in: 1..<4000, using: &generator))
      let range = CMTimeRange(
        start: CMTime(value: Int64(start), timescale: Int32(rate)),
        end: CMTime(value: Int64(end), timescale: Int32(rate))
      )
      let chunks = try cursor.samples(in: range)
      #expect(chunks.first?.position == Int64(start))
      let isSame = bytes(chunks) == whole[start * 8..<end * 8]
      #expect(isSame, "samples \(start) to \(end)")
    }
  }

  @Test(arguments: [AudioFormatRequest(), AudioFormatRequest(rate: 48000)])
  func audioBackwards_isThatForwards_lastChunkFirst(_ format: AudioFormatRequest) throws {
    let folder = try TemporaryFolder()
    let track = try CodedClips.track(try noise(folder), isVideo: false)
    let forwards = bytes(try AudioCursor(track, format: format).samples(in: .wholeTimeline))
    let cursor = AudioCursor(track, direction: .backwards, format: format)
    var chunks: [DecodedAudio] = []
    while let chunk = try cursor.next() { chunks.append(chunk) }
    #expect(chunks.count > 2 && chunks.first.map { $0.position > 40000 } == true)
    let isSame = bytes(chunks.reversed()) == forwards
    #expect(isSame)
  }

  @Test(arguments: [CursorDirection.forwards, .backwards])
  func gapsOfAudio_areSilence_upToTheEndOfTheRange(_ direction: CursorDirection) throws {
    let folder = try TemporaryFolder()
    let path = try noise(folder)
    let all = try CodedClips.audio(path, "s16le")
    let track = EditedTrack(
      try CodedClips.track(path, isVideo: false),
      [(1000, 500), (777, nil), (3000, 7), (500, nil)].map { length, start in
        TrackEdit(duration: CMTime(value: length, timescale: 44100), mediaStart: start)
      })
    let cursor = AudioCursor(
      track, range: CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1)), direction: direction,
      gaps: .silence)
    var chunks: [DecodedAudio] = []
    while let chunk = try cursor.next() { chunks.append(chunk) }
    if direction == .backwards { chunks.reverse() }
    let expected =
      all[2000..<6000] + Data(count: 777 * 4) + all[28..<12028] + Data(count: 500 * 4)
    let isSame = bytes(chunks) == expected
    #expect(isSame)
    var position: Int64 = 0
    for chunk in chunks {
      #expect(chunk.position == position)
      position += Int64(chunk.frameCount)
    }
    #expect(position == 5277)
  }

  // MARK: Coded samples

  @Test(arguments: [CodedClips.VideoKind.h264Open, .hevcClosed])
  func packets_areThoseOfTheFile(_ kind: CodedClips.VideoKind) throws {
    let folder = try TemporaryFolder()
    let path = try CodedClips.frames(kind, in: folder)
    let expected = try Oracle.text(
      "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-c", "copy", "-f", "framemd5", "-"]
    ).split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    let cursor = try PacketCursor(CodedClips.track(path, isVideo: true))
    var sums: [String] = []
    while let packet = try cursor.next() {
      #expect(packet.sample.index == sums.count && packet.segment.number == 0)
      sums.append(MD5.hex(try packet.bytes.withUnsafeBytes { Data($0) }))
    }
    #expect(sums == expected)
  }

  @Test func packetsOfARange_beginWithTheSyncSample_andEndWithWhatIsShown() throws {
    let folder = try TemporaryFolder()
    // A sync sample every 12 frames.
    let track = try CodedClips.track(CodedClips.frames(.h264NoB, in: folder), isVideo: true)
    let range = CMTimeRange(
      start: CMTime(value: 17 * 1001, timescale: 30000), end: CMTime(value: 20 * 1001, timescale: 30000))
    let cursor = try PacketCursor(track, range: range)
    var packets: [PacketCursor.Packet] = []
    while let packet = try cursor.next() { packets.append(packet) }
    #expect(packets.map(\.sample.index) == Array(12..<20))
    let segment = try #require(packets.first?.segment)
    #expect(track.time(segment.media.lowerBound) == range.start && track.time(segment.media.upperBound) == range.end)
    #expect(segment.time == range.start)
  }
}
