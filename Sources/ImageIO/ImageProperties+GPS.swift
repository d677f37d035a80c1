import CoreGraphics

// Keys of the GPS dictionary.

/// Version.
public nonisolated(unsafe) let kCGImagePropertyGPSVersion: CFString = "GPSVersion"
/// Latitude ref.
public nonisolated(unsafe) let kCGImagePropertyGPSLatitudeRef: CFString = "LatitudeRef"
/// Latitude, in degrees, always positive.
public nonisolated(unsafe) let kCGImagePropertyGPSLatitude: CFString = "Latitude"
/// Longitude ref.
public nonisolated(unsafe) let kCGImagePropertyGPSLongitudeRef: CFString = "LongitudeRef"
/// Longitude, in degrees, always positive.
public nonisolated(unsafe) let kCGImagePropertyGPSLongitude: CFString = "Longitude"
/// Altitude ref.
public nonisolated(unsafe) let kCGImagePropertyGPSAltitudeRef: CFString = "AltitudeRef"
/// Altitude, in metres.
public nonisolated(unsafe) let kCGImagePropertyGPSAltitude: CFString = "Altitude"
/// Time stamp: UTC as HH:MM:SS.
public nonisolated(unsafe) let kCGImagePropertyGPSTimeStamp: CFString = "TimeStamp"
/// Satellites.
public nonisolated(unsafe) let kCGImagePropertyGPSSatellites: CFString = "Satellites"
/// Status.
public nonisolated(unsafe) let kCGImagePropertyGPSStatus: CFString = "Status"
/// Measure mode.
public nonisolated(unsafe) let kCGImagePropertyGPSMeasureMode: CFString = "MeasureMode"
/// DOP.
public nonisolated(unsafe) let kCGImagePropertyGPSDOP: CFString = "DOP"
/// Speed ref.
public nonisolated(unsafe) let kCGImagePropertyGPSSpeedRef: CFString = "SpeedRef"
/// Speed.
public nonisolated(unsafe) let kCGImagePropertyGPSSpeed: CFString = "Speed"
/// Track ref.
public nonisolated(unsafe) let kCGImagePropertyGPSTrackRef: CFString = "TrackRef"
/// Track.
public nonisolated(unsafe) let kCGImagePropertyGPSTrack: CFString = "Track"
/// Img direction ref.
public nonisolated(unsafe) let kCGImagePropertyGPSImgDirectionRef: CFString = "ImgDirectionRef"
/// Img direction.
public nonisolated(unsafe) let kCGImagePropertyGPSImgDirection: CFString = "ImgDirection"
/// Map datum.
public nonisolated(unsafe) let kCGImagePropertyGPSMapDatum: CFString = "MapDatum"
/// Dest latitude ref.
public nonisolated(unsafe) let kCGImagePropertyGPSDestLatitudeRef: CFString = "DestLatitudeRef"
/// Dest latitude.
public nonisolated(unsafe) let kCGImagePropertyGPSDestLatitude: CFString = "DestLatitude"
/// Dest longitude ref.
public nonisolated(unsafe) let kCGImagePropertyGPSDestLongitudeRef: CFString = "DestLongitudeRef"
/// Dest longitude.
public nonisolated(unsafe) let kCGImagePropertyGPSDestLongitude: CFString = "DestLongitude"
/// Dest bearing ref.
public nonisolated(unsafe) let kCGImagePropertyGPSDestBearingRef: CFString = "DestBearingRef"
/// Dest bearing.
public nonisolated(unsafe) let kCGImagePropertyGPSDestBearing: CFString = "DestBearing"
/// Dest distance ref.
public nonisolated(unsafe) let kCGImagePropertyGPSDestDistanceRef: CFString = "DestDistanceRef"
/// Dest distance.
public nonisolated(unsafe) let kCGImagePropertyGPSDestDistance: CFString = "DestDistance"
/// Date stamp: UTC as YYYY:MM:DD.
public nonisolated(unsafe) let kCGImagePropertyGPSDateStamp: CFString = "DateStamp"
/// Differental.
public nonisolated(unsafe) let kCGImagePropertyGPSDifferental: CFString = "Differental"
/// H positioning error, in metres.
public nonisolated(unsafe) let kCGImagePropertyGPSHPositioningError: CFString = "HPositioningError"
