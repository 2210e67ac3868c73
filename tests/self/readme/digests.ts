import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ownDigests } from '../../../bin/certificate/digests.ts';
import { readTool } from '../../../reports/tool.ts';
import type { KnownDigests } from '../../../spec/digests.ts';

/** Where the list of known digests is. */
export const digestsFile = path.join(import.meta.dirname, '../../../spec/digests.json');

/** The list as it stands. */
export function readDigests(): string {
  return readFileSync(digestsFile, 'utf8');
}

/** The list with the digests of this version renewed. Those of earlier versions stay. */
export function renewedDigests(text: string): string {
  const known = JSON.parse(text) as KnownDigests;
  return `${JSON.stringify({ ...known, [readTool().version]: ownDigests() }, null, 2)}\n`;
}
