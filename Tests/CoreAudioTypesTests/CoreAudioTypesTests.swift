import CoreAudioTypes
import Testing
