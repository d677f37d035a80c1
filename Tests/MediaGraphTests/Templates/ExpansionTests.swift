import MediaGraph
import Testing

/// Templates expand to the flat graphs in these tests.
@Suite struct ExpansionTests {
  /// Returns the nodes of a description after its values are bound and its templates expanded, one a line.
  private static func flat(
    _ text: String, files: [String: String] = [:], set values: [String: String] = [:], registry: Registry = Registry()
  ) throws -> String {
    let (loaded, form) = loader(files).load(text: text, path: "test.yaml")
    let checker = GraphChecker(registry: registry)
    let (graph, problems) = checker.check(loaded)
    try Diagnostics.check(form + problems)
    let flat = try graph.bound(to: values).expanded(registry: registry)
    #expect(flat.templates.isEmpty && flat.includes.isEmpty && flat.parameters.isEmpty)
    let (checked, more) = checker.check(flat)
    try Diagnostics.check(more)
    return try lines(checked, registry)
  }

  private static func lines(_ graph: Graph, _ registry: Registry = Registry()) throws -> String {
    let text = try graph.yaml(registry: registry)
    return text.split(separator: "\n").drop { $0 != "nodes:" }.dropFirst()
      .map { $0.dropFirst(2).replacing(/: +\{/, with: ": {") }
      .joined(separator: "\n")
  }

  @Test func aTemplateOfTheFile() throws {
    let text = """
      format: 1
      templates:
        web:
          parameters: { bitrate: { type: bitrate, default: 5Mb/s } }
          inputs: { video: video/raw, audio: audio/raw }
          outputs: { movie: mp4 }
          nodes:
            h264: { use: video.encode.h264, in: $video, with: { bitrate: $bitrate } }
            aac: { use: audio.encode.aac, in: $audio }
            mp4: { use: mux.mp4, in: [h264, aac] }
      nodes:
        v: { use: test.video }
        a: { use: test.audio }
        web: { use: web, in: { video: v, audio: a }, with: { bitrate: 8000kb/s } }
        f: { use: file.write, in: web, with: { url: x.mp4 } }
      """
    #expect(
      try Self.flat(text) == """
        v: { use: test.video }
        a: { use: test.audio }
        web/h264: { use: video.encode.h264, in: v, with: { bitrate: 8Mb/s } }
        web/aac: { use: audio.encode.aac, in: a }
        web/mp4: { use: mux.mp4, in: [web/h264, web/aac] }
        f: { use: file.write, in: web/mp4, with: { url: x.mp4 } }
        """)
  }

  /// Nodes that serve the other outputs are part of the template too, and may be of no use to its user.
  @Test func outputThatNothingReads_leavesItsNodesOut() throws {
    let text = """
      format: 1
      templates:
        web:
          inputs: { video: video/raw, picture: video/raw }
          outputs: { movie: mp4, still: small }
          nodes:
            h264: { use: video.encode.h264, in: $video }
            mp4: { use: mux.mp4, in: h264 }
            gray: { use: video.grade, in: $picture }
            small: { use: video.scale, in: gray, with: { height: 100 } }
        outer:
          inputs: { video: video/raw, picture: video/raw }
          outputs: { movie: web.movie, still: web.still }
          nodes:
            web: { use: web, in: { video: $video, picture: $picture } }
      nodes:
        v: { use: test.video }
        turned: { use: video.grade, in: v }
        web: { use: outer, in: { video: v, picture: turned } }
        f: { use: file.write, in: web.movie, with: { url: x.mp4 } }
      """
    #expect(
      try Self.flat(text) == """
        v: { use: test.video }
        web/web/h264: { use: video.encode.h264, in: v }
        web/web/mp4: { use: mux.mp4, in: web/web/h264 }
        f: { use: file.write, in: web/web/mp4, with: { url: x.mp4 } }
        """)
  }

  @Test func templateOfWhichNothingIsRead_isAnError() {
    let text = """
      format: 1
      templates:
        half:
          inputs: { in: video/raw }
          outputs: { out: s }
          nodes: { s: { use: video.scale, in: $in, with: { height: 100 } } }
      nodes:
        v: { use: test.video }
        a: { use: half, in: v }
      """
    #expect(problems(text, set: [:]).hasPrefix("error: nothing reads 'a'\n"))
  }

  @Test func valueThroughAnotherTemplate_mustBeWithinTheInnerBounds() {
    let text = """
      format: 1
      parameters: { q: { type: int, default: 30 } }
      templates:
        inner:
          parameters: { quality: { type: int, default: 20, maximum: 40 } }
          inputs: { in: video/raw }
          outputs: { out: h264 }
          nodes: { h264: { use: video.encode.h264, in: $in, with: { quality: $quality } } }
        outer:
          parameters: { q: { type: int, default: 20 } }
          inputs: { in: video/raw }
          outputs: { out: i }
          nodes: { i: { use: inner, in: $in, with: { quality: $q } } }
      nodes:
        v: { use: test.video }
        o: { use: outer, in: v, with: { q: $q } }
        n: { use: null, in: o }
      """
    #expect(problems(text, set: [:]) == "")
    #expect(
      problems(text, set: ["q": "48"]) == """
        error: quality must be at most 40
          --> test.yaml:13:57
           |
        13 |     nodes: { i: { use: inner, in: $in, with: { quality: $q } } }
           |                                                         ^^ is out of range
        """)
  }

  @Test func aTemplateUsedTwice() throws {
    let text = """
      format: 1
      templates:
        half:
          inputs: { in: video/raw }
          outputs: { out: s }
          nodes: { s: { use: video.scale, in: $in, with: { height: 100 } } }
      nodes:
        v: { use: test.video }
        a: { use: half, in: v }
        b: { use: half, in: a }
        n: { use: null, in: b }
      """
    #expect(
      try Self.flat(text)
        == """
        v: { use: test.video }
        a/s: { use: video.scale, in: v, with: { height: '100' } }
        b/s: { use: video.scale, in: a/s, with: { height: '100' } }
        n: { use: null, in: b/s }
        """.replacing("'", with: ""))
  }

  @Test func includesOfIncludes_andTemplatesOfTemplates() throws {
    let text = """
      format: 1
      include: { a: one/a.yaml }
      nodes:
        v: { use: test.video }
        t: { use: a/outer, in: v, with: { size: 480 } }
        n: { use: null, in: t }
      """
    let files = [
      "one/a.yaml": """
      format: 1
      include: { b: ../two/b.yaml }
      templates:
        outer:
          parameters: { size: { type: int, default: 720 } }
          inputs: { video: video/raw }
          outputs: { video: last.video }
          nodes:
            first: { use: inner, in: $video, with: { h: $size } }
            last: { use: b/scale, in: first, with: { height: $size } }
        inner:
          parameters: { h: { type: int } }
          inputs: { video: video/raw }
          outputs: { video: crop }
          nodes: { crop: { use: video.crop, in: $video, with: { top: $h } } }
      """,
      "two/b.yaml": """
      format: 1
      templates:
        scale:
          parameters: { height: { type: int, required: true } }
          inputs: { video: video/raw }
          outputs: { video: s }
          nodes: { s: { use: video.scale, in: $video, with: { height: $height } } }
      """,
    ]
    #expect(
      try Self.flat(text, files: files) == """
        v: { use: test.video }
        t/first/crop: { use: video.crop, in: v, with: { top: 480 } }
        t/last/s: { use: video.scale, in: t/first/crop, with: { height: 480 } }
        n: { use: null, in: t/last/s }
        """)
  }

  private static let precedence = """
    format: 1
    parameters: { bitrate: { type: bitrate FILE } }
    templates:
      t:
        parameters: { rate: { type: bitrate TEMPLATE } }
        inputs: { video: video/raw }
        outputs: { out: e }
        nodes: { e: { use: video.encode.h264, in: $video, with: { bitrate: $rate } } }
    nodes:
      v: { use: test.video }
      t: { use: t, in: v WITH }
      n: { use: null, in: t }
    """

  @Test(arguments: [
    ("", "", "", "", ""),
    ("", ", default: 1Mb/s", "", "", "1Mb/s"),
    ("", ", default: 1Mb/s", ", with: { rate: 2Mb/s }", "", "2Mb/s"),
    (", default: 3Mb/s", ", default: 1Mb/s", ", with: { rate: $bitrate }", "", "3Mb/s"),
    (", default: 3Mb/s", ", default: 1Mb/s", ", with: { rate: $bitrate }", "4000kb/s", "4Mb/s"),
    ("", ", default: 1Mb/s", ", with: { rate: $bitrate }", "", "1Mb/s"),
    ("", "", ", with: { rate: $bitrate }", "", ""),
  ])
  func theNearestValue_counts(_ file: String, _ template: String, _ with: String, _ set: String, _ expected: String)
    throws
  {
    let text = Self.precedence.replacing("FILE", with: file).replacing("TEMPLATE", with: template)
      .replacing("WITH", with: with)
    let argument = expected.isEmpty ? "" : ", with: { bitrate: \(expected) }"
    #expect(
      try Self.flat(text, set: set.isEmpty ? [:] : ["bitrate": set]) == """
        v: { use: test.video }
        t/e: { use: video.encode.h264, in: v\(argument) }
        n: { use: null, in: t/e }
        """)
  }

  @Test func anInputPassedOn_isTheOutput() throws {
    let text = """
      format: 1
      templates:
        pass:
          inputs: { video: video/raw }
          outputs: { same: $video, small: s }
          nodes: { s: { use: video.scale, in: $video } }
        twice:
          inputs: { v: video/raw }
          outputs: { v: two.same, w: two.small }
          nodes:
            one: { use: pass, in: $v }
            two: { use: pass, in: one.same }
            rest: { use: null, in: one.small }
      nodes:
        v: { use: test.video }
        p: { use: twice, in: v }
        n: { use: null, in: p.v }
        m: { use: null, in: p.w }
      """
    #expect(
      try Self.flat(text) == """
        v: { use: test.video }
        p/one/s: { use: video.scale, in: v }
        p/two/s: { use: video.scale, in: v }
        p/rest: { use: null, in: p/one/s }
        n: { use: null, in: v }
        m: { use: null, in: p/two/s }
        """)
  }

  @Test func severalStreamsAndReaders() throws {
    let text = """
      format: 1
      templates:
        both:
          inputs: { a: audio/raw }
          nodes:
            one: { use: null, in: $a }
            two: { use: null, in: $a }
      nodes:
        s: { use: asset.read, with: { url: a.mkv, audio_tracks: all } }
        t: { use: both, in: s.audio.2, delivery: latest }
      """
    #expect(
      try Self.flat(text) == """
        s: { use: asset.read, with: { url: a.mkv, audio_tracks: all } }
        t/one: { use: null, in: s.audio.2, delivery: latest }
        t/two: { use: null, in: s.audio.2, delivery: latest }
        """)
  }

  @Test func valuesAreTexts_notReferencesAgain() throws {
    let text = """
      format: 1
      parameters: { name: { type: string, default: "a" } }
      nodes:
        f: { use: file.read, with: { url: "$(name)-$(name).mp4" } }
        n: { use: null, in: f }
      """
    #expect(
      try Self.flat(text, set: ["name": "$(name)$"]) == """
        f: { use: file.read, with: { url: $$(name)$-$$(name)$.mp4 } }
        n: { use: null, in: f }
        """)
  }

  @Test func theStop_isBoundToo() throws {
    let text = """
      format: 1
      parameters: { n: { type: int, default: 5 }, t: { type: time } }
      nodes: { v: { use: test.video }, n: { use: null, in: v } }
      stop: { after: STOP }
      """
    func stop(_ after: String) throws -> StopRule? {
      try DescriptionLoader().load(text: text.replacing("STOP", with: after), path: "a.yaml").graph.bound().stop
    }
    #expect(try stop("\"$(n)s\"") == StopRule(after: .seconds(5)))
    #expect(try stop("$t") == StopRule())
    #expect(try stop("1500ms") == StopRule(after: .milliseconds(1500)))
  }

  @Test func boundInPart_leavesOutWhatIsOpen() throws {
    let text = """
      format: 1
      parameters: { url: { type: url, required: true }, name: { type: string, required: true } }
      nodes:
        a: { use: file.read, with: { url: $url } }
        b: { use: file.read, with: { url: "$(name).mp4" } }
        n: { use: null, in: a }
        m: { use: null, in: b }
      """
    let graph = GraphChecker(registry: Registry()).check(DescriptionLoader().load(text: text, path: "a.yaml").graph)
      .graph
    let flat = try graph.bound(partially: true).expanded(registry: Registry())
    #expect(flat["a"]?.arguments.isEmpty == true)
    #expect(flat.nodes.map(\.name) == ["a", "b", "n", "m"])
  }
}
