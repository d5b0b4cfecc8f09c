export default (tonnes) => tonnes < 40;
