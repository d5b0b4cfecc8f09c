module.exports = (write, line) => {
  try {
    write(line);
  } catch (err) {
    throw err;
  }
};
