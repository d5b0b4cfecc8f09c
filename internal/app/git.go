package app

import "encoding/base64"

// basicToken is a token as GitHub takes it for git over https.
func basicToken(token string) string {
	return base64.StdEncoding.EncodeToString([]byte("x-access-token:" + token))
}
