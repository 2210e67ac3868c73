import type { Contract } from '../../spec/contract.ts';
import { type JsonObject, objectAt } from '../../spec/tree.ts';
import { type Action, jsonPath } from './description.ts';
import { fillGaps } from './fill.ts';
import type { Observation } from './observe.ts';
import { describeAnswers, type Observed } from './observed.ts';
import { sessionActions } from './sessions.ts';
import { describeVendor } from './vendor/describe.ts';
import { components } from './walk.ts';

const schemas = '$.components.schemas.';
const sortSchemas: Readonly<Record<string, string>> = { listUsers: 'UserSort', listSessions: 'SessionSort' };

/** The overlay actions that the answers of a target show. */
export async function revealedActions(contract: Contract, observation: Observation): Promise<Action[]> {
  const observed = describeAnswers(contract, observation);
  return [
    ...limitActions(observation),
    ...literalActions(observed, observation),
    ...sortActions(observation),
    ...sessionActions(observed.session, observed.kinds, components, observed.distinct),
    ...(await filterActions(observed, observation)),
    ...pageActions(contract, observation),
    ...fillGaps(contract.operations, observed.description).filter((action) => !isOfItsOwn(action)),
  ];
}

/** Whether an action only names fields that the target has beside those of the interface: they fill no gap. */
function isOfItsOwn({ target, update }: Action): boolean {
  return /\.schemas\.(?:User|Class)$/.test(target) && Object.keys(update).join() === 'properties';
}

/** The overlay actions from a vendor's description. The literals of the two kinds of session come from the answers. */
export function describedActions(vendor: JsonObject, contract: Contract, observation: Observation): Action[] {
  const description = describeVendor(vendor, contract.operations);
  const answer = description.get('listSessions')?.responses.get(200);
  const item = objectAt(objectAt(objectAt(answer, 'properties'), 'data'), 'items');
  const { kinds, distinct } = describeAnswers(contract, observation);
  return [
    ...sessionActions(item, kinds, components, distinct),
    ...fillGaps(contract.operations, description),
  ];
}

function limitActions({ maximum: { value, above } }: Observation): Action[] {
  if (value === undefined) return [];
  const note = above === 'refuse' ? 'A larger limit is refused.' : 'A larger limit is lowered to this one.';
  return [{ target: `${schemas}Limit`, update: { maximum: value }, note }];
}

function literalActions({ literals }: Observed, { rows }: Observation): Action[] {
  return [...literals].map(([target, { values, whole }]): Action => {
    const list = target.includes('CohortTest') ? 'listCohorts' : 'listUsers';
    const amount = rows.get(list)?.items.length ?? 0;
    const update = target.endsWith('UserRole') ? { type: 'string', enum: values } : { enum: values };
    if (whole)
      return { target, update, note: `Seen in all ${amount} rows of ${list}; add what else there can be.` };
    return {
      target,
      update,
      inactive: `seen in ${amount} rows of ${list}, which are not all: complete the list first`,
    };
  });
}

function sortActions({ sorts }: Observation): Action[] {
  return [...sorts].flatMap(([list, { fields, directions }]) => {
    const schema = sortSchemas[list];
    if (schema === undefined) return [];
    const note = 'The target accepted these words, and refused an unknown one.';
    return [
      { target: `${schemas}${schema}.properties.field`, update: { enum: fields }, note },
      { target: `${schemas}${schema}.properties.direction`, update: { enum: directions }, note },
    ].filter(({ update }) => update.enum.length > 0);
  });
}

async function filterActions({ kinds }: Observed, { filtersBy }: Observation): Promise<Action[]> {
  if (kinds === undefined) return [];
  const literals = [kinds.inProgress, kinds.completed];
  for (const literal of literals) if (!(await filtersBy(literal))) return [];
  const note = 'The filter accepts the words that sessions have as their status.';
  return [{ target: `${schemas}SessionStatusFilter`, update: { enum: literals }, note }];
}

/** Adds the three parameters of pages to the operations whose answers have pages. */
function pageActions(contract: Contract, { pages }: Observation): Action[] {
  const names = ['Limit', 'Offset', 'Cursor'];
  return pages.map((id) => ({
    target: jsonPath(['paths', contract.operation(id).path, 'get']),
    update: { parameters: names.map((name) => ({ $ref: `#/components/parameters/${name}` })) },
    note: 'Its answer reports the limit that was sent.',
  }));
}
