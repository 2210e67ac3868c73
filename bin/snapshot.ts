import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { keepSources } from '../harness/judging/sources.ts';
import { contractFor } from '../harness/run/config.ts';
import { loadProfile } from '../harness/run/profile.ts';
import { keepGoodSchemas } from '../spec/good-schemas.ts';
import { sourceOf, writeSnapshot } from '../spec/load.ts';
import { applyActions } from '../spec/overlay.ts';
import { catalogue } from '../tests/checks/index.ts';

const own = (name: string): string => path.join(import.meta.dirname, '..', name);

/**
 * Writes beside the compiled modules what each process would find out anew: what the files of the contract hold, that their
 * schemas and the profile that is built in are good, and where in the source each check stands.
 */
export function writeSnapshots(): void {
  writeSnapshot(own('spec/contract.json'));
  applyActions(sourceOf('openapi', undefined).tree, []);
  contractFor(loadProfile(own('profiles/reference/profile.yaml')));
  keepGoodSchemas();
  mkdirSync(own('tests/checks'), { recursive: true });
  keepSources(own('tests/checks/sources.json'), catalogue);
}
