const rates = require('./rates');

module.exports = (net) => net * rates.vat();
