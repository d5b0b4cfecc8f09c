module.exports = (plate) => /^[A-Z]{2}\ [0-9]{5}$/.test(plate);
