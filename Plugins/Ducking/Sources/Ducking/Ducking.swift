import MediaEngine
import MediaGraph

/// Mixes music and a voice, and lowers the music while the voice speaks.
public struct Ducking: ClosureNode {
  public static let type: NodeType = "audio.duck"
  public static let summary = "Mixes music and a voice, and lowers the music while the voice speaks."

  @Port(in: "music", "The audio that is lowered.") public var music: Input<RawAudio>
  @Port(in: "voice", "The voice, which lowers the other input while it sounds.") public var voice: Input<RawAudio>
  @Port(out: "out", "Both together; samples may exceed full scale until they are encoded.")
  public var output: Output<RawAudio>
  @Parameter("The threshold of the voice, RMS of full scale over 10 ms.", unit: "dB", in: -90...0)
  public var threshold = -35.0
  @Parameter("The reduction of the music.", unit: "dB", in: 0...90) public var reduction = 12.0
  @Parameter("The attack: the time after which two thirds of the reduction are reached.")
  public var attack: MediaTime = .milliseconds(20)
  @Parameter("The release.") public var release: MediaTime = .milliseconds(400)

  public init() {}

  public func makeClosure() throws -> AudioMixer {
    let (attack, release) = (try Self.seconds(attack, "attack"), try Self.seconds(release, "release"))
    let envelope = Envelope(threshold: threshold, reduction: reduction, attack: attack, release: release)
    return AudioMixer(formats: [.f32], state: { envelope }) { envelope, inputs, output in
      let (frames, channels) = (output.frameCount, output.channels)
      envelope.setRate(output.rate)
      var factors = [Float](repeating: 0, count: frames)
      for index in 0..<inputs.count where inputs.port(index) == "voice" {
        let spoke: Void? = inputs.withBlock(index) { voice in
          voice.withSamples(as: Float.self) { voice in
            output.withMutableSamples(as: Float.self) { out in
              for frame in 0..<frames {
                var peak: Float = 0
                for sample in frame * channels..<(frame + 1) * channels {
                  peak = max(peak, abs(voice[sample]))
                  out[sample] += voice[sample]
                }
                factors[frame] = envelope.next(peak)
              }
            }
          }
        }
        if spoke == nil { for frame in 0..<frames { factors[frame] = envelope.next(0) } }
      }
      for index in 0..<inputs.count where inputs.port(index) == "music" {
        inputs.withBlock(index) { music in
          music.withSamples(as: Float.self) { music in
            output.withMutableSamples(as: Float.self) { out in
              for sample in 0..<frames * channels { out[sample] += music[sample] * factors[sample / channels] }
            }
          }
        }
      }
    }
  }

  private static func seconds(_ time: MediaTime, _ name: String) throws -> Double {
    guard let time = time.time(), time.isNumeric, time.value >= 0, time.seconds <= 60 else {
      throw BadTime(description: "\(name) must be a time from 0s to 60s, without frames")
    }
    return time.seconds
  }

  struct BadTime: Error, CustomStringConvertible { let description: String }
}

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in try registry.register(Ducking.self) }
}
