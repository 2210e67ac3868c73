/** The manners: each a deployment of other choices, all of which the interface leaves open. */

import { type Choice, listChoices } from './choices-lists.ts';
import { thingChoices } from './choices-things.ts';
import { wordChoices } from './choices-words.ts';
import { alternatives, rows, schools } from './deployments-table.ts';
import { seeded } from './random.ts';
import type { Settings } from './settings.ts';

export interface Deployment {
  id: string;
  permits: string;
  choices: readonly string[];
  change: (s: Settings) => void;
}

const choices: Record<string, Choice> = { ...listChoices, ...thingChoices, ...wordChoices };

const SCHOOLS = 'nothing is said about how much there is: ';

/** What a deployment has of the alternatives: some by lot, or the first or the last of each. */
function drawn(number: number, share: number, sure: readonly string[], says: string): string[] {
  const random = seeded(4200 + number * 31);
  const found: string[] = [];
  for (const group of alternatives) {
    const fixed = group.find((id) => sure.includes(id));
    const lot = random();
    const which = random();
    if (fixed !== undefined) found.push(fixed);
    else if (group.includes('delay-40') && says === 'least') continue;
    else if (share === -1) found.push(group.at(-1) ?? '');
    else if (share === -2) found.push(...(group.length > 1 ? group.slice(0, 1) : []));
    else if (lot * 100 < share) found.push(group[Math.floor(which * group.length)] ?? '');
  }
  return found.filter((id) => id !== '');
}

export const deployments: readonly Deployment[] = rows.map(
  ([name, school, says, share, sureText], number) => {
    const sure = sureText.split(' ').filter((id) => id !== '');
    const ids = drawn(number, share, sure, says);
    const made = ids.map((id): Choice => {
      const choice = choices[id];
      if (choice === undefined) throw new Error(`there is no choice ${id}`);
      return choice;
    });
    const texts = [
      ...new Set([...(school === 'school' ? [] : [SCHOOLS + school]), ...made.map(([permits]) => permits)]),
    ];
    return {
      id: `m-${name}`,
      permits: texts.join('; ') || 'a profile need not say anything',
      choices: ids,
      change: (s) => {
        s.says = says;
        s.data.seed = 100 + number;
        Object.assign(s.data, schools[school]);
        for (const [, apply] of made) apply(s);
      },
    };
  },
);

/** How many deployments have each choice. */
export function met(): Map<string, number> {
  const counts = new Map(Object.keys(choices).map((id) => [id, 0]));
  for (const deployment of deployments)
    for (const id of deployment.choices) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
