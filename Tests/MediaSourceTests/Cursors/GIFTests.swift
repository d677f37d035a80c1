import CoreMedia
import Foundation
import MediaSourceTesting
import MovieFile
import Testing

@testable import MediaSource

/// GIF files give the frames of ffmpeg, from any place.
@Suite struct GIFTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func frames(_ path: String) throws -> [DecodedFrame] {
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    return Array(try cursor.frames(in: CMTimeRange(start: .zero, end: .positiveInfinity)))
  }

  @Test(arguments: ["", "-gifflags -offsetting-transdiff", "-gifflags +offsetting+transdiff -loop -1"])
  func filesOfFFmpeg_haveItsFrames_fromAnyPlace(options: String) throws {
    let path = folder.file("a.gif")
    try Oracle.make(
      ["-f", "lavfi", "-i", "testsrc2=size=161x97:rate=20:duration=1.5"]
        + options.split(separator: " ").map(String.init) + [path])
    let expected = try CodedClips.checksums(path)
    let frames = try frames(path)
    let sums = try frames.map { try $0.checksum }
    #expect(expected.count == 30 && sums == expected)
    #expect(frames.map(\.time) == (0..<30).map { CMTime(value: $0 * 5, timescale: 100) })
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    for number in [15, 3, 29, 0, 9] { #expect(try cursor.frame(at: frames[number].time).checksum == expected[number]) }
  }

  /// Palettes of any size, interlaced rows, all treatments, transparency, full tables of codes.
  @Test(arguments: 1...40) func anyImages_areComposedAsByFFmpeg(seed: Int) throws {
    let path = folder.file("a.gif")
    _ = try Oracle.run("python3", ["-c", Self.writer, String(seed), path], withErrors: true)
    let expected = try CodedClips.checksums(path)
    let sums = try frames(path).map { try $0.checksum }
    #expect(sums == expected)
  }

  @Test func aDamagedImage_isAnErrorOfItsOwn() throws {
    let path = folder.file("a.gif")
    try Oracle.make([
      "-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.5", "-gifflags", "-offsetting-transdiff", path,
    ])
    let track = try CodedClips.track(path, isVideo: true)
    let third = try #require(try track.sample(shownAt: 25))
    var file = try Data(contentsOf: folder.url("a.gif"))
    // The image's data begin with the code that ends them.
    let image = file[Int(third.offset)...].firstIndex(of: 0x2c)!
    let flags = file[image + 9]
    let data = image + 10 + (flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1))
    (file[data + 2], file[data + 3]) = (0xff, 0xff)
    try file.write(to: folder.url("a.gif"))
    let cursor = FrameCursor(try CodedClips.track(path, isVideo: true))
    let error = #expect(throws: DecoderError.self) { try cursor.frame(at: CMTime(value: 25, timescale: 100)) }
    #expect(error?.code == .damagedSample && error?.sample == 2)
    #expect(try cursor.frame(at: CMTime(value: 35, timescale: 100)).time == CMTime(value: 30, timescale: 100))
  }

  @Test func wideOrTallPixels_areToldByTheFormat() throws {
    let path = folder.file("a.gif")
    try Oracle.make(["-f", "lavfi", "-i", "testsrc2=size=64x48:rate=10:duration=0.2,setsar=2/1", path])
    let told = try Oracle.text(
      "ffprobe", ["-v", "error", "-show_entries", "stream=sample_aspect_ratio", "-of", "csv=p=0", path])
    let (across, down) = try #require(try CodedClips.track(path, isVideo: true).formats.first?.description?.pixelShape)
    let parts = told.split(separator: ":").compactMap { Int($0) }
    #expect(parts.count == 2 && across * parts[1] == down * parts[0], "\(told): \(across)/\(down)")
  }

  private static let writer = """
    import random, struct, sys
    seed, path = int(sys.argv[1]), sys.argv[2]
    random.seed(seed)

    def codes(pixels, bits):
        out, held, count = bytearray(), 0, 0
        clear = 1 << bits
        def put(code, width):
            nonlocal held, count
            held |= code << count
            count += width
            while count >= 8:
                out.append(held & 255)
                held >>= 8
                count -= 8
        def table(): return {(i,): i for i in range(clear)}
        known, after, width, run = table(), clear + 2, bits + 1, ()
        put(clear, width)
        for pixel in pixels:
            if run + (pixel,) in known:
                run += (pixel,)
                continue
            put(known[run], width)
            if after < 4096:
                known[run + (pixel,)] = after
                after += 1
                if after - 1 == 1 << width and width < 12: width += 1
            elif random.random() < .5:
                put(clear, width)
                known, after, width = table(), clear + 2, bits + 1
            run = (pixel,)
        put(known[run], width)
        # The reader's table grows once more.
        if after < 4096 and after == 1 << width and width < 12: width += 1
        put(clear + 1, width)
        if count: out.append(held & 255)
        return bytes(out)

    def blocks(data):
        out = b''
        while data: out, data = out + bytes([min(255, len(data))]) + data[:255], data[255:]
        return out + b'\\0'

    def colors(bits): return bytes(random.randrange(256) for _ in range(3 << bits))

    width, height, bits = random.randint(1, 60), random.randint(1, 60), random.randint(1, 8)
    shared = random.random() < .85
    out = b'GIF89a' + struct.pack('<HHBBB', width, height, (128 if shared else 0) | bits - 1, random.randrange(1 << bits), 0)
    if shared: out += colors(bits)
    for _ in range(random.randint(1, 9)):
        if random.random() < .85:
            flags = random.randint(0, 3) << 2 | (random.random() < .6)
            # Shorter times come to others as the same ones.
            out += b'\\x21\\xf9\\x04' + struct.pack('<BHBB', flags, random.choice([2, 3, 10]), random.randrange(1 << bits), 0)
        if random.random() < .2: out += b'\\x21\\xfe' + blocks(b'a comment')
        left, top = random.randrange(width), random.randrange(height)
        w, h = random.randint(1, width - left), random.randint(1, height - top)
        if random.random() < .4: left, top, w, h = 0, 0, width, height
        own = not shared or random.random() < .4
        depth = random.randint(1, 8) if own else bits
        flags = (128 | depth - 1 if own else 0) | (64 if random.random() < .4 else 0)
        out += b',' + struct.pack('<HHHHB', left, top, w, h, flags) + (colors(depth) if own else b'')
        variety, length, pixels = random.choice([2, 5, 1 << depth]), random.choice([1, 3, 20]), []
        while len(pixels) < w * h:
            pixels += [random.randrange(min(variety, 1 << depth))] * random.randint(1, length)
        size = max(2, depth)
        out += bytes([size]) + blocks(codes(pixels[:w * h], size))
    open(path, 'wb').write(out + b';')
    """
}
