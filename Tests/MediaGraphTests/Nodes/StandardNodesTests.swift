import MediaGraph
import Testing

/// Every node type of Reel's is documented, and its declaration is consistent.
@Suite struct StandardNodesTests {
  static let declarations = Registry().declarations

  private static func isSentence(_ text: String) -> Bool {
    text.count > 5 && text.hasSuffix(".") && text.first?.isUppercase == true && !text.contains("\n")
  }

  private static func isSnakeCase(_ name: String) -> Bool {
    name.first?.isLetter == true
      && name.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "_" }
  }

  @Test func theTemplates() {
    #expect(
      Registry().templates.map(\.type.name) == [
        "asset.export", "asset.reader", "asset.remux", "capture", "export.preset", "hls.package", "image.generate",
        "player",
      ])
  }

  @Test func theTypes() {
    #expect(
      Self.declarations.map(\.type).filter { !Registry().isTemplate($0) }.map(\.name) == [
        "asset.copy", "asset.frames", "asset.read", "audio.convert", "audio.decode", "audio.encode.aac",
        "audio.encode.alac", "audio.encode.amr",
        "audio.encode.flac", "audio.encode.mp3", "audio.encode.opus", "audio.encode.pcm",
        "audio.encode.vorbis", "audio.level", "audio.loudness", "audio.mix", "audio.tempo", "audio.volume",
        "capture.audio", "capture.screen",
        "capture.video", "display.video",
        "file.read", "file.write", "gst", "hls.write", "image.encode.jpeg", "image.encode.png", "image.read",
        "image.render", "image.write", "metadata.lines", "movie.read", "mux.3gp", "mux.aifc", "mux.aiff", "mux.amr",
        "mux.caf", "mux.flac", "mux.m4a", "mux.mkv", "mux.mov", "mux.mp3",
        "mux.mp4", "mux.ogg", "mux.ts",
        "mux.wav", "mux.webm", "null", "speaker", "test.audio", "test.video", "text.read", "timeline",
        "timeline.copy", "video.color", "video.composite",
        "video.convert", "video.crop", "video.decode", "video.encode.av1", "video.encode.h264",
        "video.encode.hevc", "video.encode.mjpeg", "video.encode.prores", "video.encode.vp8",
        "video.encode.vp9", "video.grade", "video.orient", "video.pixel_aspect", "video.rate", "video.scale",
        "video.text",
        "video.tile",
      ])
  }

  @Test(arguments: declarations)
  func names_areInSnakeCase(_ node: NodeDeclaration) {
    // A file type may begin with a number.
    for part in node.type.name.split(separator: ".") {
      #expect(Self.isSnakeCase(String(part.drop(while: \.isNumber))))
    }
    for name in node.ports.map(\.name) + node.parameters.map(\.name) { #expect(Self.isSnakeCase(name), "\(name)") }
    for choice in node.parameters.flatMap({ $0.type.choices ?? [] }) where !choice.contains("/") {
      // A preset can be named after its size, and a file type may begin with a number.
      #expect(Self.isSnakeCase(choice) || choice == "3gp" || (try? PixelSize(parsing: choice)) != nil, "\(choice)")
    }
  }

  @Test(arguments: declarations)
  func everything_isDocumented(_ node: NodeDeclaration) {
    #expect(Self.isSentence(node.summary), "\(node.summary)")
    for port in node.ports { #expect(Self.isSentence(port.doc), "\(port.name): \(port.doc)") }
    for parameter in node.parameters { #expect(Self.isSentence(parameter.doc), "\(parameter.name): \(parameter.doc)") }
  }

  /// A text names the thing in the field's term; "what" and "how" ask the reader for it.
  @Test(arguments: declarations)
  func documentation_namesWhatItDocuments(_ node: NodeDeclaration) {
    for text in [node.summary] + node.ports.map(\.doc) + node.parameters.map(\.doc) {
      #expect(!["What ", "Whether ", "How "].contains { text.hasPrefix($0) }, "\(text)")
    }
  }

  @Test(arguments: declarations)
  func names_areUnique(_ node: NodeDeclaration) {
    #expect(Set(node.inputs.map(\.name)).count == node.inputs.count)
    #expect(Set(node.outputs.map(\.name)).count == node.outputs.count)
    #expect(Set(node.parameters.map(\.name)).count == node.parameters.count)
  }

  @Test(arguments: declarations)
  func defaultsAndBounds_areValues(_ node: NodeDeclaration) throws {
    for parameter in node.parameters {
      for text in [parameter.minimum, parameter.maximum] {
        guard let text else { continue }
        #expect(try parameter.canonical(.text(text)) == .text(text), "\(parameter.name)")
      }
      guard let value = parameter.defaultValue else { continue }
      #expect(try parameter.canonical(value) == value, "\(parameter.name)")
      #expect(!parameter.isRequired, "\(parameter.name)")
    }
  }

  @Test(arguments: declarations)
  func badValues_areRefused(_ node: NodeDeclaration) {
    for parameter in node.parameters {
      var wrong: [Argument] = [.map(["x": .list(["y"])])]
      if !["string", "list of string", "url", "device"].contains(parameter.type.name) { wrong.append("no such value") }
      // Values beyond the bounds, in the type's unit.
      let beyond: (low: Argument, high: Argument)? =
        switch parameter.type.name {
        case "int", "number": ("-99999999999", "99999999999")
        case "bitrate": ("1b/s", "99999Mb/s")
        default: nil
        }
      if parameter.minimum != nil, let beyond { wrong.append(beyond.low) }
      if parameter.maximum != nil, let beyond { wrong.append(beyond.high) }
      for value in wrong {
        #expect(throws: ArgumentError.self, "\(parameter.name): \(value)") { try parameter.canonical(value) }
      }
    }
  }

  @Test(arguments: declarations)
  func outputs_giveOneType(_ node: NodeDeclaration) {
    for output in node.outputs { #expect(output.types.count == 1) }
    for input in node.inputs { #expect(!input.types.isEmpty) }
  }

  @Test func whatIsRequired() {
    let required = Self.declarations.flatMap { node in
      node.parameters.filter(\.isRequired).map { "\(node.type) \($0.name)" }
    }
    #expect(
      required == [
        "asset.copy url", "asset.export url", "asset.export output", "asset.frames url", "asset.read url",
        "asset.reader url",
        "asset.remux url", "asset.remux output", "capture output", "file.read url", "file.write url", "gst element",
        "hls.package url", "hls.package output", "hls.write url",
        "image.generate url", "image.read url", "image.write url", "movie.read url", "player url", "text.read url",
        "video.convert format", "video.rate frame_rate",
      ])
  }

  @Test func gst_hasThePortsOfItsArguments() throws {
    func ports(_ arguments: [String: Argument]) -> [String] {
      Registry().declaration(of: "gst", arguments: arguments)?.ports.map { "\($0.name) \($0.typeNames)" } ?? []
    }
    #expect(ports([:]) == [])
    #expect(ports(["element": "x", "type": "video/raw"]) == ["in video/raw", "out video/raw"])
    #expect(ports(["from": "video/raw", "to": "video/coded"]) == ["in video/raw", "out video/coded"])
    #expect(ports(["to": "audio/raw"]) == ["out audio/raw"])
    #expect(ports(["from": "bytes"]) == ["in bytes"])
    #expect(ports(["from": "bytes", "to": "nonsense"]) == ["in bytes"])
  }
}

extension NodeDeclaration: CustomTestStringConvertible {
  /// The type: a declaration in full fills pages of the log.
  public var testDescription: String { type.name }
}
