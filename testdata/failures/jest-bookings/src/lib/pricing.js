const { vat } = require('./stay');

module.exports = (net) => net * vat();
