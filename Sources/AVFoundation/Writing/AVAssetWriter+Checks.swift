internal import MediaEngine
internal import MediaGraph

extension AVAssetWriter {
  /// The media types of the tracks that files of the writer's type can have.
  public var availableMediaTypes: [AVMediaType] { fileType.mediaTypes }

  /// Returns true if an input with these settings could write into a file of the writer's type.
  ///
  /// - Parameter outputSettings: Settings of an encoder; nil for samples that are stored as they are.
  public func canApply(outputSettings: [String: Any]?, forMediaType mediaType: AVMediaType) -> Bool {
    let settings = outputSettings.map { settings in
      Result { () throws(SettingsError) in try EncoderSettings(settings, mediaType) }
    }
    return refusal(settings, mediaType, hint: nil) == nil
  }

  /// Returns true if an input can be added: its media type and settings fit the file, and it belongs to no writer.
  public func canAdd(_ input: AVAssetWriterInput) -> Bool { refusal(of: input) == nil }

  /// Adds an input, which becomes a track of the file; before writing starts.
  ///
  /// An input that cannot be added makes the writer fail.
  public func add(_ input: AVAssetWriterInput) {
    if let refusal = refusal(of: input) {
      if !input.isAttached { input.attach(to: self) }
      return core.fail(AVError(.unknown, reason: "the input cannot be added: \(refusal)"))
    }
    options.withLock { $0.inputs.append(input) }
    input.attach(to: self)
  }

  /// Returns the reason why an input cannot be added; nil if there is none.
  private func refusal(of input: AVAssetWriterInput) -> String? {
    if core.hasStarted { return "writing has started" }
    if input.isAttached { return "it belongs to a writer already" }
    let others = inputs
    if fileType.isAudioFile, !others.isEmpty { return "'\(outputFileType.rawValue)' files have one track" }
    return refusal(input.encoderSettings, input.mediaType, hint: input.sourceFormatHint)
      ?? input.textRefusal(in: fileType)
  }

  /// Returns the reason why settings do not fit the file; nil if they do.
  private func refusal(
    _ settings: Result<EncoderSettings, SettingsError>?, _ mediaType: AVMediaType, hint: CMFormatDescription?
  ) -> String? {
    guard fileType.mediaTypes.contains(mediaType) else {
      return "'\(outputFileType.rawValue)' files have no tracks of type '\(mediaType.rawValue)'"
    }
    guard let settings else {
      guard let hint else { return nil }
      return MuxerSupport.holds(hint, in: fileType.node) || ![.video, .audio].contains(mediaType)
        ? nil : "'\(outputFileType.rawValue)' files do not hold samples of this format"
    }
    do {
      let node: any Node =
        switch try settings.get() {
        case .video(let settings): try VideoEncoding(settings, hint: hint?.dimensions).encoder.node
        case .audio(let settings): try AudioEncoding(settings, in: fileType).encoder.node
        }
      if case .audio(let settings) = try settings.get(), let hint, let reason = settings.refusal(of: hint) {
        return "sourceFormatHint is of audio that cannot be encoded: \(reason)"
      }
      guard MuxerSupport.holds(node, in: fileType.nodeType, brand: fileType.brand) else {
        return "'\(outputFileType.rawValue)' files do not hold what these settings encode"
      }
      return MuxerSupport.isInstalled(node) ? nil : "there is no encoder for these settings"
    } catch {
      return "\(error)"
    }
  }
}
