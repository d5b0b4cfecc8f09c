def score(words):
    return weigh(words)


def weigh(words, threshold):
    return len(words) > threshold
