import Foundation
import Testing

@Suite struct GraphCommandTests {
  private static let graph = """
    format: 1
    name: a "b"
    nodes:
      picture: { use: test.video, with: { size: 320x180 } }
      web: { use: export.preset, in: { video: picture } }
      file: { use: file.write, in: web, with: { url: x.mp4 } }
    """

  @Test func emptyRecord_isDrawnAndExplainedAsFilesWriteIt() async throws {
    let graph = """
      format: 1
      nodes:
        a: { use: test.video, with: { duration: 1s } }
        b: { use: test.video, with: { duration: 1s } }
        both: { use: video.composite, in: [a, b], with: { layers: [{}, { x: 20 }] } }
        h264: { use: video.encode.h264, in: both }
        mp4: { use: mux.mp4, in: h264 }
        file: { use: file.write, in: mp4, with: { url: x.mp4 } }
      """
    let fixture = try CommandFixture(["graph.yaml": graph])
    for command in ["graph", "explain"] {
      let outcome = try await fixture.run(command, "graph.yaml")
      #expect(outcome.output.contains("layers: [{}, { x: 20 }]"), "\(outcome.output)\(outcome.error)")
    }
  }

  @Test func dot_isWhatGraphvizReads() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml")
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        digraph "a \\"b\\"" {
          rankdir=LR; bgcolor=white; pad=0.3; nodesep=0.3; ranksep=0.5; fontname="Helvetica";
          labelloc=t; labeljust=l; label=<<font point-size="18"><b>a &quot;b&quot;</b></font><br align="left"/><br/>>;
          node [shape=box, style="rounded,filled", fillcolor="#f7f9fb", color="#5b6670", fontname="Helvetica", \
        fontsize=12, margin="0.15,0.08"];
          edge [fontname="Helvetica", fontsize=10, fontcolor="#3c454d", penwidth=1.8, arrowsize=0.8];
          subgraph cluster_legend {
            peripheries=0; labelloc=b; labeljust=l; label=<<br/><font point-size="10" color="#3c454d">\
        <font color="#1f6fb4">━━━</font> video/raw&#160;&#160;&#160;&#160;\
        <font color="#6b6b6b">━━━</font> container&#160;&#160;&#160;&#160;❒ a template</font>>;
            n0 [label=<<b>picture</b><br/><font color="#5f6b76">test.video</font><br/>\
        <br align="left"/><font point-size="10">size: 320x180</font><br align="left"/>>];
            n1 [label=<<b>web</b><br/><font color="#5f6b76">export.preset</font>>, shape=box3d, style=filled];
            n2 [label=<<b>file</b><br/><font color="#5f6b76">file.write</font><br/>\
        <br align="left"/><font point-size="10">url: x.mp4</font><br align="left"/>>];
          }
          n0 -> n1 [label="video", color="#1f6fb4", tooltip="video/raw"];
          n1 -> n2 [color="#6b6b6b", tooltip="container"];
        }

        """)
    let graphviz = try await fixture.bash("$reel graph graph.yaml --expand | dot -Tplain | grep -c '^node'")
    #expect(graphviz.output == "6\n", "\(graphviz.error)")
  }

  @Test func mermaid_isAFlowchart() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml", "--format", "mermaid", "--expand", "--plain")
    func box(_ name: String, _ type: String) -> String {
      "(\"<b>\(name)</b><br/><i>\(type)</i>\")"
    }
    #expect(
      outcome.output == """
        flowchart LR
          n0\(box("picture", "test.video"))
          n5\(box("file", "file.write"))
          subgraph g0["web"]
            n1\(box("scale", "video.scale"))
            n2\(box("upright", "video.orient"))
            n3\(box("h264", "video.encode.h264"))
            n4\(box("mp4", "mux.mp4"))
          end
          n0 --> n1
          n1 --> n2
          n2 --> n3
          n3 -.-> n4
          n4 --> n5
          linkStyle 0 stroke:#1f6fb4
          linkStyle 1 stroke:#1f6fb4
          linkStyle 2 stroke:#1f6fb4
          linkStyle 3 stroke:#1f6fb4
          linkStyle 4 stroke:#6b6b6b

        """)
  }

  @Test func mermaid_hasATitle_theParametersAndALegend() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml", "--format", "mermaid")
    #expect(
      outcome.output == """
        ---
        title: "a \\"b\\""
        ---
        flowchart LR
          n0("<b>picture</b><br/><i>test.video</i><br/><small>size#58; 320x180</small>")
          n1[["<b>web</b><br/><i>export.preset</i>"]]
          n2("<b>file</b><br/><i>file.write</i><br/><small>url#58; x.mp4</small>")
          n0 -->|"video"| n1
          n1 --> n2
          subgraph legend["Legend"]
            k0[" "] -->|"video/raw"| l0[" "]
            k1[" "] -->|"container"| l1[" "]
          end
          linkStyle 0 stroke:#1f6fb4
          linkStyle 1 stroke:#6b6b6b
          linkStyle 2 stroke:#1f6fb4
          linkStyle 3 stroke:#6b6b6b

        """)
  }

  /// Mermaid replaces entities before it parses: first it takes the last semicolon from what looks like a style with a
  /// colour, then it reads `#CODE;`.
  @Test func mermaid_readsEveryEntity() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      parameters: { style: { type: url, required: true } }
      nodes:
        style: { use: asset.read, with: { url: $style } }
        text:  { use: video.text, in: style.video, with: { text: 'classDef a:#1; "b:#2; <i>&`|]' } }
        out:   { use: "null", in: text }
      """
    ])
    let chart = try await fixture.run("graph", "graph.yaml", "--format", "mermaid")
    #expect(chart.error == "")
    var text = chart.output
    for pattern in [#"style.*:\S*#.*;"#, #"classDef.*:\S*#.*;"#] {
      #expect(try text.matches(of: Regex(pattern)).isEmpty, "\(pattern): \(text)")
    }
    for match in text.matches(of: /#(\d+);/).reversed() {
      let scalar = try #require(UInt32(match.1).flatMap(Unicode.Scalar.init))
      text.replaceSubrange(match.range, with: String(scalar))
    }
    #expect(text.contains(##"classDef a:#1; "b:#2; <i>&`|]"##), "\(text)")
    #expect(text.contains("<small>url: $style</small>"), "\(text)")
    // In the chart itself a label has no quote, bracket or bar that could end it.
    for line in chart.output.split(separator: "\n").dropFirst(4) where line.contains("<b>") {
      #expect(line.wholeMatch(of: #/  n\d+(\(|\[\[)"[^"`|\[\]{}()]*"(\)|\]\])/#) != nil, "\(line)")
    }
  }

  @Test func linksThatAreOff_areDrawnAsOff_andNotAsCodedOnes() async throws {
    let fixture = try CommandFixture([
      "graph.yaml": """
      format: 1
      nodes:
        picture: { use: test.video }
        h264: { use: video.encode.h264, in: picture }
        on:   { use: "null", in: h264 }
        off:  { use: "null", in: h264, delivery: nothing }
        raw:  { use: "null", in: picture, delivery: nothing }
      """
    ])
    let dot = try await fixture.run("graph", "graph.yaml").output
    #expect(dot.contains("  n1 -> n2 [color=\"#1f6fb4\", tooltip=\"video/coded\", style=dashed];\n"))
    #expect(
      dot.contains(
        "  n1 -> n3 [label=\"off\", color=\"#b8b8b8\", tooltip=\"video/coded\", style=dashed, arrowhead=tee];\n"))
    #expect(
      dot.contains("  n0 -> n4 [label=\"off\", color=\"#b8b8b8\", tooltip=\"video/raw\", arrowhead=tee];\n"))
    #expect(try await fixture.bash("$reel graph graph.yaml | dot -Tplain | grep -c '^edge'").output == "4\n")
    let mermaid = try await fixture.run("graph", "graph.yaml", "--format", "mermaid").output
    #expect(mermaid.contains("  n1 -.-> n2\n  n1 -.-x|\"off\"| n3\n  n0 --x|\"off\"| n4\n"), "\(mermaid)")
    #expect(mermaid.contains("  linkStyle 2 stroke:#b8b8b8\n  linkStyle 3 stroke:#b8b8b8\n"))
  }

  @Test func svg_isDrawnByGraphviz_andTheNameDecides() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    #expect(try await fixture.run("graph", "graph.yaml", "-o", "graph.svg").error == "")
    let svg = String(decoding: try fixture.data(of: "graph.svg"), as: UTF8.self)
    #expect(svg.contains("<svg") && svg.contains("export.preset"))
    let root = try await fixture.bash(
      "python3 -c 'import xml.dom.minidom as m; print(m.parse(\"graph.svg\").documentElement.tagName)'")
    #expect(root.output == "svg\n")
    // Existing files are not replaced without `--overwrite`.
    let again = try await fixture.run("graph", "graph.yaml", "-o", "graph.svg")
    #expect(again.code == 73)
    #expect(again.error == "error: 'graph.svg' exists\n   = help: add --overwrite, or choose another name\n")
    #expect(try await fixture.run("graph", "graph.yaml", "-o", "graph.svg", "--overwrite").code == 0)
    #expect(fixture.names == ["graph.svg", "graph.yaml"])
  }

  /// The beginnings of the files, as `file` knows them.
  @Test(arguments: [
    ("g.png", "PNG image data"), ("g.PNG", "PNG image data"), ("g.pdf", "PDF document"), ("g.svg", "SVG Scalable"),
    ("g.dot", "ASCII text"), ("g.gv", "ASCII text"), ("g.mmd", "ASCII text"),
  ])
  func ending_decidesTheFormat(name: String, kind: String) async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml", "-o", name)
    #expect(outcome.code == 0 && outcome.error == "")
    #expect(try outcome.output.wholeMatch(of: Regex("\\Q\(name)\\E  [0-9.]+ (bytes|kB)\n")) != nil, "\(outcome.output)")
    let bytes = try fixture.data(of: name)
    let start = String(decoding: bytes.prefix(20), as: UTF8.self)
    switch kind {
    case "PNG image data": #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    case "PDF document": #expect(start.hasPrefix("%PDF-"))
    case "SVG Scalable": #expect(start.hasPrefix("<?xml"))
    default: #expect(start.hasPrefix(name.hasSuffix(".mmd") ? "---\ntitle: " : "digraph"))
    }
  }

  @Test func otherEndings_areRefusedWithTheList() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    var outcome = try await fixture.run("graph", "graph.yaml", "-o", "graph.gif")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: 'graph.gif' is no name of a drawing
           = help: end it with .dot, .gv, .mmd, .mermaid, .svg, .png or .pdf, or add --format

        """)
    outcome = try await fixture.run("graph", "graph.yaml", "-o", "graph.png", "--format", "dot")
    #expect(outcome.code == 64)
    #expect(
      outcome.error == """
        error: 'graph.png' is no name of a file in the format dot
           = help: end it with .dot, or leave out --format

        """)
    #expect(try await fixture.run("graph", "graph.yaml", "-o", "graph.txt", "--format", "dot").code == 0)
    #expect(fixture.names == ["graph.txt", "graph.yaml"])
  }

  @Test func withoutGraphviz_thePackageIsNamed() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.bash("PATH=$PWD $reel graph graph.yaml --format svg -o x.svg")
    #expect(outcome.code == 69)
    #expect(
      outcome.error == """
        error: Graphviz is not installed
           = note: it draws the picture
           = help: install the Debian package graphviz, or write the graph as text, with .dot or .mmd

        """)
    #expect(fixture.names == ["graph.yaml"])
  }

  @Test func wrongGraph_isNotDrawn() async throws {
    let fixture = try CommandFixture(["graph.yaml": "format: 1\nnodes:\n  end: { use: nul }\n"])
    let outcome = try await fixture.run("graph", "graph.yaml")
    #expect(outcome.code == 65)
    #expect(outcome.output == "")
  }
}
