import { createHash } from 'node:crypto';

/**
 * Groups in which every two that are compatible stand together at least once: a covering array, greedily. Each group
 * begins with a pair that none had so far, and takes in whoever brings most new pairs.
 *
 * @param size the most members of a group
 * @param hasRoom whether a group can take in one more of this kind
 */
export function coveringGroups(
  members: number,
  compatible: (one: number, other: number) => boolean,
  size: number,
  hasRoom: (group: readonly number[], next: number) => boolean = () => true,
): number[][] {
  const open = new Set<number>();
  const pair = (one: number, other: number) => Math.min(one, other) * members + Math.max(one, other);
  for (let one = 0; one < members; one += 1)
    for (let other = one + 1; other < members; other += 1)
      if (compatible(one, other)) open.add(pair(one, other));

  const groups: number[][] = [];
  for (let [first] = open; first !== undefined; [first] = open) {
    const group = [Math.floor(first / members), first % members];
    const gain = (next: number) => group.filter((one) => open.has(pair(one, next))).length;
    while (group.length < size) {
      const able = range(members).filter(
        (next) =>
          !group.includes(next) && group.every((one) => compatible(one, next)) && hasRoom(group, next),
      );
      const best = able.reduce((most, next) => (gain(next) > gain(most) ? next : most), able[0] ?? -1);
      if (best === -1 || gain(best) === 0) break;
      group.push(best);
    }
    for (const one of group) for (const other of group) if (one !== other) open.delete(pair(one, other));
    groups.push(group.sort((one, other) => one - other));
  }
  return groups;
}

/**
 * Few groups that hold each member once: everybody joins the first group that takes it.
 *
 * @param size the most members of a group
 * @param compatible whether two may stand in one group
 */
export function partition<T>(
  members: readonly T[],
  size: number,
  compatible: (one: T, other: T) => boolean,
): T[][] {
  const groups: T[][] = [];
  for (const next of members) {
    const home = groups.find((group) => group.length < size && group.every((one) => compatible(one, next)));
    if (home) home.push(next);
    else groups.push([next]);
  }
  return groups;
}

/** Groups of a size drawn by chance, the same each time, of members that are all compatible. */
export function handfuls(
  members: number,
  compatible: (one: number, other: number) => boolean,
  size: number,
  number: number,
): number[][] {
  return range(number).map((at) => {
    const group: number[] = [];
    const drawn = (one: number) => createHash('sha256').update(`handful ${at} ${one}`).digest('hex');
    const order = range(members)
      .map((one) => [drawn(one), one] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1));
    for (const [, next] of order)
      if (group.length < size && group.every((one) => compatible(one, next))) group.push(next);
    return group.sort((one, other) => one - other);
  });
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}
