import type { Context } from '../../../harness/judging/context.ts';
import { groupOf } from './group.ts';
import { mustHaveName } from './must-have-name.ts';
import { alikeOf, type Listed, listed, listedForSure, type SampledGroup } from './samples.ts';

/** Claims that a search for the name of a class or cohort shows it and all that are called so, and nothing else. */
export async function mustFindOnlyThatName(context: Context, sampled: SampledGroup): Promise<void> {
  const { must, op } = context;
  const { kind } = groupOf(op);
  // A firewall in front of the target may refuse unusual characters, but not letters and digits.
  const ask = /^[A-Za-z0-9 -]*$/.test(sampled.name) ? listedForSure : listed;
  const { answer, page, isWhole, shows } = await ask(context, { search: sampled.name });
  mustHaveName(context, page.items, sampled.name, answer);
  const alike = await alikeOf(context, sampled);
  const missing = alike.filter((one) => !shows(one)).length;
  must.hold(missing === 0 || isWhole === false, {
    expected:
      alike.length === 1 ? `the ${kind} that has this name` : `the ${alike.length} that have this name`,
    actual: `a page of ${page.items.length} without ${missing === 1 ? 'one' : missing}`,
    in: answer,
  });
}

/**
 * The control of whoever asks for something else than the name: the name as it is listed finds the class or cohort. Where
 * it does not, that is what breaks. Gives what it found.
 */
export async function needFound(
  context: Context,
  sampled: SampledGroup,
  isFound = ({ shows }: Listed) => shows(sampled),
): Promise<Listed> {
  const found = await listed(context, { search: sampled.name });
  if (!isFound(found)) await mustFindOnlyThatName(context, sampled);
  context.need(isFound(found), `the ${groupOf(context.op).kind} to be found by its name`);
  return found;
}
