import Foundation
import PackagePlugin

/// Derives a target's code in double precision from its code in single precision: each file of its folder BothPrecisions is
/// compiled as it is, and once more with other types and names.
@main
struct DoublePrecision: BuildToolPlugin {
  /// The program that changes the files: of POSIX, so that nothing has to be built before it.
  private let sed = URL(fileURLWithPath: "/bin/sed")

  private let rules = [
    #"s/\bFloat\b/Double/g"#,
    #"s/\bsingle precision\b/double precision/g"#,
    #"s/\bDSP(Split)?Complex\b/DSPDouble\1Complex/g"#,
    // vDSP_vadd becomes vDSP_vaddD. What is named in capitals is there once: vDSP_Length, vDSP_HANN_NORM, vDSP_DFT_Direction.
    #"s/\b(vDSP_(DFT_)?[a-z]\w*|vDSP_DFT_(Setup|DestroySetup|Execute)|FFTSetup)\b/\1D/g"#,
    // vvsqrtf becomes vvsqrt.
    #"s/\b(vv\w+)f\b/\1/g"#,
    // The functions of GStreamer's library.
    #"s/(gst_fft_f|GstFFTF)32/\164/g"#,
    // Suites of tests.
    #"s/^@Suite struct /&Double/"#,
  ]

  func createBuildCommands(context: PluginContext, target: Target) throws -> [Command] {
    let files = target.sourceModule?.sourceFiles.map(\.url) ?? []
    return files.filter { $0.deletingLastPathComponent().lastPathComponent == "BothPrecisions" }.map { file in
      let name = file.deletingPathExtension().lastPathComponent
      let derived = context.pluginWorkDirectoryURL.appending(path: "\(name)D.swift")
      let origin = "1s|^|// Derived from \(name).swift by plug-in DoublePrecision.\\n|"
      // sed writes the file itself: commands have no standard output.
      let script = (rules + [origin, "w \(derived.path)"]).flatMap { ["-e", $0] }
      return .buildCommand(
        displayName: "Deriving \(name) in double precision", executable: sed,
        arguments: ["-n", "-E"] + script + [file.path], inputFiles: [file], outputFiles: [derived])
    }
  }
}
