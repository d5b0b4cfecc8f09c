package failure

import "github.com/regreen/regreen/internal/failure/format"

// ownFrame reports whether a frame is in the project's own code.
func ownFrame(at Frame) bool { return format.Own(at.File) }
