/** The free seats of a concert. */
export async function tickets(fetch, concert) {
  const answer = await fetch(`/concerts/${concert}/tickets`);
  const { seats } = await answer.json();
  return seats.filter((s) => s.free).map((s) => s.label);
}

export function searchUrl(words, hall) {
  return `/search?${new URLSearchParams({ q: words, hall })}`;
}
