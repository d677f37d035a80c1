// Module AVFAudio: on Apple's systems the audio part of AVFoundation, whose names this module exports.

@_exported import AVFoundation
