/** The line of a profile that says something about a clause: the reading of a gap that it needs, or else its target. */
export function profileLine(text: string, gaps: readonly string[]): number {
  const lines = text.split('\n');
  const find = (start: string) => lines.findIndex((line) => line.trimStart().startsWith(start)) + 1;
  const [own] = gaps.map((gap) => find(`${gap}:`)).filter((line) => line > 0);
  return own ?? [find('target:'), find('name:')].find((line) => line > 0) ?? 1;
}
