import type { ErrorObject } from 'ajv';
import { arrayAt, isObject, objectAt } from './tree.ts';

function isBelow(path: string, ancestor: string): boolean {
  return path === ancestor || path.startsWith(`${ancestor}/`);
}

/**
 * The index of the branch of an anyOf that a value was meant for: the branch that shares the most properties with the
 * value that no other branch has. `{ message: 5 }` was meant as a basic error, although its message is no text.
 * `undefined` when two branches share equally many, or none shares any.
 */
function intendedBranch(branches: readonly unknown[], value: unknown): number | undefined {
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
 * Reduces the errors of each failed anyOf to those of the intended branch, or to the error of the anyOf itself. Without
 * this, Ajv reports one defect once for each branch.
 */
export function reduceBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const plain = errors.filter(({ keyword }) => keyword !== 'if');
  const choices = plain.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const outermost = choices.sort((a, b) => a.schemaPath.length - b.schemaPath.length)[0];
  if (outermost === undefined) return plain;

  const { schemaPath, instancePath, schema, data } = outermost;
  const isInChoice = (error: ErrorObject): boolean =>
    isBelow(error.schemaPath, schemaPath) && isBelow(error.instancePath, instancePath);
  const branches = Array.isArray(schema) ? schema : arrayAt(outermost.parentSchema, 'anyOf');
  const branchPath = `${schemaPath}/${intendedBranch(branches, data)}`;
  const intended = plain.filter((error) => isInChoice(error) && isBelow(error.schemaPath, branchPath));
  const rest = plain.filter((error) => !isInChoice(error));
  return [...(intended.length > 0 ? reduceBranches(intended) : [outermost]), ...reduceBranches(rest)];
}
