export default function parseScore(text) {
  return text.split('|').map((bar) => bar.trim());
}

export const bars = (text) => parseScore(text).length;
