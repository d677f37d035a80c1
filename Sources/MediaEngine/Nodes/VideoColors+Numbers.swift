package import MediaGraph

// GStreamer's numbers (GstVideoColorimetry).

extension ColorMatrix {
  /// The number of a `GstVideoColorMatrix`.
  package var number: UInt32 {
    switch self {
    case .bt709: 3
    case .bt601: 4
    case .smpte240m: 5
    case .bt2020: 6
    }
  }
}

extension TransferFunction {
  /// The number of a `GstVideoTransferFunction`.
  package var number: UInt32 {
    switch self {
    case .linear: 1
    case .bt709: 5
    case .smpte240m: 6
    case .srgb: 7
    case .bt2020: 13
    case .pq: 14
    case .hlg: 15
    case .bt601: 16
    }
  }
}

extension ColorPrimaries {
  /// The number of a `GstVideoColorPrimaries`.
  package var number: UInt32 {
    switch self {
    case .bt709: 1
    case .ebu3213: 3
    case .bt601: 4
    case .bt2020: 7
    case .p3: 11
    }
  }
}
