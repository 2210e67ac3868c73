import { ContractError } from './error.ts';

/** The versions of the interface that its history tells apart, oldest first. */
export const versions = ['1.0', '1.1.0', '1.5.0', '1.7.0'] as const;

/** A version of the interface (chapter Versioning). */
export type Version = (typeof versions)[number];

/** The version that a text names. @throws ContractError naming the known ones */
export function readVersion(text: string): Version {
  const version = versions.find((known) => known === text);
  if (version !== undefined) return version;
  throw new ContractError(
    `version: ${text} is not a version of the interface; choose ${versions.join(', ')}`,
  );
}

/** Whether something that came with version `since` exists in version `version`. */
export function existsIn(version: Version, since: Version): boolean {
  return versions.indexOf(since) <= versions.indexOf(version);
}
