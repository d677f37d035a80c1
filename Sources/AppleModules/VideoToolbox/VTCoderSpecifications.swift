import CoreGraphics

// Choices of encoders and decoders. Writers take those of encoders under AVVideoEncoderSpecificationKey.

/// True if an encoder in hardware may be used: there is none here.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_EnableHardwareAcceleratedVideoEncoder: CFString =
  "EnableHardwareAcceleratedVideoEncoder"
/// True if an encoder in hardware has to be used: writers refuse it.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_RequireHardwareAcceleratedVideoEncoder: CFString =
  "RequireHardwareAcceleratedVideoEncoder"
/// The name of an encoder.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_EncoderID: CFString = "EncoderID"
/// True if bits are distributed for calls.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_EnableLowLatencyRateControl: CFString =
  "EnableLowLatencyRateControl"
/// The graphics processor that has to be used.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_RequiredEncoderGPURegistryID: CFString =
  "RequiredEncoderGPURegistryID"
/// The graphics processor that should be used.
public nonisolated(unsafe) let kVTVideoEncoderSpecification_PreferredEncoderGPURegistryID: CFString =
  "PreferredEncoderGPURegistryID"
/// True if a decoder in hardware may be used.
public nonisolated(unsafe) let kVTVideoDecoderSpecification_EnableHardwareAcceleratedVideoDecoder: CFString =
  "EnableHardwareAcceleratedVideoDecoder"
/// True if a decoder in hardware has to be used.
public nonisolated(unsafe) let kVTVideoDecoderSpecification_RequireHardwareAcceleratedVideoDecoder: CFString =
  "RequireHardwareAcceleratedVideoDecoder"
/// The graphics processor that has to be used.
public nonisolated(unsafe) let kVTVideoDecoderSpecification_RequiredDecoderGPURegistryID: CFString =
  "RequiredDecoderGPURegistryID"
/// The graphics processor that should be used.
public nonisolated(unsafe) let kVTVideoDecoderSpecification_PreferredDecoderGPURegistryID: CFString =
  "PreferredDecoderGPURegistryID"
