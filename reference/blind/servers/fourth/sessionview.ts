// How one initial-assessment session is shown, and the words of its states.

import { hashedUuid } from './clock.ts';
import { duration, instant } from './notation.ts';
import type { Ctx, JsonObject, SessionRow, TestRow, UserRow } from './types.ts';
import { fullNameOf } from './users.ts';

export const statusWords = (ctx: Ctx): { open: string; done: string } =>
  ctx.on('manner.status-capitals')
    ? { open: 'IN_PROGRESS', done: 'COMPLETED' }
    : { open: 'in-progress', done: 'completed' };

export const testOf = (ctx: Ctx, row: SessionRow): TestRow | undefined =>
  ctx.db.tests.find((t) => t.testId === row.testId);

const showSessionUser = (user: UserRow): JsonObject => ({
  userId: user.userId,
  username: user.username,
  upn: user.upn || undefined,
  externalId: user.externalId || undefined,
  fullName: fullNameOf(user),
  firstName: user.firstName,
  lastName: user.lastName,
  gender: user.gender || undefined,
  dateOfBirth: user.dateOfBirth || undefined,
});

export const showSession = (ctx: Ctx, row: SessionRow): JsonObject => {
  const user = ctx.db.users.find((u) => u.userId === row.userId);
  const test = testOf(ctx, row);
  const words = statusWords(ctx);
  const shown: JsonObject = {
    [ctx.on('manner.session-plain-id') ? 'id' : 'sessionId']: row.sessionId,
    status: row.done === null ? words.open : words.done,
    startDate: instant(row.start),
    endDate: row.done === null ? undefined : instant(row.done.end),
    user: user === undefined ? null : showSessionUser(user),
    test: { testId: row.testId, testVersionId: row.testVersionId, name: test?.name, subject: test?.subject },
    result:
      row.done === null
        ? null
        : {
            calculatedDate: instant(row.done.calculated),
            level: row.done.level,
            totalDuration: duration(row.done.seconds, ctx.on('manner.whole-durations')),
          },
  };
  return shown;
};

/** The identifier that a careless join makes of learner and test. */
export const joinedId = (row: SessionRow): string => hashedUuid(`attempt ${row.userId} ${row.testId}`);
