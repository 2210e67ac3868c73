/** Whether two names are the same but for letter case, by any folding that a server may use. */
export function sameName(one: unknown, other: string): boolean {
  if (typeof one !== 'string') return false;
  const [a, b] = [one.normalize('NFC'), other.normalize('NFC')];
  return (
    a.toLowerCase() === b.toLowerCase() ||
    a.toUpperCase() === b.toUpperCase() ||
    a.localeCompare(b, 'tr', { sensitivity: 'accent' }) === 0
  );
}
