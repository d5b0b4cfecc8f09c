export async function tickets(fetch, concert) {
  const answer = await fetch(`/concerts/${concert}/tickets`);
  return answer.json();
}

export const searchUrl = (words) => `/search?q=${encodeURI(words)}`;
