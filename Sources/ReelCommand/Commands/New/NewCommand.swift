import ArgumentParser
import Foundation
import MediaGraph

/// `reel new`.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Makes a package to start from.",
    discussion: """
      A plugin with a node of your own, which builds and runs at once:

        reel new plugin Glow

      Exit codes: 0 done; 64 wrong usage; 73 the folder exists or cannot be made.
      """,
    subcommands: [NewPluginCommand.self])
}

/// `reel new plugin`.
struct NewPluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin",
    abstract: "Makes a package with a node of your own, which builds and runs at once.",
    discussion: """
      The package has a node, a test of it, a description that uses it, and a README with the lines that build and run it:

        reel new plugin Glow --kind audio-effect

      Exit codes: 0 done; 64 wrong usage, such as a name that is taken; 73 the folder exists or cannot be made.
      """)

  @ArgumentParser.Argument(
    help: ArgumentHelp(
      "The plugin's name, as Swift names a type: letters and digits, a capital first.", valueName: "name"))
  var name: String

  @Option(help: "The kind of node.")
  var kind = PluginKind.videoEffect

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder to make; the plugin's name, without it.", valueName: "folder"),
    completion: .directory)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Where the package Reel is: a folder, or the URL of its repository. Without it, where this command was built.",
      valueName: "folder-or-url"), completion: .directory)
  var reel: String?

  func run() throws {
    let package = try PluginPackage(name: name, kind: kind, reel: ReelPackage(reel))
    try package.create(at: output ?? name)
    Terminal.output.write(
      "\(output ?? name): a plugin with the node \(package.type); README.md says how to build and run it")
  }
}

/// The kind of a new plugin's node.
enum PluginKind: String, ExpressibleByArgument, CaseIterable {
  case videoEffect = "video-effect"
  case audioEffect = "audio-effect"
  case videoSource = "video-source"
  case compositor, mixer, encoder, decoder

  /// The extension of files that the node's pipeline writes.
  var fileExtension: String { self == .encoder ? "ppm" : "mp4" }

  /// The prefix of the node's type.
  var family: String {
    switch self {
    case .videoEffect, .videoSource, .compositor: "video"
    case .audioEffect, .mixer: "audio"
    case .encoder: "video.encode"
    case .decoder: "video.decode"
    }
  }

  /// The description of the node, after its name.
  var summary: String {
    switch self {
    case .videoEffect: "fades pictures to black"
    case .audioEffect: "fades sound to silence"
    case .videoSource: "draws bars that move to the left"
    case .compositor: "shows a strip of each of several pictures"
    case .mixer: "mixes sounds, all but the first softer"
    case .encoder: "encodes pictures as portable pixmaps"
    case .decoder: "decodes portable pixmaps"
    }
  }

  /// The files of the package that depend on the kind.
  var texts: (node: String, test: String, pipeline: String) {
    typealias Texts = PluginTexts
    return switch self {
    case .videoEffect: (Texts.videoEffectNode, Texts.videoEffectTest, Texts.videoEffectPipeline)
    case .audioEffect: (Texts.audioEffectNode, Texts.audioEffectTest, Texts.audioEffectPipeline)
    case .videoSource: (Texts.videoSourceNode, Texts.videoSourceTest, Texts.videoSourcePipeline)
    case .compositor: (Texts.compositorNode, Texts.compositorTest, Texts.compositorPipeline)
    case .mixer: (Texts.mixerNode, Texts.mixerTest, Texts.mixerPipeline)
    case .encoder: (Texts.encoderNode, Texts.encoderTest, Texts.encoderPipeline)
    case .decoder: (Texts.decoderNode, Texts.decoderTest, Texts.decoderPipeline)
    }
  }
}

/// The package that plugins depend on.
struct ReelPackage {
  /// The dependency as a manifest declares it.
  let dependency: String
  /// The package identity for its products.
  let identity: String

  /// - Parameter place: a folder or URL; nil for the package that this command was built in.
  /// - Throws: `Diagnostic` when there is no such package.
  init(_ place: String?) throws(Diagnostic) {
    if let place, place.contains("://") || place.hasPrefix("git@") {
      dependency = ".package(url: \(Self.literal(place)), branch: \"main\")"
      let last = place.split(whereSeparator: { $0 == "/" || $0 == ":" }).last.map(String.init) ?? place
      identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
      return
    }
    let folder: String
    if let place {
      folder = URL(fileURLWithPath: place).standardizedFileURL.path
    } else if let own = Self.ownFolder {
      folder = own
    } else {
      throw Diagnostic(
        "the package Reel is not where this command is", kind: .usage, help: "name its folder or URL: --reel FOLDER")
    }
    guard FileManager.default.fileExists(atPath: "\(folder)/Package.swift") else {
      throw Diagnostic(
        "'\(place ?? folder)' is no package", kind: .usage, notes: ["there is no Package.swift in it"],
        help: "name the folder of Reel, or its URL")
    }
    dependency = ".package(name: \"Reel\", path: \(Self.literal(folder)))"
    identity = "Reel"
  }

  /// The package folder that contains this program.
  private static var ownFolder: String? {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "/"
    var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: "\(folder.path)/Package.swift") { return folder.path }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Returns a text as a Swift literal.
  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
