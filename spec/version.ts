import { ContractError } from './error.ts';

/** The versions in the history of the interface, oldest first. */
export const versions = ['1.0', '1.1.0', '1.5.0', '1.7.0'] as const;

/** A version of the interface (chapter Versioning). */
export type Version = (typeof versions)[number];

/** Reads a version. @throws ContractError that lists the known versions */
export function readVersion(text: string): Version {
  const version = versions.find((known) => known === text);
  if (version !== undefined) return version;
  throw new ContractError(
    `version: ${text} is not a version of the interface; choose ${versions.join(', ')}`,
  );
}

/** Whether a version has what the version `since` added. */
export function existsIn(version: Version, since: Version): boolean {
  return versions.indexOf(since) <= versions.indexOf(version);
}
