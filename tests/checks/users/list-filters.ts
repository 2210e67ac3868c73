import {
  differentValues,
  type ListFilter,
  sizeKinds,
  someValues,
  type Whose,
} from '../../../generators/filters.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { Scene } from '../../../harness/scene.ts';
import { forEachKind } from '../each-kind.ts';
import { filterNamed } from './filters.ts';
import { find, findNobody, judgeFound, nobody } from './found.ts';
import { carriers, valuesOf, whilePeopleStay } from './people.ts';

/** The filters that take several values: name in the query, and how clauses call it there and in the search. */
const families: readonly (readonly [name: ListFilter, inList: string, inSearch: string])[] = [
  ['userId', 'user-id', 'user-ids'],
  ['upn', 'upn', 'upns'],
  ['externalId', 'external-id', 'external-ids'],
  ['username', 'username', 'usernames'],
];

/** What the list and the search make of filters with several values (chapter Users). */
export const listFilters: readonly Check[] = families.flatMap(([name, inList, inSearch]) => [
  // One value keeps the users who have it and no others.
  check(`list-users.${inList}`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` with the value of one user, then with that of another`,
    accepts: 'all users who have the value, and no others',
    async run(scene) {
      const users = await carriers(scene, filterNamed(name));
      await judgeValues(scene, name, ['user 1']);
      await judgeValues(scene, name, [`user ${users.length}`]);
    },
  }),

  // Several values keep the users who have any of them: in any order, and the same one again changes nothing.
  check(`list-users.${inList}-repeated`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` from 1 to 30 times, with values of users and of nobody, in any order, some of them again`,
    accepts: 'the users that the values find one by one, each once',
    run: (scene) => judgeAnyValues(scene, name),
  }),

  // A value that nobody has is no error: it finds nobody.
  check(`list-users.${inList}-no-match`, {
    access: 'read',
    on: ['listUsers'],
    sends: `\`${name}\` with a well-formed value that nobody has`,
    accepts: 'an empty page with the total 0',
    run: (scene) => judgeNobody(scene, name),
  }),

  // In the search body, the values stand in an array.
  check(`search-users.search-${inSearch}`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `\`${inSearch}\` with 1 to 30 values of users and of nobody, in any order, some of them again`,
    accepts: 'the users that the values find one by one, each once',
    run: (scene) => judgeAnyValues(scene, name),
  }),

  check(`search-users.search-${inSearch}/no-match`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `\`${inSearch}\` with one well-formed value that nobody has`,
    accepts: 'an empty page with the total 0',
    run: (scene) => judgeNobody(scene, name),
  }),

  // The search is there for more than 30 values; how many more is not said.
  check(`search-users.many-${inSearch}`, {
    access: 'read',
    on: ['searchUsers'],
    sends: `30 different values of \`${inSearch}\` (accepted), then 31`,
    accepts: 'the users who have one of the 31 values',
    async run(scene) {
      const control = await valuesOf(scene, filterNamed(name), upTo(30));
      scene.need((await find(scene, [control])).status === 200, 'a search with 30 values to be accepted');
      const users = await carriers(scene, filterNamed(name));
      await scene.forAll(
        differentValues(users.length, 31),
        (whose) => judgeValues(scene, name, whose),
        Math.ceil(scene.runs / 4),
      );
      await observeMany(scene, name);
    },
  }),
]);

async function judgeAnyValues(scene: Scene, name: ListFilter): Promise<void> {
  const users = await carriers(scene, filterNamed(name));
  await forEachKind(
    scene,
    sizeKinds,
    (size) => someValues(users.length, size),
    (whose) => judgeValues(scene, name, whose),
    Math.max(2, scene.runs - 2),
  );
}

async function judgeValues(scene: Scene, name: ListFilter, whose: readonly Whose[]): Promise<void> {
  const wanted = await valuesOf(scene, filterNamed(name), whose);
  await whilePeopleStay(scene, async () => judgeFound(scene, await find(scene, [wanted]), [wanted]));
}

async function judgeNobody(scene: Scene, name: ListFilter): Promise<void> {
  const filter = filterNamed(name);
  const answer = await findNobody(scene, filter);
  const { items, total } = await judgeFound(scene, answer, [nobody(scene, filter)]);
  scene.need(items.length === 0, `a value for \`${name}\` that nobody has`);
  scene.must.equal(total, 0, '`pagination.total` of a list without results', answer);
}

/** What a search makes of many more values is its own affair: noted, not judged. */
async function observeMany(scene: Scene, name: ListFilter): Promise<void> {
  if (scene.runs < 10) return;
  const many = await valuesOf(scene, filterNamed(name), upTo(60));
  const answer = await find(scene, [many]);
  scene.observe('search-users.many-bound', answer.status === 200 ? 'takes 60 values' : 'refuses 60 values');
}

function upTo(count: number): readonly Whose[] {
  return Array.from({ length: count }, (_, index) => `user ${index + 1}` as const);
}
