import { parse } from 'yaml';
import type { Profile } from '../../../harness/run/profile.ts';
import { isObject, objectAt, textAt } from '../../../spec/tree.ts';

/** The names that a profile gives to fields (`shapes.fields`), by what they mean; none where it gives none. */
export function knownNames({ shapes }: Pick<Profile, 'shapes'>): Readonly<Record<string, string>> {
  const profile: unknown = shapes === undefined ? {} : parse(shapes.text);
  const fields = objectAt(objectAt(profile, 'shapes'), 'fields');
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, said]) => {
      const meaning = isObject(said) ? textAt(said, 'means') : textAt(fields, name);
      return meaning === undefined ? [] : [[meaning, name]];
    }),
  );
}
