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

  @Test func dot_isWhatGraphvizReads() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml")
    #expect(outcome.code == 0)
    #expect(
      outcome.output == """
        digraph "a \\"b\\"" {
          rankdir=LR;
          node [shape=box, style=rounded, fontname="Helvetica", fontsize=11];
          edge [fontname="Helvetica", fontsize=9];
          n0 [label="picture\\ntest.video"];
          n1 [label="web\\nexport.preset", shape=box3d, style=""];
          n2 [label="file\\nfile.write"];
          n0 -> n1 [label="video", color="#1f6fb4", tooltip="video/raw"];
          n1 -> n2 [color="#6b6b6b", tooltip="container"];
        }

        """)
    let graphviz = try await fixture.bash("$reel graph graph.yaml --expand | dot -Tplain | grep -c '^node'")
    #expect(graphviz.output == "6\n", "\(graphviz.error)")
  }

  @Test func mermaid_isAFlowchart() async throws {
    let fixture = try CommandFixture(["graph.yaml": Self.graph])
    let outcome = try await fixture.run("graph", "graph.yaml", "--format", "mermaid", "--expand")
    #expect(
      outcome.output == """
        flowchart LR
          n0("picture<br/>test.video")
          n5("file<br/>file.write")
          subgraph g0["web"]
            n1("upright<br/>video.orient")
            n2("scale<br/>video.scale")
            n3("h264<br/>video.encode.h264")
            n4("mp4<br/>mux.mp4")
          end
          n2 --> n1
          n0 --> n2
          n1 --> n3
          n3 -.-> n4
          n4 --> n5
          linkStyle 0 stroke:#1f6fb4
          linkStyle 1 stroke:#1f6fb4
          linkStyle 2 stroke:#1f6fb4
          linkStyle 3 stroke:#1f6fb4
          linkStyle 4 stroke:#6b6b6b

        """)
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
    default: #expect(start.hasPrefix(name.hasSuffix(".mmd") ? "flowchart LR" : "digraph"))
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
