// Changing one person: details, name, password, primary address, external identifier, enabled or not.
import { type Answer, bad, type Ctx, missing, type Operation, text } from './kernel.ts';
import { dayBefore, fullName, payload, readDate, readGender } from './ops-create.ts';
import { pathId } from './ops-groups.ts';
import { escapeMarkup, showUser } from './show-users.ts';
import type { Part } from './views.ts';
import type { User } from './world.ts';

function personOf(ctx: Ctx, role?: string): User | undefined {
  const user = ctx.views.userById.get(pathId(ctx, 'userId'));
  return user && (role === undefined || user.roles.includes(role)) ? user : undefined;
}

/** What a change does besides, where it does too much. */
function tooMuch(ctx: Ctx, user: User): void {
  if (ctx.f('classes-lost')) user.classIds.clear();
  if (ctx.f('cohorts-lost') && user.cohortIds.size > 1) user.cohortIds.clear();
  if (ctx.f('external-lost')) delete user.externalId;
  if (ctx.f('upn-lost')) delete user.upn;
  if (ctx.f('emails-lost')) user.emails = [];
  if (ctx.f('gender-lost')) delete user.gender;
  if (ctx.f('dob-lost')) delete user.dob;
  if (ctx.f('disables')) user.disabled = true;
  if (ctx.f('enables')) user.disabled = false;
  if (ctx.f('created-touched')) user.created = ctx.now;
  if (ctx.f('second-role-lost')) user.roles = user.roles.slice(0, 1);
}

/** Carries a change out, and all that has to follow it. */
function carryOut(
  ctx: Ctx,
  user: User | undefined,
  change: (user: User) => void,
  groups: boolean,
  none = false,
): Answer {
  if (!user) {
    if (ctx.f('unknown-200')) return { status: 200, body: { user: null } };
    if (ctx.f('unknown-first')) {
      const first = ctx.world.users[0];
      if (first) return { status: 200, body: { user: showUser(ctx, first, groups) } };
    }
    throw missing('There is no such user.');
  }
  const old = ctx.f('old-shown') ? showUser(ctx, user, groups) : undefined;
  const before = { ...user, emails: [...user.emails], roles: [...user.roles] };
  const sameName = ctx.f('same-name')
    ? ctx.world.users.filter((one) => one !== user && one.fullName === user.fullName)
    : [];
  const brother = ctx.f('next-one')
    ? ctx.world.users[(ctx.views.userOrder.get(user.id) ?? 0) + 1]
    : undefined;
  change(user);
  tooMuch(ctx, user);
  user.updated = ctx.on('m-clock-coarse') ? Math.floor(ctx.now / 1000) * 1000 : ctx.now;
  if (ctx.f('updated-stale')) user.updated = before.updated;
  if (ctx.f('updated-day')) user.updated = Math.floor(ctx.now / 86_400_000) * 86_400_000;
  const without = (['name', 'email', 'externalId', 'order'] as Part[]).filter((part) =>
    ctx.f(`view-${part}`),
  );
  const shown = showUser(ctx, user, groups);
  if (ctx.f('lost')) Object.assign(user, before);
  if (ctx.f('lost-disabled') && before.disabled) Object.assign(user, before);
  if (ctx.f('lost-old') && before.updated === before.created) Object.assign(user, before);
  ctx.views.refresh(user, without);
  for (const other of brother ? [...sameName, brother] : sameName) {
    change(other);
    ctx.views.refresh(other);
  }
  if (none || ctx.f('status-204')) return { status: 204 };
  if (ctx.f('bare')) return { status: 200, body: old ?? shown };
  if (ctx.f('as-data')) return { status: 200, body: { data: old ?? shown } };
  return { status: ctx.f('status-201') ? 201 : 200, body: { user: old ?? shown } };
}

const details: Operation = {
  id: 'PATCH /students/{userId}/details',
  tag: 'details',
  form: 'problem',
  restricted: true,
  run: (ctx) => {
    const user = personOf(ctx, 'STUDENT');
    const body = payload(ctx, 'user', ['dateOfBirth', 'gender']);
    const dob = body['dateOfBirth'] === undefined ? undefined : readDate(body['dateOfBirth']);
    const gender = body['gender'] === undefined ? undefined : readGender(body['gender']);
    if (dob === undefined && gender === undefined) throw bad('There is nothing to change.');
    const change = (one: User): void => {
      if (dob !== undefined) {
        one.dob = dob;
        if (ctx.f('dob-shift')) one.dob = dayBefore(dob);
        if (ctx.f('leap-lost') && dob.endsWith('-02-29')) one.dob = `${dob.slice(0, 4)}-03-01`;
        if (ctx.f('dob-year-end') && dob.endsWith('-12-31')) one.dob = `${Number(dob.slice(0, 4)) + 1}-12-31`;
        if (ctx.f('dob-swap') && Number(dob.slice(8)) < 13)
          one.dob = `${dob.slice(0, 4)}-${dob.slice(8)}-${dob.slice(5, 7)}`;
        if (ctx.f('dob-clears-gender') && gender === undefined) delete one.gender;
      }
      if (gender !== undefined && !(ctx.f('gender-second') && dob !== undefined)) {
        one.gender = gender;
        if (ctx.f('gender-clears-dob') && dob === undefined) delete one.dob;
      }
    };
    return carryOut(ctx, user, change, true);
  },
};

const name: Operation = {
  id: 'PUT /users/{userId}/name',
  tag: 'name',
  form: 'basic',
  run: (ctx) => {
    const user = personOf(ctx);
    const body = payload(ctx, 'user', ['firstName', 'lastName']);
    const trim = ctx.on('m-texts-trimmed');
    const read = (field: string): string => {
      const value = text(body[field], field);
      return trim ? value.trim() : value;
    };
    const first = read('firstName');
    const last = read('lastName');
    const change = (one: User): void => {
      if (!ctx.f('first-kept')) one.firstName = ctx.f('first-cut') ? first.slice(0, 32) : first;
      if (!(ctx.f('last-kept') && one.lastName === undefined)) one.lastName = last;
      if (ctx.f('last-escaped-stored')) one.lastName = String(escapeMarkup(last));
      if (ctx.f('swapped') && /[^\u0020-\u024f]/u.test(last)) [one.firstName, one.lastName] = [last, first];
      if (!ctx.f('full-kept')) one.fullName = fullName(one);
    };
    return carryOut(ctx, user, change, true);
  },
};

const password: Operation = {
  id: 'PUT /users/{userId}/password',
  tag: 'password',
  form: 'problem',
  run: (ctx) => {
    const user = personOf(ctx);
    const body = payload(ctx, 'user', ['password']);
    const secret = text(body['password'], 'password');
    return carryOut(
      ctx,
      user,
      (one) => {
        one.password = secret;
      },
      true,
    );
  },
};

const email: Operation = {
  id: 'PUT /users/{userId}/emails/primary',
  tag: 'email',
  form: 'basic',
  run: (ctx) => {
    const user = personOf(ctx);
    const body = payload(ctx, 'user', ['email']);
    const address = text(body['email'], 'email');
    if (!/^[^@\s]+@[^@\s]+$/.test(address)) throw bad('email must be an address');
    const change = (one: User): void => {
      const rest = one.emails.slice(1).filter((other) => other !== address);
      one.emails = ctx.f('only-with-none') && one.emails.length > 0 ? [...one.emails] : [address, ...rest];
      if (ctx.f('tag-lost')) one.emails[0] = address.replace(/\+[^@]*/, '');
      if (ctx.f('escaped-stored')) one.emails[0] = String(escapeMarkup(address));
    };
    return carryOut(ctx, user, change, true);
  },
};

const external: Operation = {
  id: 'PUT /users/{userId}/external-id',
  tag: 'extid',
  form: 'problem',
  run: (ctx) => {
    const user = personOf(ctx);
    const body = payload(ctx, 'user', ['externalId']);
    const value = text(body['externalId'], 'externalId');
    const change = (one: User): void => {
      one.externalId = ctx.f('zeros-lost') ? value.replace(/^0+/, '') : value;
      if (ctx.f('upper')) one.externalId = value.toUpperCase();
      if (ctx.f('as-upn')) one.upn = value;
    };
    return carryOut(ctx, user, change, false);
  },
};

const enable: Operation = {
  id: 'POST /users/{userId}/enable',
  tag: 'enable',
  form: 'basic',
  run: (ctx) =>
    carryOut(
      ctx,
      personOf(ctx),
      (one) => {
        one.disabled = false;
      },
      false,
    ),
};

const disable: Operation = {
  id: 'POST /users/{userId}/disable',
  tag: 'disable',
  form: 'problem',
  run: (ctx) => {
    const user = personOf(ctx);
    return carryOut(
      ctx,
      user,
      (one) => {
        one.disabled = true;
        if (!ctx.on('m-disabled-leave')) return;
        one.classIds.clear();
        one.cohortIds.clear();
      },
      false,
    );
  },
};

export const peopleOperations: Operation[] = [details, name, password, email, external, enable, disable];
