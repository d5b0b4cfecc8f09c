export const kebab = (text) => text.split(' ').join('-');
