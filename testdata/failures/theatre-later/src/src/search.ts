async function titles(words: string): Promise<string[]> {
  const answer = await fetch(`/plays?q=${encodeURIComponent(words)}`);
  return answer.json();
}

export function listen(box: HTMLInputElement, found: (titles: string[]) => void): void {
  box.addEventListener('input', () => found(titles(box.value)));
}

/** Hands the script that somebody chose on. */
export function upload(picker: HTMLInputElement, chosen: (script: File) => void): void {
  picker.addEventListener('change', (event) => {
    const script = event.target!.files?.[0];
    if (script) chosen(script);
  });
}
