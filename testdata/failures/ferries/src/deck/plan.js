module.exports = function plan(kind) {
  switch (kind) {
    case 'truck':
      let metres = 18;
      return metres;
    default:
      return 5;
  }
};
