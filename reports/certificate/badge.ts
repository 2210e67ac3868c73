import { escapeHtml } from '../page/shell.ts';
import type { Certificate } from './certificate.ts';
import type { Level } from './levels.ts';

/** The colour of each level: dark enough for white text. */
const colours: Readonly<Record<Level, string>> = {
  reads: '#2f6f8f',
  'reads and writes': '#2b6a9b',
  complete: '#1b7a4b',
};

type Badged = Pick<Certificate, 'level' | 'interface' | 'date'>;

/** The message of a badge: level, version of the interface, and date. */
export function badgeMessage({ level, interface: version, date }: Badged): string {
  return `${level} · ${version} · ${date}`;
}

/** The badge as shields.io reads it from an endpoint. */
export function badgeJson(certificate: Badged): string {
  const message = badgeMessage(certificate);
  const color = colours[certificate.level].slice(1);
  return `${JSON.stringify({ schemaVersion: 1, label: 'rollcall', message, color })}\n`;
}

const label = 'rollcall';

/** The badge as a picture. Texts are given their width, so that it looks the same in every font. */
export function badgeSvg(certificate: Badged): string {
  const message = badgeMessage(certificate);
  const [left, right] = [widthOf(label), widthOf(message)];
  const text = (words: string, at: number, width: number) =>
    `<text x="${at + width / 2}" y="14" textLength="${width - 14}" lengthAdjust="spacingAndGlyphs">${escapeHtml(words)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeHtml(`${label}: ${message}`)}">`,
    `<title>${escapeHtml(`${label}: ${message}`)}</title>`,
    `<clipPath id="r"><rect width="${left + right}" height="20" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3d4550"/><rect x="${left}" width="${right}" height="20" fill="${colours[certificate.level]}"/></g>`,
    `<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g>`,
    '</svg>\n',
  ].join('');
}

function widthOf(text: string): number {
  return Math.round(text.length * 6.2) + 14;
}
