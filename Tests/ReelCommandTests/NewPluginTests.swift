import Foundation
import Testing

/// The package that `new plugin` makes. The project's CI script builds and runs it, as that takes minutes.
@Suite struct NewPluginTests {
  @Test(arguments: [
    ("Glow", "video-effect", "video.glow", "glow"), ("FilmHum", "audio-effect", "audio.film_hum", "film_hum"),
    ("Bars", "video-source", "video.bars", "bars"), ("Strips", "compositor", "video.strips", "strips"),
    ("SoftMix", "mixer", "audio.soft_mix", "soft_mix"), ("PixMap", "encoder", "video.encode.pix_map", "pix_map"),
    ("PixMap", "decoder", "video.decode.pix_map", "pix_map"),
  ])
  func package_hasAllThatAPluginNeeds(_ name: String, _ kind: String, _ type: String, _ word: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run("new", "plugin", name, "--kind", kind)
    #expect(outcome.error == "")
    #expect(outcome.output == "\(name): a plugin with the node \(type); README.md says how to build and run it\n")
    let files = [
      ".gitignore", "Package.swift", "Pipelines/\(word).yaml", "README.md", "Sources/\(name)/\(name).swift",
      "Tests/\(name)Tests/\(name)Tests.swift",
    ]
    let contents = fixture.contents.filter { !$0.value.isEmpty }
    #expect(contents.keys.sorted() == files.map { "\(name)/\($0)" })
    for (file, data) in contents {
      let text = String(decoding: data, as: UTF8.self)
      for word in ["PLUGIN", "TYPE", "WORD", "DEPENDENCY", "IDENTITY", "SUMMARY", "EXTENSION"] {
        #expect(!text.contains(word), "\(file)")
      }
    }
    #expect(try await fixture.run("format", "--check", "\(name)/Pipelines/\(word).yaml").error == "")
    let manifest = String(decoding: contents["\(name)/Package.swift"] ?? Data(), as: UTF8.self)
    #expect(manifest.contains(".package(name: \"Reel\", path: \"\(CommandFixture.package)\")"))
  }

  @Test func aURL_isTakenAsTheRepository() async throws {
    let fixture = try CommandFixture()
    #expect(
      try await fixture.run("new", "plugin", "Glow", "--reel", "https://example.org/media/reel.git", "-o", "a b").code
        == 0)
    let manifest = String(decoding: try fixture.data(of: "a b/Package.swift"), as: UTF8.self)
    #expect(manifest.contains(".package(url: \"https://example.org/media/reel.git\", branch: \"main\")"))
    #expect(manifest.contains(".product(name: \"Reel\", package: \"reel\")"))
  }

  @Test(arguments: ["glow", "9Lives", "Über", "A b", "../X", "", "Testing", "Any", "Scale"])
  func namesThatCannotBe_areRefused(name: String) async throws {
    let fixture = try CommandFixture()
    let outcome = try await fixture.run("new", "plugin", name)
    #expect(outcome.code == 64)
    #expect(fixture.names == [])
  }

  @Test func whatExists_isLeftAlone() async throws {
    let fixture = try CommandFixture(["Glow/mine.txt": "mine"])
    let outcome = try await fixture.run("new", "plugin", "Glow")
    #expect(outcome.code == 73)
    #expect(outcome.error == "error: 'Glow' exists\n   = help: choose another folder: --output FOLDER\n")
    #expect(try await fixture.run("new", "plugin", "Glow", "-o", "no/where").code == 73)
    #expect(try await fixture.run("new", "plugin", "Glow", "--reel", "no").code == 64)
    #expect(fixture.names == ["Glow", "Glow/mine.txt"])
  }
}
