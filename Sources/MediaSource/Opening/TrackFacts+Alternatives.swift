internal import GStreamer
import MovieFile

extension TrackFacts {
  /// - Parameter id: The track's number in the file, or its place among the tracks.
  package init(id: Int32, of stream: ContainerHeaders.Stream, _ mediaType: String, _ purpose: MatroskaTrack?) {
    self.init(id: id, mediaType: mediaType)
    // Where a file names a language in two ways, the tag says more.
    let tag = purpose?.languageTag.flatMap { $0 == "und" ? nil : $0 }
    let language = stream.language.flatMap { $0 == "und" ? nil : $0 }
    languageCode = (tag.flatMap { $0.split(separator: "-").first.map(String.init) } ?? language)
      .flatMap { LanguageCode.threeLetter($0) }
    extendedLanguageTag = tag ?? language.flatMap { LanguageCode.shortest($0) }
    isEnabled = purpose.map { $0.isEnabled && $0.isDefault } ?? true
  }
}

extension [TrackFacts] {
  /// Makes tracks alternatives that only files of MPEG-4 and QuickTime mark as such: everywhere else players choose one track of
  /// each kind (RFC 9559, section 18.1), and subtitles may be left out.
  ///
  /// Of a group of sounds or pictures one is enabled: the first that the file prefers. A track that is alone is no choice, and shown.
  mutating func markAlternatives() {
    for (group, type) in ["vide", "soun", "sbtl"].enumerated() {
      let members = indices.filter { self[$0].mediaType == type }
      guard members.count > (type == "sbtl" ? 0 : 1) else {
        for index in members { self[index].isEnabled = true }
        continue
      }
      let chosen = members.first { self[$0].isEnabled } ?? (type == "sbtl" ? nil : members.first)
      for index in members {
        self[index].alternateGroup = group + 1
        self[index].isEnabled = index == chosen
      }
    }
  }
}

extension MatroskaTrack {
  /// The media characteristics that its flags stand for.
  package func characteristics(mediaType: String) -> [String] {
    var result: [String] = [isCommentary ? "public.auxiliary-content" : "public.main-program-content"]
    if isForced, mediaType == "sbtl" { result.append("public.subtitles.forced-only") }
    if isForHearingImpaired {
      result += ["public.accessibility.transcribes-spoken-dialog", "public.accessibility.describes-music-and-sound"]
    }
    if isForVisuallyImpaired { result.append("public.accessibility.describes-video") }
    if isOriginal { result.append("public.original-content") }
    return result
  }
}
