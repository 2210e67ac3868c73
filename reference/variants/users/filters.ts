import type { Json } from '../../faults/kit/fault.ts';
import { anotherId } from '../../faults/kit/ids.ts';
import { filters } from '../../faults/kit/user-filters.ts';
import { type Variant, variant } from '../kit/variant.ts';
import { relisted } from './relist.ts';

const on = ['listUsers', 'searchUsers'] as const;
const roles = ['student', 'teacher', 'administrator', 'support'];

const lower = (value: unknown) => String(value ?? '').toLowerCase();
const emailsOf = (user: Json): readonly unknown[] => (Array.isArray(user['emails']) ? user['emails'] : []);
const namesOf = (user: Json) => [user['fullName'], user['firstName'], user['lastName']].map(lower);
const ignoringCase = (field: string) => (user: Json, values: readonly string[]) =>
  values.some((value) => lower(value) === lower(user[field]) && value !== '');

/** What another team may do about the filters of users. */
export const userFilters: readonly Variant[] = [
  variant('list-users.name-match!whole', {
    fills: ['list-users.name-match'],
    story: 'A name is compared with whole full names.',
    shapes: { nameMatches: 'equals' },
  }),
  variant('list-users.name-match!last-name', {
    fills: ['list-users.name-match'],
    story: 'A name is the last name, or the first name of those who have no other.',
    on,
    with: relisted({
      fits: { name: (user, [name]) => lower(user['lastName'] ?? user['firstName']) === lower(name) },
    }),
  }),
  variant('list-users.name-match!beginnings', {
    fills: ['list-users.name-match'],
    story: 'A name is found by its beginning, whichever of the three it is.',
    on,
    with: relisted({
      fits: { name: (user, [name]) => namesOf(user).some((each) => each.startsWith(lower(name))) },
    }),
  }),
  variant('list-users.name-match!any-word', {
    fills: ['list-users.name-match'],
    story: 'A search engine finds whoever has any of the words in any of the names.',
    on,
    with: relisted({
      fits: {
        name: (user, [name]) =>
          lower(name)
            .split(/\s+/)
            .some((word) => namesOf(user).some((each) => each.includes(word))),
      },
    }),
  }),
  variant('list-users.name-match!sounds-alike', {
    fills: ['list-users.name-match'],
    story: 'A name finds whoever has one that sounds like it.',
    on,
    with: relisted({
      fits: {
        name: (user, [name]) => {
          const sounds = lower(name).split(/\s+/).map(soundOf);
          return namesOf(user).some((each) =>
            each.split(/\s+/).some((word) => sounds.includes(soundOf(word))),
          );
        },
      },
    }),
  }),
  variant('list-users.email-case!exact', {
    fills: ['list-users.email-case'],
    story: 'Addresses are compared letter by letter.',
    on,
    with: relisted({ fits: { email: (user, [email]) => emailsOf(user).includes(email) } }),
  }),
  variant('list-users.email-match!primary', {
    fills: ['list-users.email-match'],
    story: 'Only the first address of a user is searched.',
    readings: { 'list-users.email-match': 'primary' },
    on,
    with: relisted({ fits: { email: (user, [email]) => lower(emailsOf(user)[0]) === lower(email) } }),
  }),
  variant('list-users.email-grammar!no-match', {
    fills: ['list-users.email-grammar'],
    story: 'An address is text, and text that is no address is nobody’s.',
    readings: { 'list-users.email-grammar': 'no match' },
    on,
    with: filters((sent) => {
      if (sent.get('email')?.some((email) => !email.includes('@'))) sent.set('email', ['nobody@example.org']);
    }),
  }),
  variant('list-users.value-case!ignored', {
    fills: ['list-users.value-case'],
    story: 'Pupil numbers, external identifiers and usernames are compared without regard to case.',
    on,
    with: relisted({
      fits: {
        upn: ignoringCase('upn'),
        externalId: ignoringCase('externalId'),
        username: ignoringCase('username'),
      },
    }),
  }),
  variant('list-users.role-unknown!no-match', {
    fills: ['list-users.role-unknown'],
    story: 'A role that does not exist is nobody’s.',
    on,
    with: filters((sent) => {
      if (!sent.get('role')?.some((role) => !roles.includes(role))) return;
      sent.delete('role');
      sent.set('userId', [anotherId]);
    }),
  }),
  variant('list-users.duplicate-values!once', {
    fills: ['list-users.duplicate-values'],
    story: 'A value that comes again is dropped before values are counted.',
    on,
    with: filters((sent) => {
      for (const [name, values] of sent) if (values.length > 1) sent.set(name, [...new Set(values)]);
    }),
  }),
  variant('list-users.zero-values!no-filter', {
    fills: ['list-users.zero-values', 'search-users.zero-values'],
    story: 'A filter without values filters nothing.',
    on,
    with: filters((sent) => {
      for (const name of ['userId', 'upn', 'externalId', 'username'] as const) {
        if ((sent.get(name) ?? ['']).every((value) => value === '')) sent.delete(name);
      }
    }),
  }),
];

const groups = ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'];

/** The first letter of a word and how its next two consonants sound; short words that begin alike often are the same. */
function soundOf(word: string): string {
  const sounds = [...word.slice(1)].map((letter) => groups.findIndex((group) => group.includes(letter)));
  return `${word.charAt(0)}${sounds
    .filter((sound) => sound >= 0)
    .slice(0, 2)
    .join('')}`;
}
