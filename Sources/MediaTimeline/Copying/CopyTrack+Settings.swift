package import MediaGraph

extension CopyTrack {
  /// The properties of a track that is neither video nor audio, for the muxer.
  package var settings: TrackSettings {
    TrackSettings {
      guard let other else { return }
      $0.timed = true
      $0.language = other.extendedLanguageTag ?? other.languageCode
      $0.enabled = other.isEnabled
      $0.alternateGroup = min(max(other.alternateGroup, 0), 32767)
      let (width, height) = (Int(other.headerSize.width.rounded()), Int(other.headerSize.height.rounded()))
      if width > 0, height > 0 { $0.size = PixelSize(width: width, height: height) }
      let place = other.transform
      if place != .identity {
        $0.transform = [place.a, place.b, place.c, place.d, place.tx, place.ty].map { Double($0) }
      }
    }
  }
}
