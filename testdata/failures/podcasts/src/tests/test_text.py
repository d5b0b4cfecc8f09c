from podcatch import shownotes


class TestShownotes:
    def test_html_is_escaped(self):
        assert shownotes.render("a < b") == "<p>a &lt; b</p>"
