import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** What `publint` says of a packed package. */
export async function publintOf(tarball: string): Promise<(string | undefined)[]> {
  const { messages, pkg } = await publint({ pack: { tarball: bytesOf(tarball).buffer }, strict: true });
  return messages.map((message) => formatMessage(message, pkg, { color: false }));
}

/** Who resolves packages in ways that this one does not offer: it is made of ES modules, with `exports`. */
const unsupported = ['node10', 'node16-cjs'];

/** What are-the-types-wrong says of the entry of a packed package. */
export async function wrongTypesOf(tarball: string): Promise<string[]> {
  const result = await checkPackage(createPackageFromTarballData(bytesOf(tarball)));
  if (!result.types) return ['the package has no types'];
  return result.problems
    .filter((problem) => !('entrypoint' in problem) || problem.entrypoint === '.')
    .filter((problem) => !('resolutionKind' in problem) || !unsupported.includes(problem.resolutionKind))
    .map((problem) => JSON.stringify(problem));
}

function bytesOf(file: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(file));
}
