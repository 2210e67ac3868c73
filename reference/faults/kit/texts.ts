/** Changes every text in a JSON value, at any depth; the name is that of the member it stands in. */
export function mapTexts(
  value: unknown,
  change: (text: string, name: string) => unknown,
  name = '',
): unknown {
  if (typeof value === 'string') return change(value, name);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change, key)]));
}
