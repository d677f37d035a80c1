internal import CoreMedia
package import MediaEngine
internal import MediaGraph

extension RenderPlan {
  /// The maximum number of sources that are opened before their clips for what they say of their tracks.
  private static let limit = 8

  /// The language and the name if all sources give their tracks of a kind the same ones; none of more than eight sources, and of
  /// nested timelines.
  ///
  /// Sources that cannot be opened are left to the rendering, which tells what is wrong with them.
  ///
  /// - Throws: `CancellationError`.
  package func tags(isVideo: Bool) throws -> StreamTags {
    var sources: [(media: PlannedMedia, choice: TrackChoice)] = []
    for clip in layers.flatMap(\.clips) {
      let choice = isVideo ? clip.video : clip.audio
      if choice.rule == .none { continue }
      switch clip.source {
      case .title: continue
      case .timeline: return StreamTags()
      case .media(let media):
        if sources.contains(where: { $0.media === media && $0.choice == choice }) { continue }
        guard sources.count < Self.limit else { return StreamTags() }
        sources.append((media, choice))
      }
    }
    var found: [StreamTags] = []
    for (media, choice) in sources {
      do {
        let track = try media.open().tracks(choice, isVideo: isVideo).first
        if let track { found.append(StreamTags(track)) }
      } catch let error as CancellationError {
        throw error
      } catch {
        continue
      }
    }
    return .common(of: found)
  }
}
