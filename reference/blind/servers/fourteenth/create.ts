// New classes and cohorts.
import { bad, bodyOf, type Ctx, isObject, type Json, knownMembers, Refusal, type Reply } from './core.ts';
import { text, yearFor } from './groups.ts';
import { classView, cohortView } from './views.ts';
import { type Cohort, type Klass, key, newId } from './world.ts';

function payload(c: Ctx, name: 'class' | 'cohort', fields: readonly string[]): Json {
  const body = bodyOf(c);
  knownMembers(c, body, [name]);
  let inner = body[name];
  if (inner === undefined && name === 'class' && c.on('new-class-bare-body')) inner = body;
  if (inner === undefined && name === 'class' && c.on('new-class-no-wrapper-500')) {
    throw new TypeError('undefined');
  }
  if (!isObject(inner)) throw bad(c, `The body holds no ${name}.`);
  knownMembers(c, inner, [...fields, 'academicYearId']);
  return inner;
}

function taken<T extends Klass>(
  c: Ctx,
  groups: Iterable<T>,
  name: string,
  yearId: string,
  anyCase: boolean,
): boolean {
  const fold = (t: string): string => (anyCase ? t.toLowerCase() : t);
  const asked = fold(name);
  for (const g of groups) {
    if (fold(g.name) !== asked) continue;
    if (c.s.sameAcrossYears || g.yearId === yearId) {
      if (c.on('duplicate-seeded-unseen') && g.made < 1000) continue;
      if (c.on('duplicate-new-unseen') && g.made >= 1000 && c.op === 'createCohort') continue;
      if (c.on('duplicate-undescribed-unseen') && g.description === undefined) continue;
      return true;
    }
  }
  return false;
}

function madeIn<T extends Klass>(groups: Map<string, T>): number {
  return 1000 + groups.size;
}

function conflict(c: Ctx, what: string): Refusal {
  if (c.on('duplicate-cohort-422') && what === 'cohort')
    return new Refusal(422, `This ${what} exists already.`);
  return new Refusal(409, `This ${what} exists already.`);
}

export function createClass(c: Ctx): Reply {
  const { required, optional } = c.s.createClass;
  const all = [...required, ...optional];
  const inner = payload(
    c,
    'class',
    all.map((f) => c.s.fieldNames[f] ?? f),
  );
  const name = text(c, inner, 'name', true) as string;
  const description = all.includes('description')
    ? text(c, inner, 'description', required.includes('description'))
    : undefined;
  const year = yearFor(c, inner['academicYearId']);
  const anyCase = c.s.sameClass === 'any-case';
  const clash = taken(c, c.w.classes.values(), name, year.id, anyCase);
  if (clash && c.on('duplicate-class-returned')) {
    const old = [...c.w.classes.values()].find((k) => k.name.toLowerCase() === name.toLowerCase());
    if (old) return { status: 200, body: { class: classView(c, old) } };
  }
  if (clash && !c.on('duplicate-class-saved')) throw conflict(c, 'class');
  const k: Klass = { id: newId(c.w), name, yearId: year.id, made: madeIn(c.w.classes) };
  if (description !== undefined) k.description = description;
  const shown = classView(c, k);
  if (c.on('new-class-name-ascii')) k.name = name.normalize('NFD').replace(/[^\0-\u007f]/g, '');
  c.w.classes.set(key(k.id), k);
  if (clash && c.on('duplicate-class-saved')) throw conflict(c, 'class');
  const status = c.on('new-class-200') ? 200 : c.on('new-class-202-described') && description ? 202 : 201;
  return { status, body: { class: shown } };
}

export function createCohort(c: Ctx): Reply {
  const { required, optional } = c.s.createCohort;
  const all = [...required, ...optional];
  const inner = payload(
    c,
    'cohort',
    all.map((f) => c.s.fieldNames[f] ?? f),
  );
  const name = text(c, inner, 'name', true) as string;
  const description = all.includes('description')
    ? text(c, inner, 'description', required.includes('description'))
    : undefined;
  const year = yearFor(c, inner['academicYearId']);
  const anyCase = c.s.sameCohort === 'any-case' && !c.on('duplicate-cohort-case');
  let clash = taken(c, c.w.cohorts.values(), name, year.id, anyCase);
  if (c.on('cohort-clashes-with-class')) clash = clash || taken(c, c.w.classes.values(), name, year.id, true);
  if (c.on('cohort-clash-prefix'))
    clash = clash || [...c.w.cohorts.values()].some((h) => name.startsWith(`${h.name} `));
  if (clash) throw conflict(c, 'cohort');
  const h: Cohort = { id: newId(c.w), name, yearId: year.id, made: madeIn(c.w.cohorts), tests: [] };
  if (description !== undefined) h.description = description;
  const shown = cohortView(c, h);
  if (c.on('new-cohort-description-lost')) delete h.description;
  if (!c.on('new-cohort-not-listed') || h.description !== undefined) c.w.cohorts.set(key(h.id), h);
  return { status: 201, body: { cohort: shown } };
}
