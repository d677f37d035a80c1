extension ContainerStream {
  /// Creates the stream of a track with a format.
  init(_ entry: MatroskaTrackEntry, _ info: MatroskaInfo, _ format: Result<MatroskaFormat, MovieError>) {
    self.init(
      number: Int(clamping: entry.track.number), mediaType: MatroskaFormat.mediaType(of: entry),
      codecID: entry.codecID, timescale: info.timescale)
    let track = entry.track
    language = track.languageTag ?? entry.language
    if language == "und" { language = nil }
    name = track.name
    if !track.isEnabled { flags.remove(.enabled) }
    if track.isDefault { flags.insert(.default) }
    if track.isForced { flags.insert(.forced) }
    if track.isForHearingImpaired { flags.insert(.forHearingImpaired) }
    if track.isForVisuallyImpaired { flags.insert(.forVisuallyImpaired) }
    if track.isOriginal { flags.insert(.original) }
    if track.isCommentary { flags.insert(.commentary) }
    turn = entry.video.turn
    lacksAlpha = entry.video.hasAlpha
    problem = entry.encodings.problem
    switch format {
    case .success(let format): (formatDescription, coded) = (format.description, format.coded)
    case .failure(let error): problem = problem ?? error
    }
    // Microsoft's formats have decode times only.
    lacksTimes = entry.codecID == "V_MS/VFW/FOURCC" && coded.flatMap { PictureOrder.Reader($0) } != nil
    if entry.seekPreRoll > 0 { preRoll = CMTime(value: entry.seekPreRoll, timescale: 1_000_000_000) }
    frameDuration = entry.defaultDuration.map { Self.duration(nanoseconds: $0, isVideo: entry.kind == .video) }
    guard entry.kind == .audio, let rate = formatDescription?.audioStreamBasicDescription?.mSampleRate,
      let whole = Int32(exactly: rate.rounded()), whole > 0
    else { return }
    sampleRate = whole
    priming = Int64(
      clamping: ExactScale.nearest(Int128(entry.codecDelay) * Int128(whole), over: 1_000_000_000))
    // Decoders skip what Opus' own header says; some writers leave out the delay, or count it at the encoder's rate.
    if coded?.codec == .opus, entry.codecPrivate.count >= 12 {
      priming = max(priming, Int64(entry.codecPrivate[10]) | Int64(entry.codecPrivate[11]) << 8)
    }
  }

  /// Returns a duration that was rounded to nanoseconds: of video, that of a usual frame rate where there is one.
  private static func duration(nanoseconds: Int64, isVideo: Bool) -> CMTime {
    let stated = CMTime(value: nanoseconds, timescale: 1_000_000_000)
    guard isVideo, let usual = UsualFrameRate(nearest: 1e9 / Double(nanoseconds)), usual.framesPerSecond <= 1000 else {
      return stated
    }
    let exact = ExactScale.nearest(1_000_000_000 * Int128(usual.denominator), over: Int128(usual.numerator))
    // Rounded, or cut off.
    return abs(exact - Int128(nanoseconds)) <= 1 ? usual.frameDuration : stated
  }
}
