import { type Html, html } from './shell.ts';

/** A text with its words in backticks as code. A text with an odd number of backticks stays as it is. */
export function marked(text: string): Html {
  const parts = text.split('`');
  if (parts.length % 2 === 0) return html`${text}`;
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

/** A date-time to the minute, as people read it. */
export function moment(date: string): string {
  return date.slice(0, 16).replace('T', ' ');
}

/** A number with a comma between thousands. */
export function grouped(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}
