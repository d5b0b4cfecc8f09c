package assets

import "embed"

// Icons are the pictures.
//
//go:embed icons/*.svg
var Icons embed.FS
