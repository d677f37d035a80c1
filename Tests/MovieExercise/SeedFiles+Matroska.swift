extension SeedFiles {
  private typealias M = MatroskaBytes

  /// Tags, chapters, a cover, an index, cues, and packets in all forms: laces, groups, stripped headers.
  static var matroska: [UInt8] {
    let simple = M.element(0x67c8, M.text(0x45a3, "TITLE") + M.text(0x4487, "A"))
    let tags = M.element(0x1254_c367, M.element(0x7373, M.element(0x63c0, []) + simple))
    let atom = M.element(
      0xb6,
      [0x73, 0xc4, 0x81, 1] + M.number(0x91, 1_000_000_000)
        + M.element(0x80, M.text(0x85, "One") + M.text(0x437c, "eng")))
    let chapters = M.element(0x1043_a770, M.element(0x45b9, atom))
    let cover = M.element(
      0x61a7, M.text(0x466e, "cover.png") + M.text(0x4660, "image/png") + M.element(0x465c, [0x89, 0x50, 0x4e, 0x47]))
    let attachments = M.element(0x1941_a469, cover)
    let tracks = M.tracks(
      M.track(1, type: 1, codec: "V_VP8", M.video(64, 48) + M.number(0x23e383, 40_000_000)),
      M.track(2, type: 2, codec: "A_AC3", M.audio(48_000, channels: 2) + stripped([0x0b, 0x77])),
      M.track(3, type: 2, codec: "A_PCM/INT/LIT", M.audio(8000, channels: 1, bits: 16) + M.number(0x56aa, 1_000_000)),
      M.track(4, type: 17, codec: "S_TEXT/UTF8", M.text(0x22b59c, "ger")))
    let padded = M.block(3, 30, B.zeros(16))
    let group = M.element(
      0xa0, M.element(0xa1, padded) + M.number(0x9b, 10) + M.element(0xfb, [0xff]) + M.element(0x75a2, [0x0f, 0x42]))
    let media = [
      M.cluster(
        0, M.simple(1, 0, [0x10, 0, 0, 0x9d, 1, 0x2a, 64, 0, 48, 0]), M.element(0xec, B.zeros(5)),
        M.simple(2, 0, lacing: 1, [2, 3, 4] + B.zeros(12)), M.simple(2, 96, lacing: 3, [2, 0x83, 0xc0] + B.zeros(11)),
        M.simple(3, 0, lacing: 2, [3] + B.zeros(16)), M.simple(4, 10, B.text("Hallo")),
        M.simple(1, 40, isKey: false, [0x11, 0, 0, 7]), group),
      M.cluster(
        500, M.simple(1, 0, [0x10, 0, 0, 0x9d, 1, 0x2a, 64, 0, 48, 0]), M.simple(1, 40, isKey: false, [0x11, 1])),
    ]
    let info = M.info(duration: 5000)
    func index(_ cues: Int) -> [UInt8] {
      M.element(0x114d_9b74, M.element(0x4dbb, M.element(0x53ab, [0x1c, 0x53, 0xbb, 0x6b]) + M.number(0x53ac, cues)))
    }
    let front = info + tracks + chapters + attachments + tags
    let first = index(0).count + front.count
    let cues = M.element(
      0x1c53_bb6b,
      [(0, first), (500, first + media[0].count)].flatMap { time, place in
        M.element(0xbb, M.number(0xb3, time) + M.element(0xb7, M.number(0xf7, 1) + M.number(0xf1, place)))
      })
    return M.header
      + M.segment(index(first + media.reduce(0) { $0 + $1.count }), front, media.flatMap { $0 }, cues)
  }

  /// A recording as it is sent: a segment and clusters of unknown size, no index.
  static var liveMatroska: [UInt8] {
    let tracks = M.tracks(
      M.track(1, type: 1, codec: "V_VP9", M.video(64, 48)),
      M.track(2, type: 2, codec: "A_OPUS", M.audio(48_000, channels: 2)))
    let clusters = (0..<3).flatMap { number in
      M.open(
        0x1f43_b675,
        M.number(0xe7, number * 100) + M.simple(1, 0, isKey: number != 1, [0x82, 0x49, 0x83, 0x42])
          + M.simple(2, 0, [0xfc, 1, 2]) + M.simple(2, 20, [0xfc, 3, 4]))
    }
    return M.header + M.open(0x1853_8067, M.info() + tracks + clusters)
  }

  private static func stripped(_ bytes: [UInt8]) -> [UInt8] {
    M.element(
      0x6d80,
      M.element(0x6240, M.number(0x5031, 0) + M.element(0x5034, M.number(0x4254, 3) + M.element(0x4255, bytes))))
  }
}
