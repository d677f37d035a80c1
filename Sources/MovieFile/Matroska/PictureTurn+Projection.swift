extension PictureTurn {
  /// Reads the turn of a flat projection (RFC 9559, section 5.1.4.1.28.41); nil for spheres, and for other angles.
  init?(projection: EBMLElement, _ values: EBMLValues) throws(MovieError) {
    var (type, yaw, pitch, roll): (UInt64, Double, Double, Double) = (0, 0, 0, 0)
    for field in try values.children(of: projection) {
      switch field.id {
      case 0x7671: type = try values.unsigned(field) ?? 0
      case 0x7673: yaw = try values.float(field) ?? 0
      case 0x7674: pitch = try values.float(field) ?? 0
      case 0x7675: roll = try values.float(field) ?? 0
      default: break
      }
    }
    // Half a turn about the upright axis shows the frame from behind.
    guard type == 0, pitch == 0, [0, 180, -180].contains(yaw), let degrees = Self.clockwise[roll] else { return nil }
    self.init()
    (self.degrees, isMirrored) = (degrees, yaw != 0)
  }

  /// Rolls count counter-clockwise.
  private static let clockwise: [Double: Int] = [0: 0, -90: 90, 180: 180, -180: 180, 90: 270]
}
