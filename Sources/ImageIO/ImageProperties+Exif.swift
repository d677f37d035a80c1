import CoreGraphics

// Keys of the Exif dictionary. Values are numbers, strings, or arrays of numbers.

/// Exposure time, in seconds.
public nonisolated(unsafe) let kCGImagePropertyExifExposureTime: CFString = "ExposureTime"
/// F number.
public nonisolated(unsafe) let kCGImagePropertyExifFNumber: CFString = "FNumber"
/// Exposure program.
public nonisolated(unsafe) let kCGImagePropertyExifExposureProgram: CFString = "ExposureProgram"
/// Spectral sensitivity.
public nonisolated(unsafe) let kCGImagePropertyExifSpectralSensitivity: CFString = "SpectralSensitivity"
/// ISO speed ratings.
public nonisolated(unsafe) let kCGImagePropertyExifISOSpeedRatings: CFString = "ISOSpeedRatings"
/// Exif version: an array of numbers.
public nonisolated(unsafe) let kCGImagePropertyExifExifVersion: CFString = "ExifVersion"
/// Date time original: local time as YYYY:MM:DD HH:MM:SS.
public nonisolated(unsafe) let kCGImagePropertyExifDateTimeOriginal: CFString = "DateTimeOriginal"
/// Date time digitized: local time as YYYY:MM:DD HH:MM:SS.
public nonisolated(unsafe) let kCGImagePropertyExifDateTimeDigitized: CFString = "DateTimeDigitized"
/// Offset time.
public nonisolated(unsafe) let kCGImagePropertyExifOffsetTime: CFString = "OffsetTime"
/// Offset time original.
public nonisolated(unsafe) let kCGImagePropertyExifOffsetTimeOriginal: CFString = "OffsetTimeOriginal"
/// Offset time digitized.
public nonisolated(unsafe) let kCGImagePropertyExifOffsetTimeDigitized: CFString = "OffsetTimeDigitized"
/// Components configuration.
public nonisolated(unsafe) let kCGImagePropertyExifComponentsConfiguration: CFString = "ComponentsConfiguration"
/// Compressed bits per pixel.
public nonisolated(unsafe) let kCGImagePropertyExifCompressedBitsPerPixel: CFString = "CompressedBitsPerPixel"
/// Shutter speed value.
public nonisolated(unsafe) let kCGImagePropertyExifShutterSpeedValue: CFString = "ShutterSpeedValue"
/// Aperture value.
public nonisolated(unsafe) let kCGImagePropertyExifApertureValue: CFString = "ApertureValue"
/// Brightness value.
public nonisolated(unsafe) let kCGImagePropertyExifBrightnessValue: CFString = "BrightnessValue"
/// Exposure bias value.
public nonisolated(unsafe) let kCGImagePropertyExifExposureBiasValue: CFString = "ExposureBiasValue"
/// Max aperture value.
public nonisolated(unsafe) let kCGImagePropertyExifMaxApertureValue: CFString = "MaxApertureValue"
/// Subject distance, in metres.
public nonisolated(unsafe) let kCGImagePropertyExifSubjectDistance: CFString = "SubjectDistance"
/// Metering mode.
public nonisolated(unsafe) let kCGImagePropertyExifMeteringMode: CFString = "MeteringMode"
/// Light source.
public nonisolated(unsafe) let kCGImagePropertyExifLightSource: CFString = "LightSource"
/// Flash.
public nonisolated(unsafe) let kCGImagePropertyExifFlash: CFString = "Flash"
/// Focal length, in millimetres.
public nonisolated(unsafe) let kCGImagePropertyExifFocalLength: CFString = "FocalLength"
/// Subject area.
public nonisolated(unsafe) let kCGImagePropertyExifSubjectArea: CFString = "SubjectArea"
/// User comment.
public nonisolated(unsafe) let kCGImagePropertyExifUserComment: CFString = "UserComment"
/// Subsec time.
public nonisolated(unsafe) let kCGImagePropertyExifSubsecTime: CFString = "SubsecTime"
/// Subsec time original.
public nonisolated(unsafe) let kCGImagePropertyExifSubsecTimeOriginal: CFString = "SubsecTimeOriginal"
/// Subsec time digitized.
public nonisolated(unsafe) let kCGImagePropertyExifSubsecTimeDigitized: CFString = "SubsecTimeDigitized"
/// Flash pix version: an array of numbers.
public nonisolated(unsafe) let kCGImagePropertyExifFlashPixVersion: CFString = "FlashPixVersion"
/// Color space.
public nonisolated(unsafe) let kCGImagePropertyExifColorSpace: CFString = "ColorSpace"
/// Pixel X dimension.
public nonisolated(unsafe) let kCGImagePropertyExifPixelXDimension: CFString = "PixelXDimension"
/// Pixel Y dimension.
public nonisolated(unsafe) let kCGImagePropertyExifPixelYDimension: CFString = "PixelYDimension"
/// Focal plane X resolution.
public nonisolated(unsafe) let kCGImagePropertyExifFocalPlaneXResolution: CFString = "FocalPlaneXResolution"
/// Focal plane Y resolution.
public nonisolated(unsafe) let kCGImagePropertyExifFocalPlaneYResolution: CFString = "FocalPlaneYResolution"
/// Focal plane resolution unit.
public nonisolated(unsafe) let kCGImagePropertyExifFocalPlaneResolutionUnit: CFString = "FocalPlaneResolutionUnit"
/// Sensing method.
public nonisolated(unsafe) let kCGImagePropertyExifSensingMethod: CFString = "SensingMethod"
/// File source.
public nonisolated(unsafe) let kCGImagePropertyExifFileSource: CFString = "FileSource"
/// Scene type.
public nonisolated(unsafe) let kCGImagePropertyExifSceneType: CFString = "SceneType"
/// Custom rendered.
public nonisolated(unsafe) let kCGImagePropertyExifCustomRendered: CFString = "CustomRendered"
/// Exposure mode.
public nonisolated(unsafe) let kCGImagePropertyExifExposureMode: CFString = "ExposureMode"
/// White balance.
public nonisolated(unsafe) let kCGImagePropertyExifWhiteBalance: CFString = "WhiteBalance"
/// Digital zoom ratio.
public nonisolated(unsafe) let kCGImagePropertyExifDigitalZoomRatio: CFString = "DigitalZoomRatio"
/// Focal len in35mm film.
public nonisolated(unsafe) let kCGImagePropertyExifFocalLenIn35mmFilm: CFString = "FocalLenIn35mmFilm"
/// Scene capture type.
public nonisolated(unsafe) let kCGImagePropertyExifSceneCaptureType: CFString = "SceneCaptureType"
/// Gain control.
public nonisolated(unsafe) let kCGImagePropertyExifGainControl: CFString = "GainControl"
/// Contrast.
public nonisolated(unsafe) let kCGImagePropertyExifContrast: CFString = "Contrast"
/// Saturation.
public nonisolated(unsafe) let kCGImagePropertyExifSaturation: CFString = "Saturation"
/// Sharpness.
public nonisolated(unsafe) let kCGImagePropertyExifSharpness: CFString = "Sharpness"
/// Subject dist range.
public nonisolated(unsafe) let kCGImagePropertyExifSubjectDistRange: CFString = "SubjectDistRange"
/// Image unique ID.
public nonisolated(unsafe) let kCGImagePropertyExifImageUniqueID: CFString = "ImageUniqueID"
/// Camera owner name.
public nonisolated(unsafe) let kCGImagePropertyExifCameraOwnerName: CFString = "CameraOwnerName"
/// Body serial number.
public nonisolated(unsafe) let kCGImagePropertyExifBodySerialNumber: CFString = "BodySerialNumber"
/// Lens specification: shortest and longest focal length, and their f-numbers.
public nonisolated(unsafe) let kCGImagePropertyExifLensSpecification: CFString = "LensSpecification"
/// Lens make.
public nonisolated(unsafe) let kCGImagePropertyExifLensMake: CFString = "LensMake"
/// Lens model.
public nonisolated(unsafe) let kCGImagePropertyExifLensModel: CFString = "LensModel"
/// Lens serial number.
public nonisolated(unsafe) let kCGImagePropertyExifLensSerialNumber: CFString = "LensSerialNumber"
