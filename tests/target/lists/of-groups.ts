import type { Context } from '../../../harness/judging/context.ts';
import { attempt } from '../attempt.ts';
import { type Json, text } from '../body.ts';
import { groupOf } from '../groups/group.ts';
import { sameName } from '../groups/same-name.ts';
import { currentYearId, isOfYear } from '../groups/years.ts';
import type { Subject, ValueFilter } from './subject.ts';

/** The list of classes or of cohorts: what it can be asked for. */
export async function groupsOf(context: Context): Promise<Subject> {
  const current = await attempt(() => currentYearId(context));
  const all = [byYear(current), byName];
  return {
    what: groupOf(context.op).many,
    filters: all,
    dials: { filters: all, sorts: [] },
    paramsFor: (criteria) => Object.fromEntries(criteria.map(({ name, sent }) => [name, sent])),
    sentIn: (params) => params,
    orderOf: () => undefined,
    isShown: true,
    hasNamedSorts: false,
  };
}

const byName: ValueFilter = {
  name: 'search',
  takes: 'one value',
  isBroad: false,
  hasOtherForm: true,
  valueOf: ({ name }) => {
    const own = text(name);
    return own && own === own.trim() ? own : undefined;
  },
  ask: ([name = ''], form) => {
    const sent = form === 'as shown' ? name : turned(name);
    return {
      name: 'search',
      sent,
      fits: (item) => text(item['name']) === undefined || sameName(item['name'], sent),
      finds: (item) => item['name'] === name,
      // A firewall in front of the target may refuse unusual characters, but not letters and digits.
      mayBeRefused: !/^[A-Za-z0-9 -]*$/.test(sent),
    };
  },
};

/** A name with the case of its letters from A to Z changed; but for the one whose case depends on the language. */
function turned(name: string): string {
  return name.replace(/[A-HJ-Za-hj-z]/g, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
}

/** The year by its id, or by the word for the current one. */
function byYear(current: string | undefined): ValueFilter {
  const name = 'academicYearId';
  return {
    name,
    takes: 'one value',
    isBroad: true,
    hasOtherForm: true,
    valueOf: (item: Json) => text(item[name]),
    prefers: (item) => current !== undefined && isOfYear(item, current) === true,
    meant: (form) => (form === 'current' ? current : undefined),
    ask: ([year = ''], form) => ({
      name,
      sent: form !== 'as shown' && year.toLowerCase() === current?.toLowerCase() ? 'current' : year,
      fits: (item) => isOfYear(item, year) !== false,
      finds: (item) => isOfYear(item, year) === true,
      mayBeRefused: false,
    }),
  };
}
