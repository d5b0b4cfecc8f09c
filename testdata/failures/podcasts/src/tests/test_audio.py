import unittest
from unittest.mock import Mock

from podcatch import loudness
from podcatch.codec import Codec
from podcatch.downloads import Downloader


class LoudnessTest(unittest.TestCase):
    def test_gain(self):
        self.assertEqual(loudness.gain([0.1, 0.2, 0.3]), 0.2)


class CodecTest(unittest.TestCase):
    def test_nearest_rate(self):
        self.assertEqual(Codec().nearest(47000), 48000)


class DownloaderTest(unittest.IsolatedAsyncioTestCase):
    async def test_size(self):
        session = Mock()
        session.head.return_value = {"Content-Length": "1048576"}
        self.assertEqual(await Downloader(session).size("http://127.0.0.1/1.mp3"), 1048576)
