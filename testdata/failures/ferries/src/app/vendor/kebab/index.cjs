exports.kebab = (text) => text.split(' ').join('-');
