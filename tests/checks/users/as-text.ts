import { type Check, type Context, checks } from '../../../harness/judging/check.ts';
import { pageOf } from '../../target/body.ts';
import { withoutFirst, withoutLast } from '../../target/parts.ts';
import { withSharedReads } from '../../target/shared-reads.ts';
import { criterion } from '../../target/users/criteria.ts';
import { type Filter, filterNamed, takesSeveral, untrimmed } from '../../target/users/filters.ts';
import { find } from '../../target/users/found.ts';
import { sampledUsers } from '../../target/users/samples.ts';

/** The filters whose values are texts that are compared as they stand, and the ids of their checks. */
const table = [
  { name: 'upn', ids: ['list-users.upn/as-text', 'search-users.search-upns/as-text'] },
  {
    name: 'externalId',
    ids: ['list-users.external-id/as-text', 'search-users.search-external-ids/as-text'],
  },
  { name: 'username', ids: ['list-users.username/as-text', 'search-users.search-usernames/as-text'] },
  { name: 'email', ids: ['list-users.email/as-text', 'search-users.search-email/as-text'] },
] as const;

/** Signs that databases and programs read as patterns, in the place of a part of a value. */
const patterns: readonly ((value: string) => string)[] = [
  (value) => value.replace(/^[^@]{2,}?(?=.?(?:@|$))/u, '%'),
  (value) => value.replace(/.(?=@|$)/u, '_'),
  (value) => value.replace(/.(?=@|$)/u, '.'),
  (value) => value.replace(/^[^@]*/u, '.*'),
  (value) => value.replace(/^[^@]*/u, '*'),
  (value) => value.replace(/^/u, '('),
];

/** Nearly a value: without its end, without its start, and with more behind it. */
const nearly: readonly ((value: string) => string)[] = [
  withoutLast,
  withoutFirst,
  (value) => value + ([...value].at(-1) ?? ''),
];

/** Nearly an address: without its end, without its start, and the same name at another place. */
const nearlyAnAddress: readonly ((value: string) => string)[] = [
  withoutLast,
  withoutFirst,
  (value) => value.replace(/@.*$/, '@rollcall.example.org'),
  (value) => value.replace('@', '+rollcall@'),
];

/** Filters that compare one field each, the fields that are none of their business, and the ids of their checks. */
const fields = [
  {
    name: 'upn',
    others: ['externalId', 'username'],
    ids: ['list-users.upn/other-fields', 'search-users.search-upns/other-fields'],
  },
  {
    name: 'externalId',
    others: ['upn', 'username'],
    ids: ['list-users.external-id/other-fields', 'search-users.search-external-ids/other-fields'],
  },
  {
    name: 'username',
    others: ['upn', 'externalId'],
    ids: ['list-users.username/other-fields', 'search-users.search-usernames/other-fields'],
  },
] as const;

/** Patterns and wildcards are text, and a part of a value is another value. */
const texts: readonly Check[] = table.flatMap(({ name, ids }) =>
  checks(ids, {
    sends:
      'the value of a user (found), then texts that fit it if signs such as %, _, . and * are read as patterns, and, where the filter takes several values, such as fit if a part will do',
    accepts: 'a refusal, or nobody but users who have such a text',
    run: (context) => judgeAsText(context, filterNamed(name)),
  }),
);

/** An address is compared as a whole: neither its parts nor its place alone will do. */
const addresses: readonly Check[] = checks(['list-users.email/nearly', 'search-users.search-email/nearly'], {
  sends:
    'the address of a user (found), then that without its last sign, without its first, the same name at another place, and with a tag behind a plus; at quick effort the first of these',
  accepts: 'a refusal, or nobody but users who have such an address',
  async run(context) {
    const known = await criterion(context, 'email', ['user 1']);
    // A filter that finds nobody finds nobody by a part either: other rows accuse it.
    const control = pageOf(context, await find(withSharedReads(context), [known]));
    context.need(control.items.length > 0, 'a user who is found by an address');
    const [address = ''] = known.values;
    const nearlies = context.effort === 'quick' ? nearlyAnAddress.slice(0, 1) : nearlyAnAddress;
    for (const near of nearlies) await judgeTexts(context, known.filter, [near(address)]);
  },
});

/** What one field says is no value of another, wherever both are columns of one index. */
const otherFields: readonly Check[] = fields.flatMap(({ name, others, ids }) =>
  checks(ids, {
    sends: `the values of users for ${others.map((other) => `\`${other}\``).join(' and ')}, as values of this filter`,
    accepts: 'a refusal, or nobody but users who have such a value here too',
    async run(context) {
      const filter = filterNamed(name);
      const all = await sampledUsers(context);
      // Whoever lacks the field itself may not be in the index at all, or with another field in its place.
      const having = all.filter((user) => filter.valueOf(user) !== undefined);
      const lacking = all.filter((user) => filter.valueOf(user) === undefined);
      const values = others.flatMap((other) => {
        const field = filterNamed(other);
        return [having, lacking].flatMap((users) =>
          users.flatMap((user) => field.valueOf(user) ?? []).slice(0, 1),
        );
      });
      context.need(
        having.length > 0 && values.length > 0,
        `a user with \`${name}\`, and with \`${others.join('` or `')}\``,
      );
      await judgeTexts(context, filter, values);
    },
  }),
);

/** Values are texts, whole, and of one field. */
export const asText: readonly Check[] = [...texts, ...addresses, ...otherFields];

async function judgeAsText(context: Context, filter: Filter): Promise<void> {
  const known = await criterion(context, filter.name, ['user 1']);
  const control = await find(context, [known]);
  context.need.accepted(control);
  const [value = ''] = known.values;
  const likes = [...new Set(patterns.map((pattern) => pattern(value)))].filter((text) => text !== value);
  const parts = nearly.flatMap((part) => untrimmed(part(value)) ?? []);
  if (!takesSeveral(filter.name)) {
    for (const text of likes.slice(0, 3)) await judgeTexts(context, filter, [text]);
    return;
  }
  // One request holds them all. Who refuses the signs has not yet said what a part of a value is.
  const isTaken = await judgeTexts(context, filter, [...likes, ...parts]);
  if (!isTaken && parts.length > 0) await judgeTexts(context, filter, parts);
}

/** Judges that nobody is found but by such a text as it stands; gives whether the texts were taken. */
async function judgeTexts(context: Context, filter: Filter, values: readonly string[]): Promise<boolean> {
  const answer = await find(context, [{ filter, values }]);
  if (answer.status >= 300) {
    context.must(answer).be.refused();
    return false;
  }
  const { items } = pageOf(context, answer);
  const fits = (user: (typeof items)[number]) => values.some((text) => filter.fits(user, text));
  context.must.every(
    items,
    fits,
    `users whose \`${filter.name}\` is what was asked for, sign by sign`,
    answer,
  );
  return true;
}
