import Testing
import ReelCommand
