import Foundation

/// Reads description files and the files that they include.
public struct DescriptionLoader: Sendable {
  /// Returns the text of a file; the default reads the disk.
  public typealias FileReader = @Sendable (_ path: String) throws -> String

  private let readFile: FileReader

  public init(readFile: @escaping FileReader = { try DescriptionLoader.readText(path: $0) }) {
    self.readFile = readFile
  }

  /// Reads a description file, its includes and theirs.
  ///
  /// Only the form of the files is checked here; `GraphChecker` checks whether their nodes exist and fit together.
  /// - Returns: the graph, as far as the files can be understood, and all problems with the files' form.
  public func load(path: String) -> (graph: Graph, problems: [Diagnostic]) {
    var state = LoadState()
    let graph = load(path: path, at: nil, chain: [], state: &state)
    return (graph ?? Graph(), state.problems)
  }

  /// Reads a description from text; includes are relative to `path`.
  public func load(text: String, path: String) -> (graph: Graph, problems: [Diagnostic]) {
    var state = LoadState()
    let graph = parse(text: text, path: path, chain: [path], state: &state)
    return (graph, state.problems)
  }

  /// The problems and files of one load.
  private struct LoadState {
    var problems: [Diagnostic] = []
    /// Files that several files include are read once: otherwise thirty small files could stand for 2³⁰.
    var graphs: [String: Graph] = [:]
  }

  private func load(path: String, at range: SourceRange?, chain: [String], state: inout LoadState) -> Graph? {
    if let graph = state.graphs[path] { return graph }
    let text: String
    do {
      text = try readFile(path)
    } catch {
      let message = range == nil ? "cannot read '\(path)'" : "cannot read the include '\(path)'"
      var problem = Diagnostic(
        message, kind: range == nil ? .input : .description, at: range, underlying: error,
        help: range == nil ? nil : "the path is relative to the file that includes it")
      problem.file = path
      state.problems.append(problem)
      return nil
    }
    let graph = parse(text: text, path: path, chain: chain + [path], state: &state)
    state.graphs[path] = graph
    return graph
  }

  private func parse(text: String, path: String, chain: [String], state: inout LoadState) -> Graph {
    let file = SourceFile(path: path, text: text)
    var reader = DescriptionReader(file: file)
    var graph = reader.graph(of: text)
    state.problems += reader.problems
    for request in reader.includes {
      let target = Self.resolve(request.path, from: path)
      if let start = chain.firstIndex(of: target) {
        let cycle = (chain[start...] + [target]).joined(separator: " → ")
        state.problems.append(Diagnostic("the includes form a cycle", at: request.range, notes: [cycle]))
        continue
      }
      guard chain.count <= TemplateExpansion.depthLimit else {
        state.problems.append(
          Diagnostic(
            "the includes are nested too deeply", at: request.range,
            notes: ["more than \(TemplateExpansion.depthLimit) deep"]))
        continue
      }
      if let included = load(path: target, at: request.range, chain: chain, state: &state) {
        graph.includes[request.name] = Include(path: request.path, graph: included)
      }
    }
    return graph
  }

  /// Resolves a path relative to the folder of another file, without `.` and without each `..` that follows a folder.
  static func resolve(_ path: String, from file: String) -> String {
    if path.hasPrefix("/") { return path }
    var parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast().map(String.init)
    for part in path.split(separator: "/").map(String.init) where part != "." {
      guard part == "..", let last = parts.last, last != "..", !last.isEmpty else {
        parts.append(part)
        continue
      }
      parts.removeLast()
      if last == "." { parts.append("..") }
    }
    return parts.joined(separator: "/")
  }

  /// Reads a text file of at most one MiB.
  /// - Throws: `FileError` with the system's text for the error.
  public static func readText(path: String) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(code: errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileError(code: EISDIR) }
    // Opening must not block on a pipe without a writer; reading from one with a writer may block.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    // Uninitialised: what is not read is never touched.
    let bytes = try [UInt8](unsafeUninitializedCapacity: YAMLParser.sizeLimit + 1) { buffer, count in
      while count < buffer.count {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
        if got < 0, errno == EINTR { continue }
        guard got >= 0 else { throw FileError(code: errno) }
        if got == 0 { break }
        count += got
      }
    }
    guard bytes.count <= YAMLParser.sizeLimit else {
      throw FileError(text: "it is larger than 1 MiB, which no description is")
    }
    // Some editors begin a text with a byte order mark (YAML 1.2.2, 5.2), which is no part of its first line.
    let mark = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    guard let text = String(validating: bytes[mark...], as: UTF8.self) else {
      throw FileError(text: "it is no text in UTF-8")
    }
    return text
  }

  /// The reason why a file cannot be read.
  public struct FileError: Error, Equatable, CustomStringConvertible {
    public let description: String
    /// Makes an error with the given text.
    public init(text: String) { description = text }
    /// Makes an error with the system's text for an `errno`.
    public init(code: Int32) { description = String(cString: strerror(code)) }
  }
}
