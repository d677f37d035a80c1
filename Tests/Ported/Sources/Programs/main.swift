import Foundation

// Programs as they are written for Apple's systems, on media that they make. The lines that they print are compared with
// expected-programs.txt.

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

try await movies(in: folder)
try await compositions(in: folder)
try await waveforms(in: folder)
try await captions(in: folder)
try pictures(in: folder)
