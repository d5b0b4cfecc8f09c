class Codec:
    RATES = (44100, 48000)

    def nearest(rate):
        return min(Codec.RATES, key=lambda r: abs(r - rate))
