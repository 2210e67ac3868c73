import { Fault } from './ctx.ts';
import type { Identity } from './types.ts';

export const keys: { full: string; restricted: string } = {
  full: 'rk_live_9b1f6c0e77d24f5a-full',
  restricted: 'rk_live_51c2aa90be3d48f7-view',
};
const IDENTITIES: Identity[] = [
  { key: keys.full, read: true, write: true },
  { key: keys.restricted, read: true, write: false },
];

export function authenticate(
  on: (id: string) => boolean,
  state: Map<string, unknown>,
  given: string | null,
): Identity {
  const after = state.get('poster') as Identity | undefined;
  state.delete('poster');
  if (given === null && after && on('auth-after-post')) return after;
  if (given === '' && on('auth-empty-key')) return { key: '', read: true, write: false };
  if (given === null || given === '') {
    throw on('auth-missing-403')
      ? new Fault(403, 'No API key.')
      : new Fault(401, 'An API key is required in the header x-api-key.');
  }
  if (on('auth-negative-cache') && state.get('denied') === given.slice(0, 12)) {
    state.delete('denied');
    throw new Fault(401, 'The API key is not valid.');
  }
  const who = IDENTITIES.find((i) => (on('auth-prefix') ? given.startsWith(i.key) : i.key === given));
  if (!who) {
    state.set('denied', given.slice(0, 12));
    throw new Fault(401, 'The API key is not valid.');
  }
  return who;
}
