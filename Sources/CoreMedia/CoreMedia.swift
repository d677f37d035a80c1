// Module CoreMedia: times, ranges and mappings; sample buffers, block buffers and format descriptions; clocks and
// queues. Apple's names and behaviour, no GStreamer.
//
//   Time/     CMTime, CMTimeRange, CMTimeMapping: exact, and never a trap

@_exported import CoreAudioTypes
@_exported import CoreVideo
@_exported import Foundation
