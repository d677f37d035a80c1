@testable import MediaSource
import CoreMedia
import Foundation
import MediaGraph
import Testing

@testable import MediaEngine

/// Files of all other kinds: the same samples as ffprobe finds, the same pictures and sound as ffmpeg decodes, from any
/// place.
@Suite struct ContainerTests {
  /// A file that ffmpeg makes.
  struct File: Sendable, CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    /// The arguments with which ffmpeg decodes as we do.
    var decoder: [String] = []
    var testDescription: String { name }

    init(_ name: String, _ arguments: String, decoder: String? = nil) {
      self.name = name
      self.arguments = arguments.split(separator: " ").map(String.init)
      if let decoder { self.decoder = ["-c:a", decoder] }
    }

    func make(in folder: TemporaryFolder) throws -> String {
      let path = folder.file(name)
      try Oracle.make(arguments + [path])
      return path
    }
  }

  /// A packet as ffprobe shows it.
  struct Packet: Decodable {
    let pts_time: String?
    let dts_time: String?
    let size: String
    let flags: String
    var time: Double? { pts_time.flatMap { Double($0) } }
  }

  private static func packets(_ path: String, _ stream: String) throws -> [Packet] {
    struct Report: Decodable { let packets: [Packet] }
    let text = try Oracle.text(
      "ffprobe",
      ["-v", "error", "-select_streams", stream, "-show_entries", "packet=pts_time,dts_time,size,flags", "-of", "json"]
        + [path])
    return try JSONDecoder().decode(Report.self, from: Data(text.utf8)).packets
  }

  // MARK: Pictures

  private static let picture =
    "-f lavfi -i testsrc2=size=176x144:rate=30000/1001:duration=2 -pix_fmt yuv420p -frames:v 40"
  private static let h264 =
    "\(picture) -c:v libx264 -preset veryfast -x264-params keyint=12:scenecut=0:bframes=2:b-adapt=0"

  static let pictures: [File] = [
    File("h264.ts", h264), File("hevc.ts", "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none"),
    File("mpeg2.ts", "\(picture) -c:v mpeg2video -g 12 -bf 2"),
    File("mpeg2.mpg", "\(picture) -c:v mpeg2video -g 12 -bf 2 -f vob"),
    File("mpeg1.mpg", "\(picture) -c:v mpeg1video -g 12 -bf 2 -f mpeg"),
    File("mpeg4.avi", "\(picture) -c:v mpeg4 -g 12"), File("mpeg4b.avi", "\(picture) -c:v mpeg4 -bf 2 -g 12"),
    File("h264.avi", h264),
    File("pyramid.avi", "\(picture) -c:v libx264 -x264-params keyint=20:bframes=5:b-adapt=0:b-pyramid=normal"),
    File("open.avi", "\(picture) -c:v libx264 -x264-params keyint=10:bframes=3:b-adapt=0:open-gop=1:interlaced=1"),
    File("mjpeg.avi", "\(picture) -c:v mjpeg -pix_fmt yuvj420p"), File("h263.avi", "\(picture) -c:v h263 -g 12"),
    File("h264.flv", h264), File("sorenson.flv", "\(picture) -c:v flv1 -g 12"),
    File("h264.mkv", h264), File("mpeg4.mkv", "\(picture) -c:v mpeg4 -bf 2 -g 12"),
    File("mjpeg.mkv", "\(picture) -c:v mjpeg -pix_fmt yuvj420p"),
    File("prores.mkv", "\(picture) -c:v prores_ks -pix_fmt yuv422p10le"),
    File("theora.ogv", "\(picture) -c:v libtheora"),
    File("vp8.ogv", "\(picture) -c:v libvpx -g 12 -f ogg"), File("bare.h264", h264),
    File("h263.3gp", "\(picture) -c:v h263 -g 12"), File("mpeg2.mov", "\(picture) -c:v mpeg2video -bf 2 -g 12"),
    File("png.mov", "\(picture) -c:v png"), File("animation.mov", "\(picture) -c:v qtrle -pix_fmt rgb24"),
    File(
      "bare.h265", "\(picture) -c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=14:bframes=3:b-adapt=0"
    ),
    File("dnxhd.mov", "\(picture) -c:v dnxhd -profile:v dnxhr_lb -s 256x144 -pix_fmt yuv422p"),
    File("uyvy.mov", "\(picture) -c:v rawvideo -pix_fmt uyvy422 -vtag 2vuy"),
    File("yuyv.mov", "\(picture) -c:v rawvideo -pix_fmt yuyv422 -vtag yuvs"),
    File("v210.mov", "\(picture) -c:v v210 -s 192x144 -pix_fmt yuv422p10le"),
    File("rgb.mov", "\(picture) -c:v rawvideo -pix_fmt rgb24 -s 174x144 -vtag raw_"),
    File("rgb.avi", "\(picture) -c:v rawvideo -pix_fmt bgr24"),
    File("uyvy.avi", "\(picture) -c:v rawvideo -pix_fmt uyvy422"),
    File("planar.mkv", "\(picture) -c:v rawvideo -pix_fmt yuv420p -allow_raw_vfw 1"),
    File("uyvy.mkv", "\(picture) -c:v rawvideo -pix_fmt uyvy422"),
  ]

  @Test(arguments: pictures) func framesAndSamples_areThoseOfFFmpeg_fromAnyPlace(file: File) async throws {
    let folder = try TemporaryFolder()
    let path = try file.make(in: folder)
    try compareSamples(path)
    // ffmpeg unpacks its samples of ten bits; we keep them as they are.
    let expected = try CodedClips.checksums(path, file.name.hasPrefix("v210") ? ["-c:v", "copy"] : [])
    let frames = try await compareFrames(path, expected)
    #expect(frames.count == 40)
    for (frame, next) in zip(frames, frames.dropFirst()) {
      #expect(abs((next.time - frame.time).seconds - 1001.0 / 30000) < 0.0011)
    }
  }

  /// XviD puts B-pictures into the samples before them; players show a picture for each sample that comes.
  @Test func packedFrames_areShownInTheirOrder_atTheTimesOfSamples() async throws {
    let folder = try TemporaryFolder()
    let path = try File("packed.avi", "\(Self.picture) -c:v libxvid -bf 2 -g 12").make(in: folder)
    // ffmpeg never decodes what is packed into the last sample.
    let frames = try await compareFrames(path, CodedClips.checksums(path), unknown: 37)
    #expect(frames.count == 39)
    // The encoder gives nothing for the second and third picture that it gets, and loses the last.
    #expect(frames.map { Int(($0.time.seconds * 30000 / 1001).rounded()) } == [0] + Array(3...40))
  }

  /// FFmpeg's encoder gives the times of XviD's samples in the order in which these are decoded.
  @Test(arguments: ["mov", "mp4", "mkv"]) func bPicturesWithTimesInDecodingOrder_areShownInTheirOwn(
    ending: String
  ) async throws {
    let folder = try TemporaryFolder()
    let path = try File("xvid.\(ending)", "\(Self.picture) -c:v libxvid -bf 2 -g 12").make(in: folder)
    let frames = try await compareFrames(path, CodedClips.checksums(path))
    #expect(frames.map { Int(($0.time.seconds * 30000 / 1001).rounded()) } == [0] + Array(3...39))
  }

  /// All pictures in order and at random are those of ffmpeg.
  ///
  /// - Parameter unknown: One that ffmpeg does not give.
  private func compareFrames(
    _ path: String, _ theirs: [String], unknown: Int? = nil
  ) async throws -> [DecodedFrame] {
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    var frames: [DecodedFrame] = []
    for frame in try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)) { frames.append(frame) }
    var expected = theirs
    if let unknown { expected.insert(try frames[unknown].checksum, at: unknown) }
    try #require(frames.count == expected.count && Set(expected).count == expected.count)
    let isSame = try frames.map { try $0.checksum } == expected
    #expect(isSame)
    var generator = SeededGenerator(state: 7)
    for number in frames.indices.shuffled(using: &generator).prefix(Soak.rounds(8, of: frames.count)) {
      #expect(try cursor.frame(at: frames[number].time).checksum == expected[number], "frame \(number)")
    }
    return frames
  }

  private func compareSamples(_ path: String) throws {
    let track = try CodedClips.track(path, isVideo: true)
    let packets = try Self.packets(path, "v:0")
    let samples = try (0..<track.count).map { try track.sample($0) }
    #expect(samples.count == packets.count)
    // AVI and bare streams have no times of presentation, and ffprobe takes each picture of H.263 there for a key.
    if packets.filter({ $0.time == nil }).count * 4 < packets.count {
      let zero = packets.lazy.compactMap(\.time).min() ?? 0
      let start = try track.presentationTime(after: .min) ?? 0
      for (sample, packet) in zip(samples, packets) {
        guard let time = packet.time else { continue }
        let ours = track.time(sample.presentationTime - start).seconds
        #expect(abs(ours - (time - zero)) < 2e-6 + (path.hasSuffix("flv") ? 0.001 : 0), "sample \(sample.index)")
      }
    }
    if !path.hasSuffix("h263.avi") { #expect(samples.map(\.isSync) == packets.map { $0.flags.hasPrefix("K") }) }
    // Parsers put parameter sets before key pictures of H.264 and HEVC.
    if ![.h264, .hevc].contains(track.formats[0].codec) {
      #expect(samples.map(\.size) == packets.compactMap { Int($0.size) })
    }
  }

  /// Matroska has whole milliseconds: nothing is invented beyond.
  @Test func timesOfMatroska_areItsMilliseconds() throws {
    let folder = try TemporaryFolder()
    let path = try File("h264.mkv", Self.h264).make(in: folder)
    let track = try CodedClips.track(path, isVideo: true)
    #expect(track.timescale == 1000)
    let times = try (0..<track.count).map { try track.sample($0).presentationTime }.sorted()
    #expect(times.prefix(5) == [0, 33, 67, 100, 133])
  }

  /// Of pictures and sound of a stream whose clock begins anywhere, what comes first is at zero.
  @Test func transportStream_beginsAtZero_videoAndAudioTogether() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("both.ts")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=176x144:rate=25:duration=2", "-itsoffset", "0.5", "-f", "lavfi", "-i",
      "sine=sample_rate=48000:duration=1", "-pix_fmt", "yuv420p", "-c:v", "mpeg2video", "-c:a", "mp2", path,
    ])
    let video = try CodedClips.track(path, isVideo: true)
    let audio = try CodedClips.track(path, isVideo: false)
    let first = try #require(try video.presentationTime(after: .min))
    let starts = try ["v:0", "a:0"].map { try #require(Self.packets(path, $0).compactMap(\.time).min()) }
    #expect(first == 0)
    let delay = try #require(audio.edits.first)
    #expect(delay.mediaStart == nil && abs(delay.duration.seconds - (starts[1] - starts[0])) < 1e-4)
  }

  // MARK: Sound

  private static let noise = "-f lavfi -i anoisesrc=r=44100:seed=7:a=0.3:d=1.3 -ac 2"

  static let sounds: [File] = [
    File("mp2.ts", "\(noise) -c:a mp2", decoder: "mp2float"), File("ac3.ts", "\(noise) -c:a ac3"),
    File("eac3.ts", "\(noise) -c:a eac3"), File("aac.ts", "\(noise) -c:a aac -aac_pns 0"),
    File("mp3.ts", "\(noise) -c:a libmp3lame"), File("mp2.mpg", "\(noise) -c:a mp2 -f mpeg", decoder: "mp2float"),
    File("ac3.mpg", "\(noise) -c:a ac3 -f vob"), File("mp3.avi", "\(noise) -c:a libmp3lame"),
    File("pcm.avi", "\(noise) -c:a pcm_s16le"), File("ac3.avi", "\(noise) -c:a ac3"),
    File("aac.avi", "\(noise) -c:a aac -aac_pns 0"), File("mp3.flv", "\(noise) -c:a libmp3lame"),
    File("aac.flv", "\(noise) -c:a aac -aac_pns 0"), File("ac3.mka", "\(noise) -c:a ac3"),
    File("flac.mka", "\(noise) -c:a flac -sample_fmt s16"), File("alac.mka", "\(noise) -c:a alac -sample_fmt s16p"),
    File("pcm.mka", "\(noise) -c:a pcm_s24le"),
    File("vorbis.webm", "\(noise) -c:a libvorbis"), File("pcm.caf", "\(noise) -c:a pcm_s16be"),
    File("little.caf", "\(noise) -c:a pcm_s24le"), File("float.caf", "\(noise) -c:a pcm_f32be"),
    File("alac.caf", "\(noise) -c:a alac -sample_fmt s16p"), File("ulaw.caf", "\(noise) -c:a pcm_mulaw"),
    File("mono.aiff", "\(noise) -c:a pcm_s24be -ac 1"), File("float.aifc", "\(noise) -c:a pcm_f32be -f aiff"),
    File("float.wav", "\(noise) -c:a pcm_f32le"), File("double.wav", "\(noise) -c:a pcm_f64le"),
    File("24.wav", "\(noise) -c:a pcm_s24le"), File("ulaw.wav", "\(noise) -c:a pcm_mulaw"),
    File("alaw.wav", "\(noise) -c:a pcm_alaw"), File("bytes.wav", "\(noise) -c:a pcm_u8"),
    File("large.wav", "\(noise) -c:a pcm_s16le -rf64 always"), File("six.wav", "\(noise) -c:a pcm_s16le -ac 6"),
    File("a.au", "\(noise) -c:a pcm_s16be"), File("flac.ogg", "\(noise) -c:a flac -sample_fmt s16 -f ogg"),
    File("24.flac", "\(noise) -c:a flac -sample_fmt s32"), File("a.ac3", "\(noise) -c:a ac3"),
    File("a.eac3", "\(noise) -c:a eac3"), File("a.mp2", "\(noise) -c:a mp2", decoder: "mp2float"),
    File("low.mp3", "\(noise) -c:a libmp3lame -ar 22050"), File("eac3.mp4", "\(noise) -c:a eac3"),
    File("mp3.wav", "\(noise) -c:a libmp3lame"), File("ms.wav", "\(noise) -c:a adpcm_ms"),
    File("ima.wav", "\(noise) -c:a adpcm_ima_wav"), File("mono.ima.wav", "\(noise) -c:a adpcm_ima_wav -ac 1"),
    File("extensible.wav", "\(noise) -c:a pcm_s24le -ac 6"), File("little.aifc", "\(noise) -c:a pcm_s16le -f aiff"),
    File("alaw.aifc", "\(noise) -c:a pcm_alaw -f aiff"), File("ulaw.aifc", "\(noise) -c:a pcm_mulaw -f aiff"),
    File("ima4.aifc", "\(noise) -c:a adpcm_ima_qt -f aiff"), File("bytes.aiff", "\(noise) -c:a pcm_s8"),
    File("alaw.mov", "\(noise) -c:a pcm_alaw"), File("ulaw.mov", "\(noise) -c:a pcm_mulaw"),
    File("ima4.mov", "\(noise) -c:a adpcm_ima_qt"), File("ms.mov", "\(noise) -c:a adpcm_ms"),
    File("ms.avi", "\(noise) -c:a adpcm_ms"),
    File("speex.ogg", "\(noise) -c:a libspeex -ar 16000", decoder: "libspeex"),
    File("wide.spx", "\(noise) -c:a libspeex -ar 32000", decoder: "libspeex"),
    File("opus.caf", "\(noise) -c:a libopus -ar 48000", decoder: "libopus"),
    File("a.tta", "\(noise) -c:a tta"), File("tta.mka", "\(noise) -c:a tta -sample_fmt s32"),
    File("a.wma", "\(noise) -c:a wmav2"), File("wma1.avi", "\(noise) -c:a wmav1"),
    File("wma2.mka", "\(noise) -c:a wmav2 -ac 1"), File("thd.mka", "\(noise) -strict -2 -c:a truehd"),
    File("thd.ts", "\(noise) -strict -2 -c:a truehd"), File("thd.m2ts", "\(noise) -strict -2 -c:a truehd -ar 96000"),
    File("thd.mp4", "\(noise) -strict -2 -c:a truehd -ac 6"), File("mlp.mka", "\(noise) -strict -2 -c:a mlp"),
    File("speex.mka", "\(noise) -c:a libspeex -ar 16000", decoder: "libspeex"),
    File("large.wv", "\(noise) -c:a wavpack -ar 96000 -frame_size 90000"),
    File("program.aac", "\(noise) -c:a aac -aac_pns 0 -ac 3"),
  ]

  private func read(_ track: any CodedTrack, _ range: CMTimeRange? = nil) async throws -> (
    Data, Int64?, DecodedAudioFormat
  ) {
    let cursor = AudioCursor(track)
    var data = Data()
    var first: Int64?
    for chunk in try cursor.samples(in: range ?? CMTimeRange(start: .zero, end: .positiveInfinity)) {
      if first == nil { first = chunk.position }
      data.append(contentsOf: chunk.bytes)
    }
    return (data, first, try cursor.format())
  }

  /// - Parameter heard: What is heard of what ffmpeg gives; nil for all of it.
  private func check(
    _ path: String, _ decoder: [String] = [], tolerance: Double = 0, heard: Range<Int>? = nil
  ) async throws {
    let track = try CodedClips.track(path, isVideo: false)
    let (whole, first, format) = try await read(track)
    let names = ["S16LE": "s16le", "S32LE": "s32le", "F32LE": "f32le", "F64LE": "f64le", "U8": "u8"]
    var expected = try CodedClips.audio(path, #require(names[format.sampleFormat.rawValue]), before: decoder)
    if let heard { expected = expected.dropFirst(heard.lowerBound * 4).prefix(heard.count * 4) }
    // ffmpeg leaves off what the encoder put before and after only where it knows how much that is; so do we.
    #expect(whole.count == expected.count && whole.count > 50000)
    if tolerance == 0 {
      let isSame = whole == expected
      #expect(isSame)
    } else {
      let largest = whole.withUnsafeBytes { ours in
        expected.withUnsafeBytes { theirs in
          zip(ours.bindMemory(to: Float.self), theirs.bindMemory(to: Float.self)).lazy.map { abs($0 - $1) }.max() ?? 1
        }
      }
      #expect(Double(largest) < tolerance)
    }
    let count = try AudioCursor(track).sampleCount()
    // The last packets of Apple Lossless and TrueHD are counted as whole ones.
    if !path.contains("alac."), !path.contains("thd.") {
      #expect(count == (first ?? 0) + Int64(whole.count / format.bytesPerFrame))
    }
    var generator = SeededGenerator(state: 11)
    let frames = whole.count / format.bytesPerFrame
    for _ in 0..<Soak.rounds(4, of: 12) {
      let start = Int.random(in: 0..<frames - 1, using: &generator)
      let end = min(frames, start + Int.random(in: 1..<3000, using: &generator))
      let offset = Int(first ?? 0)
      let range = CMTimeRange(
        start: CMTime(value: Int64(start + offset), timescale: Int32(format.rate)),
        end: CMTime(value: Int64(end + offset), timescale: Int32(format.rate)))
      let (part, place, _) = try await read(track, range)
      let isSame = part == whole[start * format.bytesPerFrame..<end * format.bytesPerFrame]
      #expect(isSame && place == Int64(start + offset), "samples \(start) to \(end)")
    }
  }

  @Test(arguments: Soak.cases(sounds, every: 2)) func audioAndPackets_areThoseOfFFmpeg_fromAnyPlace(file: File)
    async throws
  {
    let folder = try TemporaryFolder()
    // ffmpeg's own decoder of Vorbis adds in another order than libvorbis.
    let isVorbis = file.name.hasPrefix("vorbis.")
    let path = try file.make(in: folder)
    try comparePackets(path)
    try await check(path, file.decoder, tolerance: isVorbis ? 1e-6 : 0)
  }

  /// GStreamer's demuxer of WAVE loses the last packet of MP3, and does not take ADPCM apart; a graph has all of it.
  @Test(arguments: [
    File("mp3.wav", "\(noise) -c:a libmp3lame"), File("ima.wav", "\(noise) -c:a adpcm_ima_wav"),
    File("alaw.aifc", "\(noise) -c:a pcm_alaw -f aiff"), File("little.aifc", "\(noise) -c:a pcm_s16le -f aiff"),
    File("thd.ts", "\(noise) -strict -2 -c:a truehd"), File("tta.mka", "\(noise) -c:a tta"),
    File("large.wv", "\(noise) -c:a wavpack -ar 96000 -frame_size 90000"),
  ]) func audioInGraphs_isWhole(file: File) async throws {
    let folder = try TemporaryFolder()
    let path = try file.make(in: folder)
    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = folder.location(file.name) })
    let audio = RecordedAudio()
    graph.connect(source.audio, to: graph.add("listen", audio.sink()).input)
    _ = try await graph.run(options: .testing)
    #expect(try audio.total.frames == CodedClips.audio(path, "s16le").count / 4)
  }

  /// Transport streams say what the encoder put before and after the sound (Xiph.Org wiki, "OpusTS"); ffmpeg writes it,
  /// and does not read it.
  @Test func opusOfTransportStreams_isWhatWasEncoded() async throws {
    let folder = try TemporaryFolder()
    let path = try File("opus.ts", "\(Self.noise) -c:a libopus -ar 48000").make(in: folder)
    try comparePackets(path)
    try await check(path, ["-c:a", "libopus"], heard: 312..<312 + 62400)
  }

  private func comparePackets(_ path: String) throws {
    let track = try CodedClips.track(path, isVideo: false)
    // Uncompressed audio has no packets of its own: each program cuts it in its own way, and joins blocks of ADPCM.
    guard ![.pcm, .uLaw, .aLaw, .adpcm].contains(track.formats[0].codec) else { return }
    let packets = try Self.packets(path, "a:0")
    let samples = try (0..<track.count).map { try track.sample($0) }
    #expect(samples.count == packets.count)
    // Decoders get AAC without the headers that it has in streams.
    let header = path.hasSuffix("aac.ts") || path.hasSuffix(".aac") ? 7 : 0
    #expect(samples.map { $0.size + header } == packets.compactMap { Int($0.size) })
    let zero = packets.first?.time ?? 0
    for (sample, packet) in zip(samples, packets) {
      let ours = track.time(sample.presentationTime).seconds
      // Containers round: Matroska and FLV to milliseconds, streams to 1/90000.
      // Blocks of Vorbis overlap: some count from the middle of the first.
      let tolerance = track.formats[0].codec == .vorbis ? 0.0045 : 0.0011
      #expect(abs(ours - ((packet.time ?? .nan) - zero)) < tolerance, "packet \(sample.index)")
    }
  }

  @Test(arguments: ["amrnb", "amrwb"], ["amr", "3gp"]) func amr_isThatOfFFmpeg(codec: String, container: String)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file("a.\(container)")
    let encoder = codec == "amrnb" ? "amrnbenc" : "voamrwbenc"
    let rate = codec == "amrnb" ? 8000 : 16000
    _ = try Oracle.text(
      "gst-launch-1.0",
      [
        "audiotestsrc", "wave=pink-noise", "num-buffers=60", "samplesperbuffer=\(rate / 20)", "!",
        "audio/x-raw,rate=\(rate),channels=1", "!", encoder, "!", container == "amr" ? "avmux_amr" : "3gppmux", "!",
        "filesink", "location=\(path)",
      ])
    let track = try CodedClips.track(path, isVideo: false)
    if codec == "amrnb" {
      try await check(path)
    } else {
      // ffmpeg's decoder is another one than GStreamer's: what a whole decode of the latter gives is the measure.
      let demuxer = container == "amr" ? "amrparse" : "qtdemux"
      _ = try Oracle.text(
        "gst-launch-1.0",
        ["-q", "filesrc", "location=\(path)", "!", demuxer, "!", "amrwbdec", "!", "filesink", "location=\(path).raw"])
      let (whole, _, _) = try await read(track)
      let isSame = try whole == Data(contentsOf: URL(fileURLWithPath: path + ".raw"))
      #expect(isSame && whole.count == 60 * rate / 20 * 2)
    }
    #expect(track.formats[0].codec == (codec == "amrnb" ? .amr : .amrWideband))
    #expect(try track.count == Self.packets(path, "a:0").count)
  }

  /// AAC whose configuration says that the upper half of the spectrum is made up: the decoder gives twice the samples.
  @Test func highEfficiencyAAC_hasTwiceTheRate() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("he.m4a")
    try Oracle.make([
      "-f", "lavfi", "-i", "anoisesrc=r=22050:seed=7:a=0.3:d=2", "-c:a", "aac", "-aac_pns", "0", path,
    ])
    // The configuration ends with the extension's mark, and says that there is none: now it does, at 44100 Hz.
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let mark = try #require(bytes.range(of: Data([0x56, 0xe5, 0x00])))
    bytes[mark.upperBound - 1] = 0xa0
    try bytes.write(to: URL(fileURLWithPath: path))
    let track = try CodedClips.track(path, isVideo: false)
    let (whole, _, format) = try await read(track)
    #expect(format.rate == 44100)
    let expected = try CodedClips.audio(path, "f32le")
    let isSame = whole == expected.prefix(whole.count)
    #expect(isSame && whole.count >= 44100 * 2 * format.bytesPerFrame)
    for start in [1, 30011, 60123] {
      let range = CMTimeRange(
        start: CMTime(value: Int64(start), timescale: 44100), duration: CMTime(value: 5000, timescale: 44100))
      let (part, place, _) = try await read(track, range)
      let isSame = part == whole[start * format.bytesPerFrame..<(start + 5000) * format.bytesPerFrame]
      #expect(isSame && place == Int64(start))
    }
  }

  // MARK: Unread streams

  @Test func trackWithoutDecoder_isListedForCopies_andRefusedWhenItIsRead() async throws {
    let folder = try TemporaryFolder()
    let path = try File("nellymoser.flv", "\(Self.noise) -c:a nellymoser -ac 1 -ar 22050").make(in: folder)
    let track = try #require(OpenedMedia(path: path).container.codedTracks().first)
    let error = await #expect(throws: DecoderError.self) { try await read(track) }
    #expect(error?.code == .missingDecoder && error?.message == "Nellymoser is not decoded here")
  }

  @Test func bareAV1_isRefusedForItsTimes() async throws {
    let folder = try TemporaryFolder()
    let path = try File("bare.obu", "\(Self.picture) -c:v libaom-av1 -usage realtime -cpu-used 8 -frames:v 3")
      .make(in: folder)
    let error = await #expect(throws: MediaError.self) { try await MediaTrack.tracks(ofFile: path) }
    #expect(error?.code == .unsupported && error?.path == path)
    #expect(error?.reason == "bare AV1 does not say when its pictures are shown; MP4 and WebM do")
  }
}
