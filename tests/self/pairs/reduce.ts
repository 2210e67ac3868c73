/**
 * The smallest part of a group that still shows something: members are left out one at a time until none can be.
 *
 * @param shows whether a part still shows it
 */
export async function reduced<Member>(
  group: readonly Member[],
  shows: (part: readonly Member[]) => Promise<boolean>,
): Promise<readonly Member[]> {
  let left = group;
  // Halves first: most of a large group has nothing to do with it.
  for (let half = Math.ceil(left.length / 2); half >= 1; half = half === 1 ? 0 : Math.ceil(half / 2)) {
    for (let from = 0; from < left.length && left.length > 1; ) {
      const part = [...left.slice(0, from), ...left.slice(from + half)];
      if (part.length > 0 && (await shows(part))) left = part;
      else from += half;
    }
  }
  return left;
}
