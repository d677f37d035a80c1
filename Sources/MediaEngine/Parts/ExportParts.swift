internal import MediaSource
import CoreMedia
import Foundation
package import MediaGraph
import MovieFile

/// An export that is made in parts: independently, in other processes or on other machines, and joined without a seam.
///
///     source ─▷ … ─▷ encoders ─▷ muxer ─▷ file                 the export
///
///     source  from frame a to frame b ─▷ … ─▷ h264 ─┐
///     source  from sample c to sample d ─▷ … ─▷ aac ┴▷ mov ─▷ part 3
///
/// A part begins with a frame of its own and a key frame. Its sound is encoded from some packets before it to some behind it,
/// so that the packets at the joint are as an encoder makes them that knows their neighbours; joining leaves the others out.
///
/// Frames that are encoded in two passes are measured in all parts first; each part then has the bit rate of its share.
package struct ExportParts: Sendable {
  /// The most parts of an export.
  package static let limit = 10_000

  private let nodes: [GraphNode]
  private let source: GraphNode
  private let muxer: String
  private let parts: [Part]
  /// The encoder that makes two passes; nil if none does.
  let measured: GraphNode?

  /// A part, and the ranges of the source that it reads.
  private struct Part {
    var description: ExportPart
    var video: (from: CMTime?, to: CMTime?)
    var audio: (from: CMTime?, to: CMTime?)
  }

  /// The packets before and behind a part that its encoder gets too: a second or so, in which the control of its bit rate settles.
  private static let (lead, tail): (Int64, Int64) = (64, 8)

  /// Plans an export in parts; blocks, while it looks for the frames at the joints.
  ///
  /// - Parameters:
  ///   - graph: An export: one `asset.read`, one `file.write`, and between them encoders and nodes that look at a frame or a
  ///     sample at a time.
  ///   - count: The number of parts.
  /// - Throws: `Diagnostic` for graphs that cannot be made in parts, with the reason; `Diagnostics` of the graph; read errors.
  package init(of graph: Graph, count: Int) throws {
    guard (1...Self.limit).contains(count) else {
      throw Diagnostic("an export has 1 to \(Self.limit) parts, not \(count)", kind: .usage)
    }
    nodes = try graph.bound().expanded().nodes
    let sources = nodes.filter { $0.use == AssetRead.type }
    let files = nodes.filter { $0.use == FileWrite.type }
    guard let source = sources.first, sources.count == 1, let file = files.first, files.count == 1,
      case .node(let muxer, _, _)? = file.inputs.first?.source
    else {
      throw Self.refusal(
        "it has \(sources.count) sources and \(files.count) files; parts are of one source and one file")
    }
    (self.source, self.muxer) = (source, muxer)
    let coding = try Self.coding(nodes)
    measured = try Self.measuredEncoder(nodes)
    let read = try AssetRead(
      arguments: Dictionary(uniqueKeysWithValues: source.arguments.map { ($0.key, $0.value) }))
    guard let path = read.url.path else { throw Self.refusal("its source is not a local file") }
    guard read.videoTracks.rule == .first, read.audioTracks.rule == .first else {
      throw Self.refusal("it names the tracks that it reads; parts are of the first ones")
    }
    let range = (from: read.from?.time(), to: read.to?.time())
    guard (read.from == nil) == (range.from == nil), (read.to == nil) == (range.to == nil) else {
      throw Self.refusal("its range is in frames; give it in seconds")
    }
    let tags = try Self.tags(nodes.first { $0.name == muxer })
    let joints = try Joints(path: path, range: range, count: count, video: coding.hasVideo, audio: coding.packet)
    let identity = try Self.identity(of: nodes, except: [file.name, muxer], path: path)
    parts = (0..<count).map { index in
      var description = ExportPart(
        number: index + 1, count: count, export: identity, source: URL(fileURLWithPath: path).path,
        isWhole: range.from == nil && range.to == nil, tags: tags)
      var part = Part(description: description, video: (nil, nil), audio: (nil, nil))
      if let starts = joints.video {
        description.video = .init(start: .init(starts[index]))
        part.video = (
          index == 0 ? range.from : starts[index], index + 1 < count ? starts[index + 1] : range.to
        )
      }
      if let audio = joints.audio, let packet = coding.packet, audio.first[index] < audio.first[index + 1] {
        let (first, end) = (audio.first[index], audio.first[index + 1])
        let isLast = index + 1 == count || audio.first.suffix(from: index + 1).allSatisfy { $0 == audio.first[count] }
        let begin = max(0, first - (packet > 1 ? Self.lead : 0)) * packet
        description.audio = .init(
          rate: audio.rate, origin: audio.origin, offset: begin, keptFrom: index == 0 ? 0 : first * packet,
          keptTo: isLast ? nil : end * packet)
        func time(_ sample: Int64) -> CMTime { CMTime(value: audio.origin + sample, timescale: audio.rate) }
        let stop = (end + (packet > 1 ? Self.tail : 0)) * packet
        part.audio = (begin == 0 ? range.from : time(begin), isLast ? range.to : time(stop))
      }
      part.description = description
      return part
    }
  }

  /// Plans an export in parts, on a thread of its own.
  ///
  /// - Throws: As ``init(of:count:)``.
  package static func planned(of graph: Graph, count: Int) async throws -> ExportParts {
    try await blocking { try ExportParts(of: graph, count: count) }
  }

  /// Returns the graph that makes a part.
  ///
  /// - Parameters:
  ///   - number: Its number, from 1.
  ///   - location: The file of the part: a QuickTime movie, whatever its name.
  ///   - bitrate: The bit rate of a part whose frames were measured; nil for that of the export.
  package func graph(of number: Int, to location: Location, bitrate: Bitrate? = nil) throws -> Graph {
    let part = try part(number)
    var graph = Graph()
    let sound = unusedName("\(source.name)_sound")
    for node in nodes {
      var node = node
      // Links of what a part does not have go with it.
      node.inputs = node.inputs.filter { !isLeftOut($0, part) }.map { link in
        var link = link
        if case .node(source.name, let port, let index) = link.source, port?.hasSuffix("audio") == true {
          link.source = .node(sound, port: port, index: index)
        }
        return link
      }
      if node.name == muxer {
        node = GraphNode(name: muxer, use: MuxMOV.type, inputs: node.inputs)
        node.arguments["metadata"] = .map(["mdta:\(ExportPart.key)": .text(part.description.text)])
      } else if node.use == FileWrite.type {
        node = GraphNode(
          name: node.name, use: node.use, inputs: node.inputs, arguments: ["url": .text(location.text)])
      } else if node.name == source.name {
        if part.description.audio != nil {
          graph.nodes.append(reader(node, named: sound, part.audio))
        }
        guard part.description.video != nil else { continue }
        node = reader(node, named: source.name, part.video)
      } else if node.name == measured?.name, let bitrate {
        node.arguments["bitrate"] = .text(bitrate.text)
      }
      graph.nodes.append(node)
    }
    // Nodes that no other reads any more, or that have nothing to read.
    try prune(&graph)
    return graph
  }

  private func part(_ number: Int) throws -> Part {
    guard parts.indices.contains(number - 1) else {
      throw Diagnostic("there is no part \(number) of \(parts.count)", kind: .usage)
    }
    return parts[number - 1]
  }

  /// Returns the description of a part, by its number from 1.
  func description(of number: Int) throws -> ExportPart { try part(number).description }

  /// The number of parts.
  package var count: Int { parts.count }

  private func reader(_ node: GraphNode, named name: String, _ range: (from: CMTime?, to: CMTime?)) -> GraphNode {
    var node = GraphNode(name: name, use: node.use, arguments: node.arguments)
    node.arguments["from"] = range.from.map { .text($0.rationalText) }
    node.arguments["to"] = range.to.map { .text($0.rationalText) }
    return node
  }

  private func unusedName(_ name: String) -> String {
    let names = Set(nodes.map(\.name))
    if !names.contains(name) { return name }
    return (2...).lazy.map { "\(name)_\($0)" }.first { !names.contains($0) } ?? name
  }

  private func isLeftOut(_ link: Link, _ part: Part) -> Bool {
    guard case .node(source.name, let port, _) = link.source else { return false }
    switch port {
    case "metadata"?: return true
    case "video"?: return part.description.video == nil
    case "audio"?: return part.description.audio == nil
    default: return false
    }
  }

  /// Removes nodes between the source and the muxer whose input is gone.
  private func prune(_ graph: inout Graph) throws {
    while true {
      let names = Set(graph.nodes.map(\.name))
      for index in graph.nodes.indices {
        graph.nodes[index].inputs.removeAll { link in
          if case .node(let name, _, _) = link.source { !names.contains(name) } else { false }
        }
      }
      let empty = graph.nodes.filter { node in node.inputs.isEmpty && node.use != AssetRead.type }.map(\.name)
      if empty.isEmpty { return }
      guard !empty.contains(where: { name in graph.nodes.contains { $0.name == name && $0.use == FileWrite.type } })
      else {
        throw Diagnostic("the part has neither pictures nor sound", kind: .input)
      }
      graph.nodes.removeAll { empty.contains($0.name) }
    }
  }

  // MARK: - What can be made in parts

  static func refusal(_ reason: String) -> Diagnostic {
    Diagnostic(
      "the export cannot be made in parts", kind: .usage, cause: reason, help: "make it in one, without --part")
  }

  /// Nodes that look at one frame, or one sample, at a time.
  private static let local: Set<NodeType> = [
    VideoOrient.type, VideoScale.type, VideoConvert.type, VideoCrop.type, VideoColorConvert.type, VideoGrade.type,
    VideoPixelAspect.type, AudioVolume.type,
  ]

  /// The samples of a packet, by encoder.
  private static let packets: [NodeType: Int64] = [AudioEncodeAAC.type: 1024, AudioEncodePCM.type: 1]

  private static let videoEncoders: Set<NodeType> = [
    VideoEncodeH264.type, VideoEncodeHEVC.type, VideoEncodeProRes.type, VideoEncodeMJPEG.type,
  ]

  /// Returns what the export encodes.
  ///
  /// - Throws: `Diagnostic` for nodes that a part would not have the same media from.
  private static func coding(_ nodes: [GraphNode]) throws -> (hasVideo: Bool, packet: Int64?) {
    var (hasVideo, packet): (Bool, Int64?) = (false, nil)
    for node in nodes {
      if videoEncoders.contains(node.use) {
        hasVideo = true
      } else if let samples = packets[node.use] {
        guard packet == nil else { throw refusal("it has several tracks of sound") }
        packet = samples
      } else if node.use.name.hasPrefix("video.encode.") || node.use.name.hasPrefix("audio.encode.") {
        throw refusal("joints in what '\(node.name)' (\(node.use)) makes are not known here")
      } else if !local.contains(node.use), node.use != AssetRead.type, node.use != FileWrite.type,
        !node.use.name.hasPrefix("mux.")
      {
        throw refusal("'\(node.name)' (\(node.use)) may need what comes before or behind a part")
      }
      for case .node(_, let port?, _) in node.inputs.map(\.source) where port.hasPrefix("coded_") || port == "samples" {
        throw refusal("'\(node.name)' copies what is stored, which takes no time")
      }
      for case .node(_, "text"?, _) in node.inputs.map(\.source) {
        throw refusal("'\(node.name)' has subtitles, which parts do not hold here")
      }
    }
    guard hasVideo || packet != nil else { throw refusal("it encodes nothing") }
    return (hasVideo, packet)
  }

  /// Returns the metadata that the muxer of the whole is given.
  ///
  /// - Throws: `Diagnostic` if the size of its file is limited.
  private static func tags(_ muxer: GraphNode?) throws -> [String: String] {
    if muxer?.arguments["size_limit"] != nil {
      throw refusal("the size of its file is limited, which no part knows")
    }
    guard case .map(let entries)? = muxer?.arguments["metadata"] else { return [:] }
    var tags: [String: String] = [:]
    for (name, value) in entries { if case .text(let text) = value { tags[name] = text } }
    return tags
  }

  /// Returns what tells exports apart: settings, and the source's size and its beginning and end.
  private static func identity(of nodes: [GraphNode], except names: [String], path: String) throws -> String {
    var digest = ExportDigest()
    for node in nodes where !names.contains(node.name) {
      digest.add("\(node.name) \(node.use)\n".utf8)
      for (name, argument) in node.arguments.sorted(by: { $0.key < $1.key }) where name != "url" {
        digest.add("\(name) \(argument)\n".utf8)
      }
    }
    let file = try FileByteSource(path: path)
    digest.add("\(file.size)".utf8)
    let count = Int(min(file.size, 65_536))
    digest.add(try file.bytes(at: 0, count: count))
    digest.add(try file.bytes(at: file.size - Int64(count), count: count))
    return digest.text
  }
}
