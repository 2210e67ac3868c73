/** A text without its last sign. Signs are whole: what two units of UTF-16 stand for goes as one. */
export function withoutLast(text: string): string {
  return [...text].slice(0, -1).join('');
}

/** A text without its first sign. */
export function withoutFirst(text: string): string {
  return [...text].slice(1).join('');
}
