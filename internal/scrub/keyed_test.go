package scrub

import (
	"strings"
	"testing"
)

func TestNamedSecretsGo(t *testing.T) {
	for _, in := range []string{
		"password=CANARY",
		"password: CANARY",
		"Password: CANARY\nlogin failed",
		"DB_PASSWORD: CANARY",
		"DB_PASSWORD=CANARY",
		"  DB_PASSWORD: CANARY\n  OTHER: 1",
		"export API_TOKEN=CANARY",
		"declare -x MYSQL_PWD=\"CANARY\"",
		"postgres://app:CANARY@db:5432/shop",
		"https://CANARYCANARYCANARY@github.com/a/b",
		"Authorization: Basic CANARYCANARY",
		"curl -H 'Authorization: Bearer CANARY' x",
		`{"Authorization": "Basic CANARYCANARY=="}`,
		"curl -u admin:CANARY https://x",
		"Server=db;User Id=sa;Password=CANARY;Encrypt=true",
		"DefaultEndpointsProtocol=https;AccountName=x;AccountKey=CANARY+/a==;EndpointSuffix=y",
		"host=db user=app password=CANARY dbname=shop",
		`{"user":"a","token":"CANARY"}`,
		`{"access_token": "CANARY", "expires_in": 3600}`,
		`body: {\"token\":\"CANARY\"}`,
		"mysql --password=CANARY -h db",
		"tool --api-key CANARY --verbose",
		"GET /v1?token=CANARY&x=1",
		"spring.datasource.password=CANARY",
		"client_secret: 'CANARY'",
		"password = \"CANARY\"",
		"+    secret_key: \"CANARY\"",
		"x-api-key: CANARY",
		"aws_secret_access_key = 'CANARY'",
		"ENV NPM_TOKEN=CANARY",
	} {
		canary := "hunter2Zq9"
		text := strings.ReplaceAll(in, "CANARY", canary)
		left := text
		for _, v := range named(text) {
			left = strings.ReplaceAll(left, v, Marker)
		}
		for _, f := range formats {
			for _, m := range f.FindAllStringSubmatch(left, -1) {
				left = strings.ReplaceAll(left, m[1], Marker)
			}
		}
		if strings.Contains(left, canary) {
			t.Errorf("%q keeps its secret: %q", text, left)
		}
	}
	for _, in := range []string{"DB_PASSWORD: letmein", "DB_PASSWORD=correcthorse", `{"password":"letmein"}`, "--password=letmein", "password: hunter2", "DB_PASSWORD: hunter2"} {
		if len(named(in)) == 0 {
			t.Errorf("%q keeps its secret", in)
		}
	}
}

// What is code, or says something about a secret, stays: a patch with a redacted line is
// never replayed.
func TestHonestNamesStay(t *testing.T) {
	for _, in := range []string{
		"password = get_password()", "token := next()", "token := p.next2()", "password = self.password", "password: string", "password: str,",
		"token: Token", "token: u32", "token: tok1,", "pub token: Token2,", "token = parser.token2", "PASSWORD = os.environ['X1']",
		"TOKEN=$TOKEN1", "TOKEN=${{ secrets.T1 }}", "token: ${{ secrets.GITHUB_TOKEN }}", "API_TOKEN: ***", "password=password", "connect(password=pw2)",
		"f(x, token=tok2)", "MAX_TOKENS = 4096", "SyntaxError: Unexpected token: ident1", "const token = await getToken1()", `"password": "required"`,
		`{"token": "string"}`, "const PASSWORD: &str = x1", "secret: Secret<[u8;32]>", "if token == 12345678 {", "password?: string", "tokenizer: bert-2",
		"PWD=/home/runner/work1", "let token = tokens[i2];", `fmt.Errorf("token: %s", x1)`, "API_KEY = DEFAULT_API_KEY", "password != other2",
		"Token: token2,", "secret = base64.b64decode(x1)", "assert token == 'abc'", `token = "eof"`, `password: "Password"`, "auth: true",
		"token:  token.Position", "passwords match: true1", "the token: it was 3 of 4", "--token-limit 4096x", "token=next;",
		"a --token must be given", "non-token chars", "what github-token pushes",
	} {
		if found := named(in); len(found) > 0 {
			t.Errorf("%q would lose %q", in, found)
		}
	}
}
