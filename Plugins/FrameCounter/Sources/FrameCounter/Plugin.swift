import MediaEngine
import MediaGraph

@_cdecl("reel_plugin_register")
public func register(host: UnsafeRawPointer, abi: Int32) -> Int32 {
  PluginHost.register(host: host, abi: abi) { registry in
    try registry.register(CounterVideo.self)
    try registry.register(CounterAudio.self)
    try registry.register(CounterClip.self)
    try registry.register(CheckVideo.self)
    try registry.register(CheckAudio.self)
  }
}
