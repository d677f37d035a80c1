internal import CoreMedia
internal import MediaEngine
internal import MediaGraph
package import MediaSource

extension RenderPlan {
  /// The maximum number of files that stay open until they are rendered.
  private static let limit = 8

  /// The format of the rendered audio: the timeline's own rate and channels, otherwise the highest rate and the most channels of the
  /// clips that are heard; 48 kHz in stereo if there are none.
  ///
  /// A timeline that says both opens no file. Otherwise each file is opened, and its first packet decoded: containers do not tell
  /// what decoders make of them. The first files stay open until they are rendered. Files that cannot be opened or decoded are left
  /// to the rendering, which tells what is wrong with them.
  ///
  /// - Throws: `CancellationError`.
  package func audioFormat() throws -> DecodedAudioFormat {
    var sources: [PlannedMedia] = []
    let formats = sampleRate == nil || channels == nil ? try heardFormats(&sources) : []
    // Channels without speakers can be mixed to no others: a file of them does not decide for the rest.
    let placed = formats.filter { $0.channels <= 2 || $0.channelMask.nonzeroBitCount == $0.channels }
    let rate = sampleRate ?? formats.map(\.rate).max().map { min(max($0, 4000), 768_000) } ?? 48000
    let count =
      channels ?? (placed.isEmpty ? formats : placed).map(\.channels).max().map { min($0, AudioConverter.mostChannels) }
      ?? 2
    let speakers = count > 2 ? placed.first { $0.channels == count }?.channelMask : nil
    return DecodedAudioFormat(
      sampleFormat: .f32, rate: rate, channels: count, channelMask: speakers ?? DecodedAudioFormat.usualMask(count))
  }

  /// The decoded formats of the tracks that are heard, of nested timelines too.
  ///
  /// - Parameter sources: Gets the files that were opened.
  private func heardFormats(_ sources: inout [PlannedMedia]) throws -> [DecodedAudioFormat] {
    var formats: [DecodedAudioFormat] = []
    for clip in layers.filter({ $0.volume.constant != 0 }).flatMap(\.clips) where clip.isHeard {
      switch clip.source {
      case .media(let media):
        do {
          formats += try media.audioFormats(clip.audio)
        } catch let error as CancellationError {
          throw error
        } catch {
          continue
        }
        if !sources.contains(where: { $0 === media }) { sources.append(media) }
        if sources.firstIndex(where: { $0 === media }) ?? 0 >= Self.limit { media.close() }
      case .timeline(let nested): formats += try nested.heardFormats(&sources)
      case .title: continue
      }
    }
    return formats
  }
}
