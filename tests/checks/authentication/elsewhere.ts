import { differsNearby, recased } from '../../../harness/http/compose.ts';
import type { NearKey } from '../../../harness/http/key-role.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import type { Settings } from '../../../harness/run/settings.ts';
import type { Operation } from '../../../spec/contract.ts';
import { readOrProbe } from '../../target/access.ts';
import { askedAnyhow, inHeaders, inherited, placeOf, unset, wordFor } from '../../target/asked-anyhow.ts';
import { fromStandard } from '../../target/effort.ts';
import { minimalParams } from '../../target/minimal.ts';
import { mustRefuseText, needValidKey, probed } from '../../target/probe.ts';
import { control } from '../../target/valid.ts';

/** The names under which other services take a key. */
const names = ['x-api-key', 'api-key', 'apikey', 'apiKey', 'api_key', 'key', 'token', 'access_token'];

const withoutPath = ['listAcademicYears', 'listUsers', 'searchUsers', 'listSessions'];

const reads = ({ writes }: Operation) => !writes;

/** Keys that differ a little from the valid one, each in one way. */
const nearMisses = [
  {
    id: 'authentication.invalid-key/near-miss',
    on: reads,
    keys: ['shortened', 'lengthened', 'prefixed'],
    unless: unlessPadded,
    words: 'the key cut short, with characters added at its end, and with one added at its beginning',
    orWord: true,
  },
  {
    id: 'authentication.invalid-key/other-characters',
    on: withoutPath,
    keys: ['otherEnd', 'otherStart'],
    unless: unlessSignsCount,
    words: 'other characters at the end of the key, and at its beginning',
    orWord: false,
  },
  {
    id: 'authentication.invalid-key/any-case',
    on: [...withoutPath, 'listClasses', 'listCohorts', 'listTests'],
    keys: ['recased'],
    unless: unlessLettersCount,
    words: 'each letter of the key in the other case',
    orWord: false,
  },
  {
    id: 'authentication.invalid-key/among-others',
    on: reads,
    keys: ['listed'],
    unless: unlessPadded,
    words: 'a list of two that ends with the key',
    orWord: false,
  },
] as const;

/** A key is valid only in its header, and only exactly as it was issued (Authentication 1 and 2). */
export const elsewhere = [
  check('authentication.key-elsewhere', {
    sends:
      'the minimal request (accepted), then the same with the key as a bearer token, in a cookie, and in headers of other names: all of these at four lists, and one of them elsewhere',
    async run(context) {
      const { op, send, must } = context;
      await control(context);
      const params = await minimalParams(context, op);
      const some = withoutPath.includes(op.id)
        ? inHeaders
        : inHeaders.slice(placeOf(context) % inHeaders.length).slice(0, 1);
      for (const headers of some) must(await send(op, params, { keyAs: { headers } })).have.status(401);
    },
  }),

  // Servers write addresses into logs. So the restricted key is sent, which can do the least.
  check('authentication.key-elsewhere/query', {
    unless: unlessRestricted,
    sends: 'the minimal request (accepted), then the same with the restricted key in the query alone',
    async run(context) {
      const { op, send, must } = context;
      await control(context);
      const keyAs = { query: names };
      const params = await minimalParams(context, op);
      must(await send(op, params, { key: 'restricted', keyAs })).have.status(401);
    },
  }),

  // A framework that begins a session for whoever was let in may ask the session first.
  check('authentication.missing-key/cookie-of-an-answer', {
    on: ({ writes }) => !writes,
    sends:
      'the minimal request (accepted); if its answer sets a cookie, the same with that and without a key',
    async run(context) {
      const { op, send, must } = context;
      const { headers } = await control(context);
      const cookie = cookiesIn(headers['set-cookie'] ?? '');
      if (cookie === '') return must.hold(true, { expected: 'no cookie', actual: 'a cookie' });
      const params = await minimalParams(context, op);
      must(await send(op, params, { key: 'none', headers: { cookie } })).have.status(401);
    },
  }),

  // Whoever looks keys up in a plain object finds the names that every object inherits.
  check('authentication.invalid-key/inherited-names', {
    on: reads,
    sends:
      'the minimal request (accepted), then the same with names for a key that every object of a language has, and with what programs send for no value: all of them at one list, and one of them elsewhere',
    async run(context) {
      const { op, send, must } = context;
      await control(context);
      const params = await minimalParams(context, op);
      const all = [...unset, ...inherited];
      const at = placeOf(context) % all.length;
      for (const name of op.id === 'listUsers' ? all : all.slice(at, at + 1))
        must(await send(op, params, { key: 'none', headers: { 'x-api-key': name } })).have.status(401);
    },
  }),

  ...nearMisses.map(({ id, on, keys, unless, words, orWord }) =>
    check(id, {
      on,
      unless,
      sends: `the minimal request (accepted), then the same with ${words}; at quick effort one of these keys${orWord ? ', another key and a comma before it, or a word for none,' : ''} with a request that is refused without one: for nothing, in a malformed way, or from a page`,
      async run(context) {
        await control(context);
        const tried = context.effort === 'quick' ? keys.map(asListed) : keys;
        const key = tried[placeOf(context) % tried.length] ?? keys[0];
        if (context.effort === 'quick')
          context.must(await askedAnyhow(context, (orWord && wordFor(context)) || { key })).have.status(401);
        else
          for (const each of [key, ...keys.filter((one) => one !== key)])
            context.must(await probed(context, context.op, each)).have.status(401);
      },
    }),
  ),
  // Each route may have a guard of its own, and those of writes are seldom tried with anything but no key at all.
  check('authentication.invalid-key/near-miss-at-writes', {
    access: readOrProbe,
    on: ({ writes }) => writes,
    unless: (op, settings) =>
      fromStandard(op, settings) ?? unlessWrites(settings) ?? unlessPadded(op, settings),
    sends:
      'a request whose every id names nothing, with the key cut short, with characters added at its end, with one added at its beginning, and with a list of two that ends with the key',
    async run(context) {
      await needValidKey(context);
      for (const key of ['shortened', 'lengthened', 'prefixed', 'listed'] as const)
        await mustRefuseText(context, key);
    },
  }),

  // What was refused may be kept by a part of the key.
  check('authentication.same-key-everywhere/after-near-miss', {
    on: ['listUsers'],
    unless: unlessSignsCount,
    sends:
      'the minimal request with another character at the end of the key, then with the key itself, then the same with a key that is longer',
    accepts: 'an answer to the key itself, whatever came of the one before',
    async run(context) {
      const { op, must, need, send } = context;
      const params = await minimalParams(context, op);
      for (const key of ['otherEnd', 'lengthened'] as const) {
        await send(op, params, { key });
        const answer = await send(op, params);
        need.answered(answer);
        must.hold(answer.status !== 401, {
          expected: 'an answer for the key, after one that is much like it',
          actual: 'status 401',
          in: answer,
        });
      }
    },
  }),
] satisfies readonly Check[];

/** A key with one character added before it, or with another key: whoever splits lists, and whoever looks at the end, take it. */
const asListed = (key: NearKey): NearKey => (key === 'prefixed' ? 'listed' : key);

/** The cookies that a `set-cookie` header sets, as a browser sends them back. A comma may stand in a date as well. */
function cookiesIn(header: string): string {
  const each = header.split(/,(?=\s*[^\s;,=]+=)/);
  return each.flatMap((one) => /^\s*([^\s;=]+=[^\s;]*)/.exec(one)?.[1] ?? []).join('; ');
}

function unlessRestricted(_: Operation, settings: Settings): string | undefined {
  if (settings.keys.restricted === undefined) return 'no restricted key was given';
  return undefined;
}

/** These are requests that a run which only reads has to do without. */
function unlessWrites({ write }: Settings): string | undefined {
  return write ? undefined : 'a run that only reads leaves these keys to the operations that read';
}

/** Many decoders of Base64 need no padding, and look at nothing behind it. */
function unlessPadded(_: Operation, settings: Settings): string | undefined {
  return settings.keys.full?.endsWith('=') ? 'the key ends with padding, which may mean nothing' : undefined;
}

/** Letter case does not count in a key that is a UUID or other bytes in hex, and a key may have no letter at all. */
function unlessLettersCount(_: Operation, settings: Settings): string | undefined {
  const { full = '' } = settings.keys;
  if (/^[0-9a-f-]*$/i.test(full) || recased(full) === full) return 'the key is the same in any letter case';
  return undefined;
}

/** The check replaces letters and digits. Other characters may mean the same to a server that decodes the key. */
function unlessSignsCount(_: Operation, settings: Settings): string | undefined {
  const { full = '' } = settings.keys;
  const isOther = differsNearby(full, 'otherEnd') && differsNearby(full, 'otherStart');
  return isOther ? undefined : 'the key has neither letters nor digits at one of its ends';
}
