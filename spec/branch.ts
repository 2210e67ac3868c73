import type { ErrorObject } from 'ajv';
import { arrayAt, isObject, objectAt } from './tree.ts';

function isBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/**
 * The branch of an anyOf that a value was meant for: the one with most properties of the value that no other branch
 * knows. `{ message: 5 }` was meant as a basic error, whatever is wrong with it; a tie means that nobody can tell.
 */
function meantBranch(branches: readonly unknown[], value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const known = branches.map((branch) => Object.keys(objectAt(branch, 'properties')));
  const scores = known.map((names, i) => {
    const others = known.filter((_, j) => j !== i).flat();
    return names.filter((name) => name in value && !others.includes(name)).length;
  });
  const best = Math.max(...scores);
  return best > 0 && scores.indexOf(best) === scores.lastIndexOf(best) ? scores.indexOf(best) : undefined;
}

/**
 * Reduces the errors of each failed anyOf to those of the branch that was meant, or to the anyOf itself, so that one
 * defect does not arrive once for each alternative.
 */
export function settleBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain = errors.filter(({ keyword }) => keyword !== 'if');
  const choices = plain.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const outermost = choices.sort((a, b) => a.schemaPath.length - b.schemaPath.length)[0];
  if (outermost === undefined) return plain;

  const { schemaPath, instancePath, schema, data } = outermost;
  const mine = (error: ErrorObject): boolean =>
    isBelow(error.schemaPath, schemaPath) && isBelow(error.instancePath, instancePath);
  const branch = meantBranch(Array.isArray(schema) ? schema : arrayAt(outermost.parentSchema, 'anyOf'), data);
  const meant = plain.filter((error) => mine(error) && isBelow(error.schemaPath, `${schemaPath}/${branch}`));
  const rest = plain.filter((error) => !mine(error));
  return [...(meant.length > 0 ? settleBranches(meant) : [outermost]), ...settleBranches(rest)];
}
