import ArgumentParser
import Foundation

/// `Benchmarks/run`: measures in alternating pairs and prints one table.
struct Benchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Benchmarks/run", abstract: "Measures Reel against other programs, in alternating pairs.")

  enum Name: String, ExpressibleByArgument, CaseIterable {
    case transcode, reading, memory, check, movie, remux, exports, smart, closures, branches, decode, images, probing
    case timelines, values
  }

  @Argument(help: "What to measure; everything, without a name.")
  var names: [Name] = []

  @Option(help: "How many pairs to measure; fewer than 6 give no interval.")
  var pairs = 15

  func validate() throws {
    guard pairs > 0 else { throw ValidationError("--pairs has to be at least 1") }
  }

  func run() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("reel-benchmarks-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var rows: [Row] = []
    // The closures and the benchmarks after them run in this process and enlarge it, which would show in the memory of
    // its children: they come last.
    for name in Name.allCases where names.isEmpty || names.contains(name) {
      FileHandle.standardError.write(Data("measuring: \(name.rawValue)\n".utf8))
      switch name {
      case .transcode: rows += try await Transcode(folder: folder).rows(pairs: pairs)
      case .reading: rows += try await ReadWrite(folder: folder).rows(pairs: pairs)
      case .memory: rows += try await Memory(folder: folder).rows(pairs: pairs)
      case .check: rows += try await Check(folder: folder).rows(pairs: pairs)
      case .movie: rows += try await MovieReading(folder: folder).rows(pairs: pairs)
      case .remux: rows += try await Remux(folder: folder).rows(pairs: pairs)
      case .exports: rows += try await Exports(folder: folder).rows(pairs: pairs)
      case .smart: rows += try await SmartCut(folder: folder).rows(pairs: pairs)
      case .closures: rows += try await Closures().rows(pairs: pairs)
      case .branches: rows += try await Branches().rows(pairs: pairs)
      case .decode: rows += try await Decode(folder: folder).rows(pairs: pairs)
      case .images: rows += try await Images(folder: folder).rows(pairs: pairs)
      case .probing: rows += try await Probing(folder: folder).rows(pairs: pairs)
      case .timelines: rows += try await Timelines(folder: folder).rows(pairs: pairs)
      case .values: rows += try Values().rows(pairs: pairs)
      }
    }
    print(Row.table(rows))
    if rows.contains(where: \.isMissed) { throw ExitCode(1) }
  }
}

/// The benchmarks themselves, or the work that one of them measures as a process.
@main
enum Main {
  static func main() async throws {
    let words = CommandLine.arguments
    if words.count == 4, words[1] == "--cuts", let count = Int(words[3]) {
      return try Timelines.pullCuts(count, in: words[2])
    }
    guard words.count == 5, words[1] == "--work", let work = ReadWrite.Work(rawValue: words[2]) else {
      return await Benchmarks.main()
    }
    try await work.run(URL(fileURLWithPath: words[3]), URL(fileURLWithPath: words[4]))
  }
}
