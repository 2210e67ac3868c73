import { carries, type Meanings } from '../../../generators/body.ts';
import { upnOf } from '../../../generators/upn.ts';
import type { Answer } from '../../../harness/http/answer.ts';
import type { Context } from '../../../harness/judging/context.ts';
import type { Json } from '../body.ts';
import { create, markedName, meaningsOf } from '../reuse/creation.ts';
import { resources } from '../reuse/resources.ts';
import { eventuallyUser } from '../users/read.ts';
import type { Account } from './account.ts';
import { type Candidate, firstFree } from './free-names.ts';
import { everyField, type FreshUser, freshUser, fullestLabel, userIdIn } from './fresh-user.ts';
import { genders } from './meanings.ts';

type Kind = Account['kind'];

/** What a person alone has, or may share with others: in which properties a creation says it. */
const identifiers: Readonly<Record<string, readonly string[]>> = {
  username: ['username'],
  upn: ['upn'],
  'identifier and address': ['externalId', 'email', 'emails'],
};

/** What a target may let two people have: whoever is made with it stays, so that one creation of one kind has to do. */
const oftenShared = { what: 'identifier and address', kind: 'student' } as const;

/** A creation that said one value which somebody else has, and its answer. */
export interface Taken extends Candidate {
  /** What both have. */
  readonly what: string;
  readonly answer: Answer;
}

/** Creations that each say one value of an account that is there, and this account before them. */
export interface TakenValues {
  readonly owner: string;
  readonly before: Json;
  readonly made: readonly Taken[];
}

/**
 * Creates accounts with the external identifier and address, the UPN, and the username of another one, each once in a
 * run. All say whatever else can be said; the last ones are those that are refused the most often, so that what follows
 * comes right after a refusal.
 */
export function takenValues(context: Context, kind: Kind): Promise<TakenValues> {
  return context.world.once(`${kind}s with values of another`, async () => {
    const { answer, meanings } = await fullUser(context, kind);
    const owner = userIdIn(context, answer);
    const before = await eventuallyUser(context, owner, () => true);
    const made: Taken[] = [];
    for (const { what, candidate } of await candidates(context, kind, meanings))
      made.push({ what, ...candidate, answer: await create(context, kind, candidate.meanings) });
    return { owner, before, made };
  });
}

/** The account that says the most of those that the target has taken. */
async function fullUser(context: Context, kind: Kind): Promise<FreshUser> {
  const full = await freshUser(context, kind, fullestLabel);
  return full.answer.status < 300 ? full : freshUser(context, kind);
}

async function candidates(
  context: Context,
  kind: Kind,
  owned: Meanings,
): Promise<readonly { readonly what: string; readonly candidate: Candidate }[]> {
  const { body = {} } = context.operation(resources[kind].create);
  const isSaid = (what: string) =>
    identifiers[what]?.some((name) => carries(body, name) && owned[name] !== undefined) === true;
  const free: { what: string; candidate: Candidate }[] = [];
  // Who has a username of its own is found by that, the other one in another way.
  const others = Object.keys(identifiers).filter(
    (what) => what !== 'username' && (what !== oftenShared.what || kind === oftenShared.kind),
  );
  for (const group of [others.toReversed(), ['username']].map((group) => group.filter(isSaid))) {
    if (group.length === 0) continue;
    const found = await firstFree(context, kind, group, (what, attempt) =>
      withValueOf(context, kind, owned, { what, attempt }),
    );
    for (const [at, what] of group.entries()) {
      const candidate = found[at];
      if (candidate) free.push({ what, candidate });
    }
  }
  return free;
}

function withValueOf(
  context: Context,
  kind: Kind,
  owned: Meanings,
  { what, attempt }: { readonly what: string; readonly attempt: number },
): Candidate {
  const usual = meaningsOf(context, kind, markedName(context, `${kind} same ${what} ${attempt}`));
  const mark = `same.${what.replaceAll(' ', '-')}.${attempt}.${kind}.${context.world.mark}`;
  // The gender of the first accounts is another: theirs may be a default.
  const gender = genders(context).at(-1);
  const more = { ...(gender === undefined ? {} : { gender }), ...ownUpn(context, what, mark) };
  return withTaken(what, owned, { ...usual, ...everyField(context, mark), ...more });
}

/** What an account would have of its own, and that with a value of another one. */
export function withTaken(what: string, owned: Meanings, all: Meanings): Candidate {
  const names = identifiers[what] ?? [];
  const own = Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name)));
  return { own, meanings: { ...own, ...Object.fromEntries(names.map((name) => [name, owned[name]])) } };
}

/** A UPN for who is to be refused for a username: it may be entered in a register first. */
function ownUpn({ world }: Context, what: string, mark: string): Meanings {
  if (what !== 'username') return {};
  return { upn: world.synthetic(upnOf(Number.parseInt(world.unknownId(mark).slice(0, 7), 16) % 1e9)) };
}
