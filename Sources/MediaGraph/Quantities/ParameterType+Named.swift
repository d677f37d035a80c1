extension ParameterType {
  /// The types that a file can use for parameters of its own.
  static let named: [String: any TextValue.Type] = {
    let types: [any TextValue.Type] = [
      Int.self, Double.self, Bool.self, String.self, Location.self, Bitrate.self, MediaTime.self, FrameRate.self,
      PixelSize.self, Gain.self, RGBColor.self, TrackChoice.self, Device.self,
    ]
    return Dictionary(types.map { ($0.parameterType.name, $0) }, uniquingKeysWith: { first, _ in first })
  }()
}
