import { createHash } from 'node:crypto';
import { type Html, html, Html as Raw } from './html.ts';
import { styles } from './styles.ts';

export { escapeHtml, Html, html, type Piece } from './html.ts';
export { styles } from './styles.ts';

/** What a page is made of. */
export interface Page {
  readonly title: string;
  /** Styles of this page beside those that all pages share: CSS of our own, never text from elsewhere. */
  readonly styles?: string;
  /** The whole content of `<body>`. It has one `<main id="main">`. */
  readonly body: Html;
}

/**
 * A whole page in one file. It loads nothing and runs nothing: its policy forbids both, and allows its own styles by
 * their digest.
 */
export function page({ title, styles: own = '', body }: Page): string {
  const css = `${styles}${own}`.replaceAll('\n', '');
  const digest = createHash('sha256').update(css).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${new Raw(css)}</style></head>
<body><a class="skip" href="#main">Skip to the content</a>
${body}
</body></html>
`.text;
}
