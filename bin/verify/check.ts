import type { KeyObject } from 'node:crypto';
import { BundleError } from '../../reports/certificate/bundle.ts';
import type { Contract } from '../../spec/contract.ts';
import { names } from '../certificate/files.ts';
import { judgeAgain } from './again.ts';
import { type Contents, readBundle } from './contents.ts';
import type { Found } from './found.ts';
import { type Point, plain } from './point.ts';
import { recompute } from './recompute.ts';
import { checkStatement } from './statement.ts';

/** Checks everything that is there. @param key the public key that the caller trusts */
export async function checkFiles(found: Found, key: KeyObject | undefined): Promise<Point[]> {
  const statement = checkStatement(found, key);
  const bundle = found.get(names.bundle);
  if (bundle === undefined)
    return [
      ...statement.points,
      { holds: false, text: `${names.bundle} is not here: nothing shows the rows` },
    ];
  const contents = contentsOf(bundle);
  if ('holds' in contents) return [...statement.points, contents];
  const { points, contract } = recompute(contents, found, statement);
  const again = contract === undefined ? [] : await againOrWhy(contents, contract);
  return [introduced(contents), ...statement.points, ...points, ...again];
}

async function againOrWhy(contents: Contents, contract: Contract): Promise<Point[]> {
  try {
    return await judgeAgain(contents, contract);
  } catch (error) {
    if (error instanceof BundleError)
      return [{ holds: false, text: `no row can be judged again: ${error.message}` }];
    throw error;
  }
}

function contentsOf(bundle: Buffer): Contents | Point {
  try {
    return readBundle(bundle);
  } catch (error) {
    if (error instanceof BundleError)
      return { holds: false, text: `the bundle can't be used: ${error.message}` };
    throw error;
  }
}

function introduced({ facts }: Contents): Point {
  const { implementation, target } = facts;
  return {
    holds: undefined,
    text: `it is about ${plain(implementation.name)} ${plain(implementation.version)} at ${plain(target.origin + target.basePath)}`,
  };
}
