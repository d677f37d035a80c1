import Foundation
import MediaGraph

/// The files of a new plugin.
struct PluginPackage {
  let name: String
  let kind: PluginKind
  let reel: ReelPackage

  /// The node's type: `video.glow`.
  var type: String { "\(kind.family).\(word)" }

  /// The name in the snake case of files: `FilmGrain` → `film_grain`.
  private var word: String {
    var word = ""
    for character in name {
      if character.isUppercase, !word.isEmpty { word.append("_") }
      word.append(contentsOf: character.lowercased())
    }
    return word
  }

  /// - Throws: `Diagnostic` if the name is invalid for a module or a type, or its node's type is taken.
  init(name: String, kind: PluginKind, reel: ReelPackage) throws(Diagnostic) {
    self.name = name
    self.kind = kind
    self.reel = reel
    let isName =
      name.first.map { $0.isASCII && $0.isUppercase } == true
      && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    guard isName, name.count <= 64 else {
      throw Diagnostic(
        "'\(name)' cannot be a plugin's name", kind: .usage,
        help: "choose letters and digits with a capital first, such as Glow")
    }
    guard !Self.taken.contains(name) else {
      throw Diagnostic("'\(name)' is the name of a module or type already", kind: .usage, help: "choose another name")
    }
    guard Registry.shared.declaration(of: NodeType(type)) == nil else {
      throw Diagnostic("there is a node type '\(type)' already", kind: .usage, help: "choose another name")
    }
  }

  /// The modules and types that the plugin's files use, and keywords of the language.
  private static let taken: Set<String> = [
    "Reel", "MediaGraph", "MediaEngine", "CoreMedia", "CoreVideo", "CoreGraphics", "CoreAudioTypes", "ImageIO",
    "AVFoundation", "CGStreamer", "CReel", "ReelCommand", "Foundation", "Dispatch", "Synchronization", "Testing",
    "Swift",
    "Glibc", "Any", "Self", "Type", "Protocol", "Node", "NodeType", "Graph", "Input", "Output", "Port", "Parameter",
    "VideoEffect", "AudioEffect", "VideoSource", "ClosureNode", "Double", "Float", "Int", "String", "PluginHost",
    "VideoCompositor", "AudioMixer", "Transform", "Coded", "Video", "Audio", "Data", "DataPacket", "DataSource",
    "DataSink", "VideoSink", "AudioSink", "AudioSource", "Pixmap", "UInt8", "Array", "Error",
    "PixelFormat", "PixelSize", "FrameRate",
    "SampleFormat", "RawVideo", "RawAudio",
    "Mutex", "Test", "TestVideo", "TestAudio",
  ]

  /// Creates the folder, complete or not at all.
  func create(at path: String) throws(Diagnostic) {
    let folder = URL(fileURLWithPath: path)
    guard !FileManager.default.fileExists(atPath: folder.path) else {
      throw Diagnostic("'\(path)' exists", kind: .output, help: "choose another folder: --output FOLDER")
    }
    let parent = folder.deletingLastPathComponent().path
    guard FileManager.default.fileExists(atPath: parent) else {
      throw Diagnostic("cannot make '\(path)'", kind: .output, cause: "there is no folder '\(parent)'")
    }
    let temporary = folder.deletingLastPathComponent().appendingPathComponent(".reel-\(UUID().uuidString)")
    do {
      for (name, text) in files {
        let file = temporary.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
      }
      try FileManager.default.moveItem(at: temporary, to: folder)
    } catch {
      try? FileManager.default.removeItem(at: temporary)
      throw Diagnostic("cannot make '\(path)'", kind: .output, cause: "\(error.localizedDescription)")
    }
  }

  /// The contents of files by their paths in the package.
  private var files: [String: String] {
    let (node, test, pipeline) = kind.texts
    return [
      "Package.swift": manifest, "README.md": fill(PluginTexts.readme).replacing("SUMMARY", with: kind.summary),
      ".gitignore": ".build/\n*.\(kind.fileExtension)\n", "Pipelines/\(word).yaml": fill(pipeline),
      "Sources/\(name)/\(name).swift": fill(node + PluginTexts.entryPoint),
      "Tests/\(name)Tests/\(name)Tests.swift": fill(test),
    ]
  }

  private var manifest: String {
    fill(PluginTexts.manifest).replacing("DEPENDENCY", with: reel.dependency).replacing("IDENTITY", with: reel.identity)
  }

  private func fill(_ text: String) -> String {
    text.replacing("PLUGIN", with: name).replacing("TYPE", with: type).replacing("WORD", with: word)
      .replacing("EXTENSION", with: kind.fileExtension)
  }
}
