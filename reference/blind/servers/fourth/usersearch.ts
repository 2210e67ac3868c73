// The search for users with a body.

import type { Fields } from './body.ts';
import { isFields, readBody } from './body.ts';
import { askOfBody, bodyOfAsk, seal, unseal } from './cursor.ts';
import { bare, byText, instant, isEmail, isUuid } from './notation.ts';
import { answer, refuse } from './replies.ts';
import type { Ctx, JsonObject, UserRow } from './types.ts';
import { roleValues } from './types.ts';
import {
  accountField,
  classIdsOf,
  cohortIdsOf,
  fullNameOf,
  linkList,
  nameFits,
  userSortFields,
} from './users.ts';

type Wish = { fits: ((user: UserRow) => boolean)[]; order: (a: UserRow, b: UserRow) => number };

const textsOf = (ctx: Ctx, search: Fields, name: string): Set<string> | null => {
  const value = search[name];
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value) || value.some((v) => typeof v !== 'string'))
    return refuse(400, `search.${name} must be an array of texts`);
  if (ctx.on('usearch-30-usernames-at-most') && name === 'usernames' && value.length > 30)
    return refuse(400, 'at most 30 usernames');
  return value.length === 0 ? null : new Set(value as string[]);
};

const checkSearch = (ctx: Ctx, search: Fields): Wish['fits'] => {
  const fits: Wish['fits'] = [];
  const ids = textsOf(ctx, search, 'userIds');
  if (ids !== null) {
    const lower = new Set(
      [...ids].map((id) => (isUuid(id) ? id.toLowerCase() : refuse(400, 'search.userIds must hold UUIDs'))),
    );
    fits.push((u) => lower.has(u.userId));
  }
  const upns = textsOf(ctx, search, 'upns');
  if (upns !== null) fits.push((u) => upns.has(u.upn));
  const externalIds = textsOf(ctx, search, 'externalIds');
  if (externalIds !== null) fits.push((u) => u.externalId !== '' && externalIds.has(u.externalId));
  const usernames = textsOf(ctx, search, 'usernames');
  if (usernames !== null) {
    const lower = new Set([...usernames].map((n) => n.toLowerCase()));
    fits.push((u) => lower.has(u.username.toLowerCase()));
  }
  const { email, name, role } = search;
  if (email !== undefined && email !== null) {
    if (typeof email !== 'string' || !isEmail(email))
      return refuse(400, 'search.email must be an e-mail address');
    fits.push((u) => u.emails.some((e) => e.toLowerCase() === email.toLowerCase()));
  }
  if (name !== undefined && name !== null) {
    if (typeof name !== 'string') return refuse(400, 'search.name must be a text');
    if (name.length < 1 && !ctx.on('usearch-name-empty-accepted'))
      return refuse(400, 'search.name must not be empty');
    fits.push((u) => nameFits(ctx, u, name));
  }
  if (role !== undefined && role !== null) {
    const known =
      roleValues.find((r) => r === role) ??
      refuse(400, `search.role must be one of ${roleValues.join(', ')}`);
    fits.push((u) => u.roles.includes(known));
  }
  return fits;
};

const checkOrder = (ctx: Ctx, sort: unknown): Wish['order'] => {
  const wanted =
    sort === undefined || sort === null ? {} : isFields(sort) ? sort : refuse(400, 'sort must be an object');
  const field = wanted['field'] ?? 'createdAt';
  const direction = wanted['direction'] ?? 'desc';
  const known =
    userSortFields.find((f) => f === field) ??
    refuse(400, `sort.field must be one of ${userSortFields.join(', ')}`);
  if (direction !== 'asc' && direction !== 'desc') return refuse(400, 'sort.direction must be asc or desc');
  const sign = direction === 'asc' ? 1 : -1;
  const tie = ctx.on('manner.ties-backwards') ? -1 : 1;
  return (a, b) => {
    const main =
      known === 'createdAt' || known === 'updatedAt'
        ? a[known] - b[known]
        : byText(bare(a[known]), bare(b[known]));
    return sign * main || tie * byText(a.userId, b.userId);
  };
};

const checkQuestion = (ctx: Ctx, question: unknown): Wish => {
  const fields = isFields(question) ? question : {};
  const search = fields['search'] ?? {};
  if (!isFields(search)) return refuse(400, 'search must be an object');
  return { fits: checkSearch(ctx, search), order: checkOrder(ctx, fields['sort']) };
};

const wholeNumber = (value: unknown, name: string, least: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value < 2 ** 31
    ? value
    : refuse(400, `${name} must be a whole number from ${least}`);

const dayShown = (ctx: Ctx, day: string): string => {
  if (!ctx.on('usearch-birthday-shifts-in-summer')) return day;
  const month = Number(day.slice(5, 7));
  if (month < 4 || month > 9) return day;
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - 3_600_000).toISOString().slice(0, 10);
};

const letters = (ctx: Ctx, text: string): string =>
  ctx.on('usearch-non-latin-lost') ? text.replace(/[\u0250-\u1dff\u1f00-\u200f\u2028-\uffff]/g, '?') : text;

const showFound = (ctx: Ctx, user: UserRow): JsonObject => {
  const shown: JsonObject = {
    userId: user.userId,
    username: user.username,
    roles: user.roles,
    firstName: letters(ctx, user.firstName),
    lastName: letters(ctx, user.lastName),
    fullName: letters(ctx, fullNameOf(user)),
    createdAt: ctx.on('usearch-created-as-number')
      ? Math.floor(user.createdAt / 1000)
      : instant(user.createdAt),
    updatedAt: instant(user.updatedAt),
    ...accountField(ctx, user),
  };
  if (user.upn !== '') shown['upn'] = user.upn;
  if (user.externalId !== '') shown['externalId'] = user.externalId;
  if (user.emails.length > 0) shown['emails'] = user.emails;
  if (user.gender !== '') shown['gender'] = user.gender;
  if (user.dateOfBirth !== '') shown['dateOfBirth'] = dayShown(ctx, user.dateOfBirth);
  if (!ctx.on('usearch-links-missing')) {
    shown['classIds'] = linkList(ctx, classIdsOf(ctx, user.userId));
    shown['cohortIds'] = linkList(ctx, cohortIdsOf(ctx, user.userId));
  }
  return shown;
};

export const searchUsers = async (ctx: Ctx): Promise<Response> => {
  const body = await readBody(ctx);
  if (body['cursor'] === null && ctx.on('usearch-null-cursor-refused'))
    return refuse(400, 'cursor must be a text');
  const cursor = body['cursor'] ?? null;
  if (cursor !== null && typeof cursor !== 'string') return refuse(400, 'cursor must be a text or null');
  const wanted =
    body['limit'] === undefined || body['limit'] === null ? 100 : wholeNumber(body['limit'], 'limit', 1);
  const most = ctx.on('manner.limit-at-most-200') ? 200 : 500;
  if (wanted > most && !ctx.on('manner.limit-clamped')) return refuse(400, `limit must not exceed ${most}`);
  const limit = Math.min(wanted, most);
  const offset =
    body['offset'] === undefined || body['offset'] === null ? null : wholeNumber(body['offset'], 'offset', 0);
  const together = ctx.on('usearch-offset-zero-with-cursor')
    ? Boolean(offset) && cursor !== null
    : offset !== null && cursor !== null;
  if (together) return refuse(400, 'offset cannot be combined with cursor');

  let ask = askOfBody({ search: body['search'], sort: body['sort'] });
  let wish = checkQuestion(ctx, { search: body['search'], sort: body['sort'] });
  let begin = offset ?? 0;
  if (ctx.on('usearch-offset-one-based') && begin > 0) begin -= 1;
  let stop = begin + limit;
  if (cursor !== null) {
    const mark = unseal(cursor, 'user search');
    if (!ctx.on('manner.cursor-is-position-only')) {
      ask = mark.ask;
      wish = checkQuestion(ctx, bodyOfAsk(ask));
    }
    begin = mark.way === 'after' ? mark.at : Math.max(0, mark.at - limit);
    stop = mark.way === 'after' ? mark.at + limit : mark.at;
  }
  const found = ctx.db.users.filter((u) => wish.fits.every((test) => test(u))).sort(wish.order);
  const earlier = Math.min(begin, found.length);
  return answer(200, {
    data: found.slice(begin, stop).map((u) => showFound(ctx, u)),
    pagination: {
      total: found.length,
      limit,
      offset: cursor === null ? (offset ?? 0) : 0,
      previousCursor:
        earlier === 0 ? null : seal({ list: 'user search', way: 'before', at: earlier, limit, ask }),
      nextCursor:
        stop < found.length ? seal({ list: 'user search', way: 'after', at: stop, limit, ask }) : null,
    },
  });
};
