import MediaGraph

extension VideoGrade: ClosureNode {
  /// Uses lookup tables of 256 values, whatever the frame's size.
  public func makeClosure() -> VideoEffect {
    let luma = (0..<256).map { Self.byte((Double($0) - 125.5) * contrast + 125.5 + brightness * 219) }
    let chroma = (0..<256).map { Self.byte((Double($0) - 128) * saturation + 128) }
    return VideoEffect(formats: [.i420]) { frame in
      for (index, table) in [luma, chroma, chroma].enumerated() {
        frame.withMutablePlane(index) { plane in
          for y in 0..<plane.height {
            plane.withRow(y) { row in
              for x in row.indices { row[x] = table[Int(row[x])] }
            }
          }
        }
      }
    }
  }

  private static func byte(_ value: Double) -> UInt8 { UInt8(min(255, max(0, value.rounded()))) }
}
