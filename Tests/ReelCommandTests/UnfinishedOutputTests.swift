import Foundation
import MovieFile
import Testing

/// Outputs of runs that do not finish: killed, cancelled, or with a full disk.
///
/// An output in one piece is removed. Of one in fragments, complete fragments stay, unless the run is cancelled.
@Suite struct UnfinishedOutputTests {
  /// The number of kills.
  static let moments = Soak.rounds(5, of: 50)

  private func start(_ fixture: CommandFixture, _ arguments: [String]) throws -> GrowingOutput {
    let names = Set(fixture.names)
    return GrowingOutput(child: try fixture.start(arguments), folder: fixture.path, inputs: names)
  }

  // MARK: - Killed

  @Test func killedCopyInFragments_isReadableToItsLastFragment() async throws {
    let fixture = try await CommandFixture.withLongMovie()
    let source = try await fixture.packets(of: "long.mp4")
    var moments = SeededGenerator(state: 1)
    var cut = 0
    for number in 0..<Self.moments {
      let name = "out-\(number).mp4"
      let output = try start(fixture, ["remux", "long.mp4", name, "--fragment", "200ms", "--progress", "none"])
      await output.send(SIGKILL, atByte: Int64.random(in: 0...5_000_000, using: &moments))
      let outcome = await output.child.outcome
      // The file has its name before it has a fragment, and there is no other file; perhaps it was not created yet.
      let written = fixture.names.filter { $0.contains("out-\(number)") }
      #expect(written == [name] || (written == [] && outcome.code == nil))
      let whole = written == [name] ? try fixture.cutToWhole(name, as: "whole.mp4") : 0
      guard whole > 0 else {
        #expect(outcome.code == nil)
        continue
      }
      // As it is, at least up to its last complete fragment; and truncated there, without an error.
      let found = try await fixture.packets(of: name)
      #expect(found.count >= whole && found.prefix(whole) == source.prefix(whole))
      #expect(try await fixture.packets(of: "whole.mp4") == Array(source.prefix(whole)))
      #expect(try await OutputInspector(fixture: fixture).complaints(about: "whole.mp4") == "")
      if outcome.code == nil, whole < source.count { cut += 1 }
    }
    #expect(cut > 0, "at no moment there was a part of the file")
  }

  @Test(arguments: [[], ["--fast-start"]]) func killedCopyInOnePiece_leavesNothing(options: [String]) async throws {
    let fixture = try await CommandFixture.withEndlessSound()
    try fixture.write("old", to: "old.mp4")
    var moments = SeededGenerator(state: 2)
    for number in 0..<(Self.moments + 1) / 2 {
      let output = try start(fixture, ["remux", "endless.wav", "out.mov", "--progress", "none"] + options)
      await output.send(SIGKILL, atByte: Int64.random(in: 1...2_000_000, using: &moments))
      #expect(await output.child.outcome.code == nil)
      #expect(fixture.names == ["endless.wav", "old.mp4"], "moment \(number)")
    }
  }

  /// While the tags of an audio file change, there is the old file or the new one at all times.
  @Test(arguments: ["song.wav", "song.mp3"]) func killedChangeOfTags_leavesTheOldFileOrTheNewOne(name: String)
    async throws
  {
    let fixture = try CommandFixture()
    let made = try await fixture.bash("ffmpeg -nostdin -v error -f lavfi -i sine=duration=240 -ac 2 \(name)")
    try #require(made.code == 0, "\(made.error)")
    let old = try fixture.data(of: name)
    let change = ["tags", name, "--set", "title=New"]
    #expect(try await fixture.run(["tags", name, "--set", "title=New", "-o", "new"]).code == 0)
    let new = try fixture.data(of: "new")
    try FileManager.default.removeItem(atPath: "\(fixture.path)/new")
    var moments = SeededGenerator(state: 3)
    var outcomes: [Data] = []
    var exchanges = 0
    for number in 0..<Self.moments {
      try fixture.write(old, to: name)
      let output = try start(fixture, change)
      await output.send(SIGKILL, atByte: Int64.random(in: 0...Int64(new.count), using: &moments))
      let outcome = await output.child.outcome
      let found = try fixture.data(of: name)
      #expect(found == new || found == old && outcome.code == nil, "moment \(number)")
      // For an instant both files have a name, the second one a hidden name; a file without a name cannot replace
      // another.
      for hidden in fixture.names where hidden != name {
        #expect(hidden.hasPrefix(".\(name).") && outcome.code == nil, "moment \(number)")
        #expect(try fixture.data(of: hidden) == (found == old ? new : old), "moment \(number)")
        try FileManager.default.removeItem(atPath: "\(fixture.path)/\(hidden)")
        exchanges += 1
      }
      if outcome.code == nil { outcomes.append(found) }
    }
    #expect(outcomes.contains(old), "it was always too late")
    #expect(exchanges <= Self.moments / 2)
  }

  private static let endless = EndlessGraph.description(mux: "fragment: 200ms")

  @Test func killedGraph_leavesItsFragments() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless])
    let output = try start(fixture, ["run", "endless.yaml", "--progress", "none"])
    await output.send(SIGKILL, atByte: 200_000)
    #expect(await output.child.outcome.code == nil)
    #expect(fixture.names == ["endless.yaml", "out.mp4"])
    #expect(try fixture.cutToWhole("out.mp4", as: "whole.mp4") > 5)
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "whole.mp4") == "")
    #expect(try await fixture.packets(of: "out.mp4").count >= fixture.packets(of: "whole.mp4").count)
  }

  @Test(arguments: ["mp4", "mov", "mp4 fast"]) func killedGraphInOnePiece_leavesNothing(kind: String) async throws {
    let text = EndlessGraph.description(
      type: "mux.\(kind.prefix(3))", mux: kind.hasSuffix("fast") ? "fast_start: true" : "")
    var moments = SeededGenerator(state: 4)
    let fixture = try CommandFixture(["endless.yaml": text, "old.mp4": "old"])
    for number in 0..<(Self.moments + 4) / 5 {
      let output = try start(fixture, ["run", "endless.yaml", "--progress", "none"])
      await output.send(SIGKILL, atByte: Int64.random(in: 0...200_000, using: &moments))
      #expect(await output.child.outcome.code == nil)
      #expect(fixture.names == ["endless.yaml", "old.mp4"], "moment \(number)")
    }
  }

  // MARK: - Before the first fragment

  /// A graph whose first fragment is never complete.
  private static let slow = EndlessGraph.description(mux: "fragment: 1000s")

  @Test func fileInFragments_hasItsNameBeforeThereIsOne() async throws {
    let fixture = try CommandFixture(["slow.yaml": Self.slow])
    let output = try start(fixture, ["run", "slow.yaml", "--progress", "none"])
    await output.send(SIGKILL) { fixture.names.contains("out.mp4") }
    #expect(await output.child.outcome.code == nil)
    #expect(fixture.names == ["out.mp4", "slow.yaml"])
    #expect(try Movie.wholeByteCount(of: FileByteSource(path: "\(fixture.path)/out.mp4")) == 0)
  }

  @Test func whatFragmentsReplace_keepsItsNameBeforeThereIsOne() async throws {
    let fixture = try CommandFixture(["slow.yaml": Self.slow, "out.mp4": "old"])
    let output = try start(fixture, ["run", "slow.yaml", "--progress", "none", "--overwrite"])
    await output.send(SIGKILL, atByte: 0)
    #expect(await output.child.outcome.code == nil)
    #expect(try fixture.data(of: "out.mp4") == Data("old".utf8))
  }

  @Test func failureBeforeTheFirstFragment_leavesNothing() async throws {
    let fixture = try await CommandFixture.withLongMovie()
    let outcome = try await fixture.bash(
      "ulimit -f 10; exec $reel remux long.mp4 out.mp4 --progress none --fragment 1000s")
    #expect(outcome.code == 73 && outcome.error.contains("File too large"), "\(outcome.error)")
    #expect(fixture.names == ["long.mp4"])
  }

  @Test func cancelledBeforeTheFirstFragment_leavesNothing() async throws {
    let fixture = try CommandFixture(["slow.yaml": Self.slow + "\nstop: { signals: [hangup] }\n"])
    let output = try start(fixture, ["run", "slow.yaml", "--progress", "none"])
    await output.send(SIGINT) { fixture.names.contains("out.mp4") }
    #expect(await output.child.outcome.code == 130)
    #expect(fixture.names == ["slow.yaml"])
  }

  // MARK: - During the writing

  @Test func fragmentsOfAGraph_canBePlayedWhileMoreAreWritten_andSignalsCompleteThem() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless])
    let output = try start(fixture, ["run", "endless.yaml", "--progress", "none"])
    try await output.waits {
      guard fixture.names.contains("out.mp4") else { return false }
      return try fixture.cutToWhole("out.mp4", as: "part.mp4") > 12
    }
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "part.mp4") == "")
    output.child.send(SIGINT)
    #expect(await output.child.outcome.code == 130)
    #expect(fixture.names == ["endless.yaml", "out.mp4", "part.mp4"])
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "out.mp4") == "")
    #expect(
      try Movie.wholeByteCount(of: FileByteSource(path: "\(fixture.path)/out.mp4"))
        == fixture.data(of: "out.mp4").count)
  }

  // MARK: - Cancelled

  @Test(arguments: [[], ["--fragment", "200ms"]]) func cancelledCopy_leavesWhatWasThere(options: [String]) async throws
  {
    let fixture = try await CommandFixture.withEndlessSound()
    for isNew in [true, false] {
      if !isNew { try fixture.write("old", to: "out.mov") }
      let output = try start(
        fixture, ["remux", "endless.wav", "out.mov", "--overwrite", "--progress", "none"] + options)
      await output.send(SIGINT, atByte: 100_000)
      let outcome = await output.child.outcome
      #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n")
      #expect(fixture.names == (isNew ? ["endless.wav"] : ["endless.wav", "out.mov"]))
      if !isNew { #expect(try fixture.data(of: "out.mov") == Data("old".utf8)) }
    }
  }

  @Test(arguments: [true, false]) func abortedGraphInFragments_leavesWhatWasThere(isNew: Bool) async throws {
    // A signal that the description does not name ends the run immediately.
    let text = Self.endless + "\nstop: { signals: [hangup] }\n"
    let fixture = try CommandFixture(["endless.yaml": text].merging(isNew ? [:] : ["out.mp4": "old"]) { $1 })
    let output = try start(fixture, ["run", "endless.yaml", "--progress", "none", "--overwrite"])
    await output.send(SIGINT) {
      fixture.names.contains("out.mp4") && (try? fixture.data(of: "out.mp4").count) ?? 0 > 10_000
    }
    let outcome = await output.child.outcome
    #expect(outcome.code == 130 && outcome.error == "interrupted: nothing was written\n")
    #expect(fixture.names == (isNew ? ["endless.yaml"] : ["endless.yaml", "out.mp4"]))
    if !isNew { #expect(try fixture.data(of: "out.mp4") == Data("old".utf8)) }
  }

  // MARK: - A full disk, simulated by a limit on the size of files

  @Test func fullDisk_leavesTheFragmentsThatAreComplete() async throws {
    let fixture = try await CommandFixture.withLongMovie()
    let outcome = try await fixture.bash(
      "ulimit -f 1000; exec $reel remux long.mp4 out.mp4 --progress none --fragment 200ms")
    #expect(outcome.code == 73)
    #expect(outcome.error.hasPrefix("error: cannot write 'out.mp4'\n"), "\(outcome.error)")
    let size = try fixture.data(of: "out.mp4").count
    #expect(outcome.error.contains("'out.mp4' has what was complete: \(size) bytes"), "\(outcome.error)")
    #expect(fixture.names == ["long.mp4", "out.mp4"])
    #expect(size > 900_000 && size <= 1_024_000)
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "out.mp4") == "")
    let source = try await fixture.packets(of: "long.mp4")
    let found = try await fixture.packets(of: "out.mp4")
    #expect(found.count > 1000 && found == Array(source.prefix(found.count)))
  }

  @Test func fullDisk_keepsWhatFragmentsReplaced_beside() async throws {
    let fixture = try await CommandFixture.withLongMovie()
    try fixture.write("old", to: "out.mp4")
    let outcome = try await fixture.bash(
      "ulimit -f 1000; exec $reel remux long.mp4 out.mp4 --progress none --fragment 200ms --overwrite")
    #expect(outcome.code == 73)
    let hidden = try #require(fixture.names.first)
    #expect(fixture.names == [hidden, "long.mp4", "out.mp4"] && hidden.hasPrefix(".out.mp4."))
    #expect(outcome.error.contains("what it replaced is kept as '\(hidden)'"), "\(outcome.error)")
    #expect(try fixture.data(of: hidden) == Data("old".utf8))
    #expect(try Movie(path: "\(fixture.path)/out.mp4").isFragmented)
  }

  @Test(arguments: [[], ["--fast-start"]]) func fullDisk_leavesNothingInOnePiece(options: [String]) async throws {
    let fixture = try await CommandFixture.withLongMovie()
    try fixture.write("old", to: "old.mp4")
    for name in ["out.mp4", "old.mp4"] {
      let words = (["remux", "long.mp4", name, "--overwrite", "--progress", "none"] + options).joined(separator: " ")
      let outcome = try await fixture.bash("ulimit -f 1000; exec $reel \(words)")
      #expect(outcome.code == 73 && outcome.error.contains("File too large"), "\(outcome.error)")
      #expect(fixture.names == ["long.mp4", "old.mp4"])
      #expect(try fixture.data(of: "old.mp4") == Data("old".utf8))
    }
  }

  @Test func fullDiskUnderAGraph_leavesTheFragmentsThatAreComplete() async throws {
    let fixture = try CommandFixture(["endless.yaml": Self.endless])
    let outcome = try await fixture.bash("ulimit -f 300; exec $reel run endless.yaml --progress none")
    #expect(outcome.code == 73)
    #expect(outcome.error.contains("'out.mp4' has what was complete: "), "\(outcome.error)")
    #expect(fixture.names == ["endless.yaml", "out.mp4"])
    #expect(try fixture.data(of: "out.mp4").count > 150_000)
    #expect(try await OutputInspector(fixture: fixture).complaints(about: "out.mp4") == "")
  }

  /// New headers do not fit in the place of the old ones: the file would have to grow.
  @Test(arguments: [[], ["-o", "copy.mp4"], ["-o", "movie.mp4", "--overwrite"]])
  func fullDisk_leavesAFileAsItWas_whoseTagsWereToChange(place: [String]) async throws {
    let fixture = try await CommandFixture.withMovie()
    let before = try fixture.data(of: "movie.mp4")
    let title = String(repeating: "long ", count: 4000)
    let limit = before.count / 1024 + 1
    let outcome = try await fixture.bash(
      "ulimit -f \(limit); exec $reel tags movie.mp4 --set 'title=\(title)' \(place.joined(separator: " "))")
    #expect(outcome.code == 73, "\(outcome.error)")
    #expect(outcome.error.contains("File too large"), "\(outcome.error)")
    #expect(fixture.names == ["movie.mp4"])
    #expect(try fixture.data(of: "movie.mp4") == before)
  }
}
