import Foundation
import Testing

@Suite struct DoctorCommandTests {
  /// A machine of tests has no camera, and no sound server.
  @Test func whereEverythingIsInstalled_onlyNodesWithoutTheirDeviceCannotRun() async throws {
    let fixture = try CommandFixture()
    let environment = ["DISPLAY": ":987", "PULSE_SERVER": "unix:\(fixture.path)/nobody"]
    let outcome = try await fixture.run(["doctor"], environment: environment)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    #expect(outcome.output.hasPrefix("GStreamer 1."))
    let counts = try #require(outcome.output.firstMatch(of: /Nodes: (\d+) of (\d+) can run here\n/))
    let idle = ["capture.audio", "capture.screen", "display.video", "speaker"]
    for type in idle { #expect(outcome.output.contains("\n  \(type): there is no such device; "), "\(type)") }
    let absent = outcome.output.matches(of: /there is no such device/).count
    #expect(Int(counts.1).map { $0 + absent } == Int(counts.2), "\(outcome.output)")
    #expect(outcome.output.contains(/\n  ximagesrc +no such device: Could not open X display/))
    #expect(outcome.output.contains(/\n  ximagesink +no such device: Could not initialise X output/))
    #expect(outcome.output.contains(/H\.264 encoder\n  x264enc +works\n/))
    #expect(outcome.output.contains(/\n  dot  \/.*dot/))
  }

  /// The plugin is there and has found no card, or it is not there: the remedies differ.
  @Test func missingHardware_isNoMissingPackage() async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run("doctor")
    #expect(
      outcome.output.contains(/\n  nvh264enc +no such hardware; gstreamer1\.0-plugins-bad is installed\n/),
      "\(outcome.output)")
    #expect(outcome.output.contains(/\n  vaapivp9enc +is not installed \(gstreamer1\.0-vaapi\)/), "\(outcome.output)")
    struct Report: Decodable {
      struct Trial: Decodable {
        let element: String
        let obstacle: String?
      }
      let trials: [Trial]
    }
    let json = try await fixture.run("doctor", "--json").output
    let report = try JSONDecoder().decode(Report.self, from: Data(json.utf8))
    let obstacles = Dictionary(uniqueKeysWithValues: report.trials.map { ($0.element, $0.obstacle) })
    #expect(obstacles["nvh264enc"] == "hardware")
    #expect(obstacles["vaapivp9enc"] == "package")
    #expect(obstacles["x264enc"] == .some(nil))
    // Without its plugin, the same element is a matter of the package.
    let bare = try await fixture.bash(
      """
      mkdir plugins; cp $(find /usr/lib -path '*gstreamer-1.0/libgstcoreelements.so') plugins
      GST_REGISTRY=$PWD/registry GST_PLUGIN_SYSTEM_PATH_1_0=$PWD/plugins GST_PLUGIN_PATH_1_0= $reel doctor
      """)
    #expect(bare.output.contains(/\n  nvh264enc +is not installed \(gstreamer1\.0-plugins-bad\)/), "\(bare.output)")
  }

  @Test func json_hasTheSame() async throws {
    struct Report: Decodable {
      struct Trial: Decodable {
        let role, element: String
        let works: Bool
      }
      struct Element: Decodable {
        let name: String
        let package: String?
      }
      let gaps: [[String: String]]
      let trials: [Trial]
      let elements: [Element]
    }
    let outcome = try await CommandFixture().run("doctor", "--json")
    let decoder = JSONDecoder()
    let report = try decoder.decode(Report.self, from: Data(outcome.output.utf8))
    #expect(report.gaps.isEmpty)
    #expect(report.trials.contains { $0.role == "H.264 encoder" && $0.element == "x264enc" && $0.works })
    // Every element's package is known on this system, installed or not.
    for element in report.elements { #expect(element.package != nil, "\(element.name)") }
  }

  @Test func aPluginThatCannotBeLoaded_isAFinding() async throws {
    // A library that returns the same as one for another ABI version.
    let fixture = try CommandFixture(["old.c": "int reel_plugin_register(const void *host, int abi) { return 1; }"])
    #expect(try await fixture.bash("clang -shared -fPIC -o libSparkle.so old.c").code == 0)
    let outcome = try await fixture.run("doctor", "--plugin-path", fixture.path)
    #expect(outcome.code == 69)
    #expect(outcome.output.contains("\nPlugins\n  plugin 'Sparkle' cannot be loaded: "))
    #expect(outcome.output.contains("Nodes: "))
    // The other commands report it and do nothing else; a file that is no plugin is not opened.
    let nodes = try await fixture.run("nodes", "--plugin-path", fixture.path)
    #expect(nodes.code == 69 && nodes.output == "" && nodes.error.contains("plugin 'Sparkle' cannot be loaded"))
    try fixture.write("text", to: "libText.so")
    #expect(
      try await fixture.bash("rm libSparkle.so; clang -shared -fPIC -o libOther.so -x c - <<< 'int x;'").code == 0)
    #expect(try await fixture.run("nodes", "--plugin-path", fixture.path).code == 0)
  }

  @Test func whereElementsAreMissing_thePackagesAreNamed() async throws {
    let fixture = try CommandFixture()
    // Only the elements of GStreamer's core.
    let outcome = try await fixture.bash(
      """
      mkdir plugins; cp $(find /usr/lib -path '*gstreamer-1.0/libgstcoreelements.so') plugins
      GST_REGISTRY=$PWD/registry GST_PLUGIN_SYSTEM_PATH_1_0=$PWD/plugins GST_PLUGIN_PATH_1_0= $reel doctor; echo exit $?
      """)
    #expect(outcome.output.hasSuffix("exit 69\n"))
    #expect(
      outcome.output.contains(
        "  video.encode.h264: there is no H.264 encoder; install gstreamer1.0-plugins-bad or gstreamer1.0-plugins-ugly\n"
      ))
    #expect(outcome.output.contains("  mux.ts: there is no mpegtsmux; install gstreamer1.0-plugins-bad\n"))
    #expect(outcome.output.contains(/\n  x264enc +is not installed \(gstreamer1\.0-plugins-ugly\)/))
  }
}
