import { randomUUID } from 'node:crypto';
import type { Run } from '../../../harness/run/run.ts';
import { arrayAt, type JsonObject, objectAt } from '../../../spec/tree.ts';

/** What tries say of somebody or something that nobody can mistake for real. */
export function valuesFor(run: Run, words: JsonObject): (meaning: string) => unknown {
  const { world } = run;
  const own = (text: string) => world.synthetic(text);
  // Each look creates new things, as names may be taken by those of an earlier one.
  const mark = own(randomUUID().slice(0, 8));
  const [gender] = arrayAt(objectAt(words, 'values'), 'genders');
  const values: Readonly<Record<string, unknown>> = {
    firstName: own('Rollcall'),
    lastName: own(`Init ${mark}`),
    fullName: own(`Rollcall Init ${mark}`),
    username: own(`rollcall.init.${mark}`),
    upn: own(`upn.${mark}`),
    externalId: own(`external.${mark}`),
    email: own(`rollcall.init.${mark}@example.org`),
    dateOfBirth: own('2010-02-03'),
    gender,
    password: own('Rollcall-Passphrase-1'),
    name: own(`Rollcall ${world.mark} init ${mark}`),
    description: own('Made by rollcall init; it may go.'),
  };
  return (meaning) => values[meaning];
}
