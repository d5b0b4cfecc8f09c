const qr = require('qrcode-svg');

module.exports = (text) => qr(text);
