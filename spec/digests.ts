import { readFileSync } from 'node:fs';

/** The digests of the contract that a version of Rollcall brought, by version of the interface: SHA-256. */
export type KnownDigests = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The committed list of digests, by version of Rollcall. `npm run readme` renews the one of this version. */
export function knownDigests(): KnownDigests {
  return JSON.parse(readFileSync(new URL('digests.json', import.meta.url), 'utf8')) as KnownDigests;
}
