// Windows of signals whose spectrum is measured.

import Foundation

/// Makes a Hann window of a periodic signal: C[n] = (1 − cos(2πn / N)) / 2.
///
/// - Parameter __Flag: `vDSP_HANN_NORM` or `vDSP_HANN_DENORM`; with `vDSP_HALF_WINDOW` the first half alone.
public func vDSP_hann_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let scale: Double = __Flag & vDSP_HANN_NORM != 0 ? 0.8165 : 0.5
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) { __C[$0] = Float(scale * (1 - cos(2 * Double.pi * Double($0) / Double(__N)))) }
}

/// Makes a Hamming window of a periodic signal: C[n] = 0.54 − 0.46 · cos(2πn / N).
public func vDSP_hamm_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) { __C[$0] = Float(0.54 - 0.46 * cos(2 * Double.pi * Double($0) / Double(__N))) }
}

/// Makes a Blackman window of a periodic signal: C[n] = 0.42 − 0.5 · cos(2πn / N) + 0.08 · cos(4πn / N).
public func vDSP_blkman_window(_ __C: UnsafeMutablePointer<Float>, _ __N: vDSP_Length, _ __Flag: Int32) {
  let count = __Flag & vDSP_HALF_WINDOW != 0 ? (__N + 1) / 2 : __N
  forEach(count) {
    let angle = 2 * Double.pi * Double($0) / Double(__N)
    __C[$0] = Float(0.42 - 0.5 * cos(angle) + 0.08 * cos(2 * angle))
  }
}
