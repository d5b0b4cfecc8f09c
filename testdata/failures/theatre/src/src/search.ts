export function listen(box: HTMLInputElement, found: (words: string) => void): void {
  box.addEventListener('input', (event) => found(event.target.value));
}
