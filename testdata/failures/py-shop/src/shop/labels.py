import qrcodegen


def code(text):
    return qrcodegen.encode(text)
