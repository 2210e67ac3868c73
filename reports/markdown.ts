/** Escapes a text for one cell of a Markdown table, or a line of Markdown: nothing in it formats, links or notifies. */
export function escapeMarkdown(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u{2028}\u{2029}]+/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[\\`*_{}[\]()#+!|~]/g, String.raw`\$&`)
    .replaceAll('@', '&#64;')
    .replaceAll(/:\/\//g, ':&#47;&#47;');
}

/** A text as inline code of Markdown, in a table or outside one. */
export function markdownCode(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\u{2028}\u{2029}]+/gu, ' ').replaceAll('|', String.raw`\|`);
  const ticks = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(ticks + 1);
  return ticks === 0 ? `\`${plain}\`` : `${fence} ${plain} ${fence}`;
}

/** A Markdown table. Its cells are Markdown already. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
