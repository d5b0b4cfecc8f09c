//go:build staff

package admin

import (
	"fmt"
	"os"
	"strings"
)

// Badge is what stands on the badge of a member of the staff.
func Badge(name string, since int) string {
	return fmt.Sprintf("%s (since %d)", strings.TrimSpace(name), since)
}
