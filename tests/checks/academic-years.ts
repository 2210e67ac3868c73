import fc from 'fast-check';
import { type Check, check } from '../../harness/check.ts';
import type { Scene } from '../../harness/scene.ts';
import { still } from '../../harness/still.ts';
import { itemsOf, type Json, resourceOf, text } from './body.ts';
import { forEachMalformed } from './each-kind.ts';
import { plain } from './given.ts';

/** Chapter Academic years. */
export const academicYears = [
  // The list, the current year and a year that exists are answered with 200.
  ...(
    [
      ['list-academic-years', 'listAcademicYears'],
      ['get-academic-year', 'getAcademicYear'],
    ] as const
  ).map(([clause, op]) =>
    check(`${clause}.success`, {
      access: 'read',
      on: [op],
      sends: 'the plain request, for a year that the target listed where it takes one',
      accepts: '200',
      run: async (scene) => scene.must(await plain(scene, scene.op)).have.status(200),
    }),
  ),
  check('get-current-academic-year.success', {
    access: 'read',
    on: ['getCurrentAcademicYear'],
    sends: 'a read of the current academic year',
    accepts: '200; 404 says that there is none, and leaves this open',
    async run(scene) {
      const answer = await plain(scene, scene.op);
      scene.need(answer.status !== 404, 'a current academic year');
      scene.must(answer).have.status(200);
    },
  }),

  // No two years share an identifier.
  check('academic-year.id-unique', {
    access: 'read',
    on: ['listAcademicYears'],
    sends: 'the list of academic years',
    accepts: 'a list in which no identifier stands twice',
    async run(scene) {
      const ids = (await yearsOf(scene)).flatMap((year) => idOf(year) ?? []);
      scene.need(ids.length > 1, 'two academic years to compare');
      scene.must.equal(new Set(ids).size, ids.length, 'the number of different identifiers');
    },
  }),

  // The current year is one of the listed ones, with the same fields.
  check('get-current-academic-year.in-list', {
    access: 'read',
    on: ['getCurrentAcademicYear'],
    sends: 'the current year and the list',
    accepts: 'a list that holds the current year, with the same fields',
    run: (scene) =>
      still(
        () => list(scene),
        async () => {
          const answer = await scene.send(scene.op);
          scene.need(answer.status !== 404, 'a current academic year');
          const current = resourceOf(scene, answer, 'academicYear');
          const entry = (await list(scene)).find((year) => idOf(year) === idOf(current));
          scene.must.hold(entry !== undefined, {
            expected: 'the current year among the listed ones',
            actual: 'a list without it',
            in: answer,
          });
          if (entry) mustAgree(scene, current, entry);
        },
      ),
  }),

  // One year is the one that was asked for.
  check('get-academic-year.body/asked-for', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'reads of listed years',
    accepts: 'the year with the id of the path',
    run: (scene) =>
      forEachYear(scene, async (entry, academicYearId) => {
        const answer = await scene.send(scene.op, { academicYearId });
        scene.must.hold(idOf(resourceOf(scene, answer, 'academicYear')) === idOf(entry), {
          expected: 'the year that was asked for',
          actual: 'another',
          in: answer,
        });
      }),
  }),

  // An unknown year is answered with 404.
  check('get-academic-year.not-found', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'a read of a listed year (accepted), then of an id that the run invented',
    accepts: '404',
    async run(scene) {
      scene.need((await plain(scene, scene.op)).status === 200, 'a year to be read');
      scene
        .must(await scene.send(scene.op, { academicYearId: scene.invent('academicYearId') }))
        .have.status(404);
    },
  }),

  // An id that is no UUID names no year: 404 is listed, 400 says the same.
  check('get-academic-year.academic-year-id', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'a read of a listed year (accepted), then texts that are no UUID in place of its id',
    accepts: '400 or 404',
    async run(scene) {
      scene.need((await plain(scene, scene.op)).status === 200, 'a year to be read');
      await forEachMalformed(scene, async (academicYearId) => {
        const answer = await scene.send(scene.op, { academicYearId });
        scene.observe('academic-years.malformed-id', String(answer.status));
        scene.must(answer).have.status(400, 404);
      });
    },
  }),

  // A year by itself equals its entry in the list.
  check('get-academic-year.same-as-list', {
    access: 'read',
    on: ['getAcademicYear'],
    sends: 'reads of listed years',
    accepts: 'the same fields as in the list',
    run: (scene) =>
      forEachYear(scene, (_, academicYearId) => {
        const entry = async () =>
          (await list(scene)).find((year) => text(year['academicYearId']) === academicYearId);
        return still(entry, async () => {
          const listed = scene.need(await entry(), 'the year to be listed');
          const answer = await scene.send(scene.op, { academicYearId });
          mustAgree(scene, resourceOf(scene, answer, 'academicYear'), listed);
        });
      }),
  }),
] satisfies readonly Check[];

const fields = ['academicYearId', 'name', 'startDate', 'endDate'];

/** Judges a law for listed years, each of them when they are few. */
async function forEachYear(scene: Scene, law: (entry: Json, id: string) => Promise<void>): Promise<void> {
  const years = await yearsOf(scene);
  scene.need(years.length > 0, 'an academic year');
  await scene.forAll(
    fc.shuffledSubarray([...years.keys()].slice(0, 12), {
      minLength: Math.min(3, years.length),
      maxLength: 3,
    }),
    async (positions) => {
      for (const position of positions) {
        const entry = years[position];
        const id = text(entry?.['academicYearId']);
        if (entry && id) await law(entry, id);
      }
    },
    1,
  );
}

async function yearsOf(scene: Scene): Promise<readonly Json[]> {
  return itemsOf(scene, await plain(scene, scene.operation('listAcademicYears')));
}

async function list(scene: Scene): Promise<readonly Json[]> {
  return itemsOf(scene, await scene.send('listAcademicYears'));
}

function idOf(year: Json): string | undefined {
  return text(year['academicYearId'])?.toLowerCase();
}

/** A field that only one of two readings has is no difference: empty fields are omitted. */
function mustAgree(scene: Scene, one: Json, other: Json): void {
  const differing = fields.filter((field) => {
    const [value, counterpart] = [one[field], other[field]];
    if (value === undefined || counterpart === undefined) return false;
    return String(value).toLowerCase() !== String(counterpart).toLowerCase();
  });
  scene.must.hold(differing.length === 0, {
    expected: 'the same fields as in the list',
    actual: `another value in ${differing.map((field) => `\`${field}\``).join(', ')}`,
  });
}
