import type { Shapes } from '../choices.ts';
import { invalid, Refusal } from '../http/refusal.ts';
import type { GroupRow } from '../store/rows.ts';
import { currentYear, type Store } from '../store/store.ts';
import type { Table } from '../store/table.ts';
import { checkUuid } from './formats.ts';
import { type Payload, required, text } from './property.ts';

const longestName = 255;
const longestDescription = 2000;

/**
 * The class or cohort that a create request asks for, not yet kept.
 * Throws a Refusal: 400 for a defect, 409 when its academic year has one of that name, ignoring case.
 */
export function newGroup(
  payload: Payload,
  what: 'class' | 'cohort',
  table: Pick<Table<GroupRow>, 'list'>,
  store: Store,
  { properties }: Shapes,
): GroupRow {
  const name = required(text(payload, properties.name), properties.name);
  if (name.trim() === '' || name.length > longestName) {
    throw invalid(`${properties.name} must have 1 to ${longestName} characters, and not only spaces.`);
  }
  const description = text(payload, properties.description);
  if (description !== undefined && description.length > longestDescription) {
    throw invalid(`${properties.description} must have at most ${longestDescription} characters.`);
  }
  const academicYearId = yearOf(payload, store);
  refuseTaken(table, name, academicYearId, what);
  const order = table.list().length;
  return { id: store.newId(), name, description: description || undefined, academicYearId, order };
}

/** `academicYearId` is optional and defaults to the current academic year. */
function yearOf(payload: Payload, store: Store): string {
  const sent = text(payload, 'academicYearId');
  const id = sent === undefined ? currentYear(store)?.id : checkUuid(sent, 'academicYearId');
  if (id !== undefined && store.years.get(id)) return id;
  throw invalid('There is no such academic year.');
}

function refuseTaken(
  table: Pick<Table<GroupRow>, 'list'>,
  name: string,
  academicYearId: string,
  what: string,
) {
  const folded = name.toLowerCase();
  const taken = table
    .list()
    .some((group) => group.academicYearId === academicYearId && group.name.toLowerCase() === folded);
  if (taken) throw new Refusal(409, `The academic year has a ${what} of that name already.`);
}
