import { type GivenKey, nameOfRole } from '../../harness/http/key-role.ts';
import { isDenied, type KeyLimits, limitsIn } from '../../harness/run/key-limits.ts';
import { labelled, plural } from '../../reports/terminal/layout.ts';
import type { Survey } from '../../tests/target/survey/survey.ts';
import type { Examination } from './examine.ts';

/** What each key is good for, and where the profile says something else of it. */
export function keysText({ target, full, others }: Examination, column: number): string[] {
  const limits = limitsIn(target.config.settings.readings);
  const line = (name: string, text: string) => labelled(name, text, 2, Math.max(column, name.length + 4));
  return [
    ...line('full', keyText(full)),
    ...(others.has('restricted') ? [] : line('restricted', 'not given: ROLLCALL_RESTRICTED_KEY')),
    ...[...others].flatMap(([key, seen]) => [
      ...line(nameOfRole(key), keyText(seen)),
      ...adviceOn(key, seen, limits.get(nameOfRole(key)) ?? {}).flatMap((text) => line('', text)),
    ]),
  ];
}

/** The result of the reads with one key: how many were answered, and which were refused or failed. */
function keyText(survey: Survey): string {
  const all = [...survey.values()];
  const answered = (test: (status: number) => boolean) => idsOf(survey, test);
  const refused = answered((status) => status === 401);
  if (refused.length === all.length && all.length > 0) return 'refused (401)';
  const parts: [string, readonly string[]][] = [
    ['401 from', refused],
    ['403 from', answered((status) => status === 403)],
    ['unexpected answers from', answered((status) => status >= 400 && ![401, 403, 404].includes(status))],
    ['no answer from', all.filter(({ answer }) => answer === undefined).map(({ op }) => op.id)],
  ];
  const works = `works: ${answered((status) => status < 300).length} of ${plural(all.length, 'read')} answered`;
  const rest = parts.filter(([, ids]) => ids.length > 0).map(([words, ids]) => `${words} ${ids.join(', ')}`);
  return [works, ...rest].join('; ');
}

/** What the profile leaves out about a key, and where it says something else than the reads show. */
function adviceOn(key: GivenKey, seen: Survey, limits: KeyLimits): string[] {
  const setting = `keys.${nameOfRole(key)}`;
  if ((limits.mayUse ?? limits.mayNotUse) === undefined)
    return [`${setting}.mayUse or mayNotUse of the profile says what it may do; then 403 is judged`];
  const open = idsOf(seen, (status) => status < 300).filter((id) => isDenied(limits, id));
  const shut = idsOf(seen, (status) => status === 403).filter((id) => limits.mayUse?.includes(id));
  return [
    ...(open.length > 0
      ? [`answered, although ${setting} says that it may not use ${open.join(', ')}: a run will fail there`]
      : []),
    ...(shut.length > 0 ? [`refused, although ${setting}.mayUse has ${shut.join(', ')}`] : []),
  ];
}

function idsOf(survey: Survey, test: (status: number) => boolean): string[] {
  return [...survey.values()]
    .filter(({ answer }) => answer !== undefined && test(answer.status))
    .map(({ op }) => op.id);
}
