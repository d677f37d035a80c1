import Foundation
import Testing

/// A wrong link does not compile; the tests run the compiler.
@Suite struct TypedPortsTests {
  private static let program = """
    import MediaGraph

    var graph = Graph()
    let source = graph.add("source", AssetRead { $0.url = "in.mp4" })
    let h264 = graph.add("h264", VideoEncodeH264 { $0.bitrate = .megabits(5) })
    let mp4 = graph.add("mp4", MuxMP4())
    let file = graph.add("file", FileWrite { $0.url = "out.mp4" })
    graph.connect(source.PORT, to: h264.input)
    graph.connect(h264.output, to: TRACKS.input)
    graph.connect(mp4.output, to: file.input)
    """

  /// Returns the compiler's errors for the program; none if it is valid.
  private static func compilerErrors(port: String, tracks: String = "mp4") throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("typed-ports-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appendingPathComponent("main.swift")
    try program.replacing("PORT", with: port).replacing("TRACKS", with: tracks).write(
      to: main, atomically: true, encoding: .utf8)

    let arguments = ["-typecheck", "-swift-version", "6", main.path]
    let (status, output) = try run(["swiftc"] + arguments + moduleArguments())
    let errors = output.split(separator: "\n").filter { $0.hasPrefix(main.path) && $0.contains("error: ") }
    #expect((status == 0) == errors.isEmpty, "\(output)")
    return errors.map { String($0.drop { $0 != " " }.dropFirst()) }
  }

  private static func run(_ command: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardError = pipe
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }

  /// The folders of the build's modules and those of the C targets, beside the running executable.
  private static func moduleArguments() throws -> [String] {
    let build = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
      .standardized
    var arguments = ["-I", build.appendingPathComponent("Modules").path]
    let sources = package.appendingPathComponent("Sources")
    let targets = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
    for target in targets.sorted() where target.hasPrefix("C") {
      for map in ["\(target)/module.modulemap", "\(target)/include/module.modulemap"] {
        let path = sources.appendingPathComponent(map).path
        if FileManager.default.fileExists(atPath: path) { arguments += ["-Xcc", "-fmodule-map-file=\(path)"] }
      }
      let generated = build.appendingPathComponent("\(target).build/module.modulemap").path
      if FileManager.default.fileExists(atPath: generated) { arguments += ["-Xcc", "-fmodule-map-file=\(generated)"] }
    }
    let yams = build.appendingPathComponent("../../checkouts/Yams/Sources/CYaml/include").standardized.path
    let cairo = try run(["pkg-config", "--cflags-only-I", "cairo"]).output
    for flag in cairo.split(whereSeparator: \.isWhitespace) { arguments += ["-Xcc", String(flag)] }
    return arguments + ["-Xcc", "-fmodule-map-file=\(yams)/module.modulemap", "-Xcc", "-I\(yams)"]
  }

  @Test func audioIntoAVideoEncoder_doesNotCompile() throws {
    let errors = try Self.compilerErrors(port: "audio")
    #expect(
      errors == ["error: cannot convert value of type 'Input<RawVideo>' to expected argument type 'Input<RawAudio>'"])
  }

  @Test func aFileIntoAnEncoder_doesNotCompile() throws {
    #expect(
      try Self.compilerErrors(port: "video", tracks: "file") == [
        "error: cannot convert value of type 'Input<AnyBytes>' to expected argument type 'Input<Coded<Video>>'"
      ])
  }

  @Test func theSameProgramWithTheRightPort_compiles() throws {
    #expect(try Self.compilerErrors(port: "video") == [])
  }
}
