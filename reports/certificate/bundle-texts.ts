import type { Run } from '../report.ts';
import { formatRun } from '../rows.ts';
import type { Entries } from './bundle.ts';
import type { Certified } from './certificate.ts';

const readme = `This is the bundle of a Rollcall certificate.

manifest.json      the size and the SHA-256 of every other file
facts.json         who and what was certified, the digests, the profile's readings and shapes
rows/SEED.ndjson   each row of the run with that seed: a header, a row a line, a footer
exchanges/SEED.ndjson
                   where the run was recorded: every request and every answer, redacted

\`rollcall verify\` with this file judges it all again, offline.
`;

/** The texts of a bundle. `exchanges` are those of recorded runs, by seed. */
export function bundleTexts(
  { facts, runs }: Certified,
  exchanges: ReadonlyMap<number, string> = new Map(),
): Entries {
  return new Map([
    ['readme.txt', readme],
    ['facts.json', `${JSON.stringify(facts, null, 1)}\n`],
    ...runs.map((run) => [`rows/${run.header.run.seed}.ndjson`, formatRun(run)] as const),
    ...[...exchanges].map(([seed, text]) => [`exchanges/${seed}.ndjson`, text] as const),
  ]);
}

/** The run as a bundle holds it: without the folder that the profile stood in. */
export function withoutFolders(run: Run): Run {
  const { profileFile, ...target } = run.header.target;
  const file = profileFile?.split(/[\\/]/).at(-1);
  return {
    ...run,
    header: { ...run.header, target: { ...target, ...(file === undefined ? {} : { profileFile: file }) } },
  };
}
