import { createReference } from '../service/index.ts';
import { type Client, clientOf } from './client.ts';
import type { BlindFault, Service } from './kit.ts';
import { reserve } from './reserve/index.ts';
import { roundOne } from './round-1/index.ts';
import { roundTwo } from './round-2/index.ts';
import { roundThree } from './round-3/index.ts';
import { roundFour } from './round-4/index.ts';
import { roundFive } from './round-5/index.ts';
import { roundSix } from './round-6/index.ts';
import { type Seen, walk } from './walk.ts';

const wanted = process.argv.slice(2);
const calm = await walkOver((service) => service);
let failures = 0;

for (const fault of [
  ...roundOne,
  ...reserve,
  ...roundTwo,
  ...roundThree,
  ...roundFour,
  ...roundFive,
  ...roundSix,
]) {
  if (wanted.length > 0 && !wanted.some((part) => fault.id.includes(part))) continue;
  const trouble = await troubleWith(fault).catch((error: unknown) => [String(error)]);
  if (trouble.length > 0) failures += 1;
  if (trouble.length > 0 || wanted.length > 0)
    process.stdout.write(`${fault.id}\n  ${trouble.join('\n  ')}\n`);
}
const depths = ['shallow', 'medium', 'deep'].map(
  (depth) => `${roundOne.filter((fault) => fault.depth === depth).length} ${depth}`,
);
const implied = roundOne.filter((fault) => fault.breaks === 'implied').length;
process.stdout.write(
  `${roundOne.length} faults: ${depths.join(', ')}; ${implied} implied; ${failures} in trouble\n`,
);
process.exitCode = failures === 0 && new Set(roundOne.map(({ id }) => id)).size === roundOne.length ? 0 : 1;

/** What is wrong with a fault: a witness that doesn't hold, or a difference where none should be. */
async function troubleWith(fault: BlindFault): Promise<string[]> {
  const trouble: string[] = [];
  const plain = createReference();
  const faulty = createReference();
  const { keys } = plain;
  const seen = await fault.witness({ healthy: plain.fetch, broken: fault.wrap(faulty.fetch), keys });
  const twins = { healthy: createReference().fetch, broken: createReference().fetch, keys };
  const same = await fault.witness(twins);
  if (wanted.length > 0)
    trouble.push(`healthy ${seen.healthy.slice(0, 200)}`, `broken  ${seen.broken.slice(0, 200)}`);
  if (seen.healthy === seen.broken) trouble.push(`no difference: ${seen.healthy.slice(0, 200)}`);
  if (same.healthy !== same.broken) trouble.push('the witness differs between two healthy services');
  if (same.healthy !== seen.healthy) trouble.push('the fault reaches the healthy service');

  const walked = await walkOver(fault.wrap);
  const odd = differences(calm, walked);
  const shaped = differences(calm.map(shapeOf), walked.map(shapeOf));
  const elsewhere = odd.filter((route) => !allowed(fault, route)).filter((route) => shaped.includes(route));
  if (elsewhere.length > 0) trouble.push(`differs elsewhere: ${elsewhere.join(', ')}`);
  if (wanted.length > 0) trouble.push(`on the walk ${odd.join(', ') || 'unseen'}`);
  if (fault.depth === 'deep' && odd.length > 0) trouble.push(`called deep, but seen at ${odd.join(', ')}`);
  if (fault.depth === 'shallow' && odd.length === 0) trouble.push('called shallow, but not seen on the walk');
  return trouble;
}

/** A fault shows at its own operations, and one that writes also in what is read afterwards. */
function allowed({ at }: BlindFault, route: string): boolean {
  const writes = at.some((own) => !own.startsWith('GET ') && !own.endsWith('/search'));
  const sameKind = (own: string) => own.split('/')[1] === route.split('/')[1];
  const reads = route.startsWith('GET ') || route.endsWith('/search');
  const account = /^(P\w+) \/(users|students|teachers)/.test(route);
  return at.includes('*') || at.includes(route) || (writes && (reads || account || at.some(sameKind)));
}

function walkOver(wrap: (service: Service) => Service): Promise<readonly Seen[]> {
  const reference = createReference();
  const client: Client = clientOf(wrap(reference.fetch), reference.keys);
  return walk(client);
}

/** What was seen without the ids and dates that a write before it moves. */
function shapeOf({ route, told }: Seen): Seen {
  const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  return { route, told: told.replace(ids, 'ID').replace(/2026-01-12T09:[\d:.]+Z/g, 'NOW') };
}

function differences(one: readonly Seen[], other: readonly Seen[]): string[] {
  const routes = one.filter((seen, index) => seen.told !== other[index]?.told).map(({ route }) => route);
  return [...new Set(routes)];
}
