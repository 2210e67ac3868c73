import type { Call } from './call.ts';
import { clockDuration, dateTime, duration, isSummer, withoutMillis } from './dates.ts';
import { at } from './random.ts';
import { STATUS } from './session-filters.ts';
import type { Json, SessionRow, TestRow } from './types.ts';

const escapeHtml = (text: string): string => text.replaceAll("'", '&#39;').replaceAll('&', '&amp;');

function showLearner(c: Call, row: SessionRow): Json | null {
  const { ep, on } = c;
  let user = c.db.user(row.userId);
  if (!user) return null;
  if (!user.enabled && ep === 'done' && on('done-disabled-user-null')) return null;
  if (row.seq % 3 === 0 && ep === 'sess' && on('sess-user-of-next')) {
    const next = at(c.db.users, c.db.users.indexOf(user) + 1);
    user = { ...next, id: user.id };
  }
  const shown: Json = { userId: user.id };
  const parts = {
    username: user.username,
    upn: user.upn,
    externalId: user.externalId,
    fullName: user.fullName,
    firstName: user.firstName,
    lastName: user.lastName,
    dateOfBirth: user.dob,
    gender: user.gender,
  };
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) shown[name] = value;
  if (ep === 'sess') {
    if (user.upn === undefined && on('sess-user-upn-empty')) shown['upn'] = '';
    if (user.dob && on('sess-user-birthday-time')) shown['dateOfBirth'] = `${user.dob}T00:00:00Z`;
    if (user.lastName?.includes("'") && on('sess-user-name-escaped'))
      shown['lastName'] = escapeHtml(user.lastName);
  } else if (ep === 'done') {
    if (user.externalId === undefined && on('done-user-externalid-null')) shown['externalId'] = null;
    if (user.dob && isSummer(Date.parse(user.dob)) && on('done-user-birthday-before')) {
      shown['dateOfBirth'] = dateTime(Date.parse(user.dob) - 3_600_000).slice(0, 10);
    }
    if (user.upn && user.upn.length > 11 && on('done-user-id-is-upn')) shown['userId'] = user.upn;
  } else if (ep === 'prog') {
    if (user.gender === undefined && on('prog-user-gender-empty')) shown['gender'] = '';
    if (user.firstName && on('prog-user-names-swapped'))
      Object.assign(shown, { firstName: user.lastName, lastName: user.firstName });
    if (user.emails.length === 0 && on('prog-user-mailless-empty')) return {};
  } else {
    if (on('ssearch-user-id-lost')) delete shown['userId'];
    if (user.username === undefined && on('ssearch-username-null')) shown['username'] = null;
  }
  return shown;
}

function showTest(c: Call, row: SessionRow): Json {
  const { ep, on } = c;
  const test = c.db.test(row.testId) ?? at(c.db.tests, 0);
  const shown: Json = {
    testId: test.id,
    testVersionId: row.versionId,
    name: test.name,
    subject: test.subject,
  };
  const old = row.versionId !== test.versionId;
  if (ep === 'sess') {
    if (old && on('sess-test-version-newest')) shown['testVersionId'] = test.versionId;
    if (test.subject !== test.name && on('sess-test-subject-is-name')) shown['subject'] = test.name;
    if (on('sess-test-version-lost')) delete shown['testVersionId'];
  } else if (ep === 'done') {
    if (old && on('done-test-former-id')) shown['testId'] = test.oldId;
    if (test.name.includes("'") && on('done-test-name-escaped')) shown['name'] = escapeHtml(test.name);
  } else if (ep === 'prog') {
    if (on('prog-test-id-lost')) delete shown['testId'];
    if (old && on('prog-old-version-null')) shown['testVersionId'] = null;
  } else if (old && on('ssearch-test-version-is-test')) shown['testVersionId'] = test.id;
  return shown;
}

function levelOf(c: Call, level: string, test: TestRow | undefined): string {
  const { ep, on } = c;
  if (ep === 'sess') {
    if (level === 'NA' && on('sess-level-na-slash')) return 'N/A';
    if (level.startsWith('L2') && on('sess-level-lower-case')) return level.toLowerCase();
    if (level === 'E1 - Lower' && test?.subject === 'Maths' && on('sess-level-na-maths')) return 'NA';
  } else if (ep === 'done') {
    if (level.includes(' - ') && level !== 'Entry - Below E3' && on('done-level-narrow'))
      return level.replace(' - ', '-');
    if (level === 'L2 - Higher' && on('done-level-l3')) return 'L3 - Lower';
    if (level.startsWith('E1') && test?.subject === 'ESOL' && on('done-level-below-e3-esol'))
      return 'Entry - Below E3';
    if (level.startsWith('E3') && test?.subject !== 'Digital Skills' && on('done-level-entry-word'))
      return level.replace('E3', 'Entry 3');
  } else if (ep === 'ssearch') {
    if (level === 'Entry - Below E3' && on('ssearch-level-below-e3')) return 'Below E3';
    if (level.endsWith('Middle') && on('ssearch-level-dash')) return level.replace('-', '–');
    if (level === 'NA' && on('ssearch-level-na-empty')) return '';
  }
  return level;
}

function durationOf(c: Call, seconds: number): string | number {
  const { ep, on } = c;
  const long = seconds >= 3600;
  if (ep === 'sess') {
    if (on('sess-duration-number')) return seconds;
    if (seconds % 60 === 0 && on('sess-duration-no-seconds')) return `PT${seconds / 60}`;
  }
  if (ep === 'done') {
    if (long && on('done-duration-clock')) return clockDuration(seconds);
    if (!long && on('done-duration-no-p')) return duration(seconds, true).slice(1);
  }
  if (ep === 'ssearch') {
    if (long && on('ssearch-duration-hours-lost')) return duration(seconds % 3600, false);
    if (seconds % 60 < 10 && on('ssearch-duration-lower')) return duration(seconds, true).toLowerCase();
  }
  return duration(seconds, c.on('m-short-durations'));
}

function showResult(c: Call, row: SessionRow): Json | null {
  const { ep, on } = c;
  if (!row.result || row.end === undefined) return null;
  const { calculated, level, seconds } = row.result;
  const shown: Json = {
    calculatedAt: dateTime(calculated),
    level: levelOf(c, level, c.db.test(row.testId)),
    totalDuration: durationOf(c, seconds),
  };
  if (ep === 'sess') {
    if (level === 'NA' && on('sess-na-without-level')) delete shown['level'];
    if (seconds > 7000 && on('sess-long-without-result')) return null;
    if (calculated % 1000 < 100 && on('sess-calculated-short-millis')) {
      shown['calculatedAt'] = dateTime(calculated).replace(/\.0+(\d*)Z$/, '.$1Z');
    }
  } else if (ep === 'done') {
    if (level === 'NA' && on('done-na-without-result')) return null;
    if (on('done-calculated-number')) shown['calculatedAt'] = Math.floor(calculated / 1000);
    if (seconds > 7000 && on('done-long-without-duration')) delete shown['totalDuration'];
    if (row.versionId !== c.db.test(row.testId)?.versionId && on('done-old-version-without-result'))
      return null;
  } else if (ep === 'ssearch') {
    if (isSummer(calculated) && on('ssearch-calculated-offset')) {
      shown['calculatedAt'] = dateTime(calculated + 3_600_000).replace('Z', '+01:00');
    }
    if (on('ssearch-result-without-duration')) delete shown['totalDuration'];
  }
  if (on('m-more-fields')) shown['score'] = { raw: seconds % 40, max: 40 };
  return shown;
}

export function showSession(c: Call, row: SessionRow): Json {
  const { ep, on } = c;
  const open = row.end === undefined;
  const shown: Json = {
    sessionId: row.id,
    status: open ? STATUS.open : STATUS.done,
    startDate: dateTime(row.start),
  };
  if (row.end !== undefined) shown['endDate'] = dateTime(row.end);
  shown['user'] = showLearner(c, row);
  shown['test'] = showTest(c, row);
  shown['result'] = showResult(c, row);
  if (ep === 'sess') {
    if (row.start % 1000 === 0 && on('sess-start-no-millis')) shown['startDate'] = withoutMillis(row.start);
    if (open && on('sess-open-end-null')) shown['endDate'] = null;
    if (open && on('sess-open-result-empty')) shown['result'] = {};
    if (on('sess-id-of-user') && row.seq % 4 === 0) shown['sessionId'] = row.userId;
    if (row.result?.level === 'NA' && on('sess-na-in-progress')) shown['status'] = STATUS.open;
    if (isSummer(row.start) && on('sess-start-local')) shown['startDate'] = dateTime(row.start + 3_600_000);
  } else if (ep === 'done') {
    if (row.end !== undefined && isSummer(row.end) && on('done-end-offset')) {
      shown['endDate'] = dateTime(row.end + 3_600_000).replace('Z', '+01:00');
    }
    if (row.end !== undefined && row.end % 1000 === 137 && on('done-end-micros'))
      shown['endDate'] = dateTime(row.end).replace('Z', '000Z');
    if (row.start % 1000 === 0 && on('done-end-missing')) delete shown['endDate'];
    if (row.seq % 6 === 0 && on('done-status-finished')) shown['status'] = 'FINISHED';
  } else if (ep === 'prog') {
    if (on('prog-result-omitted')) delete shown['result'];
    if (row.touched > row.start && on('prog-end-of-last-touch')) shown['endDate'] = dateTime(row.touched);
    if (row.versionId !== c.db.test(row.testId)?.versionId && on('prog-result-partial')) {
      shown['result'] = { calculatedAt: dateTime(row.touched), level: 'E1 - Lower' };
    }
    if (row.start % 1000 === 0 && on('prog-start-no-millis')) shown['startDate'] = withoutMillis(row.start);
    if (row.touched === row.start && on('prog-untouched-status')) shown['status'] = 'NOT_STARTED';
    if (row.touched === row.start && on('prog-untouched-start-null')) shown['startDate'] = null;
  } else {
    if (on('ssearch-start-number')) shown['startDate'] = row.start;
    if (open && on('ssearch-open-result-omitted')) delete shown['result'];
    if (open && on('ssearch-open-end-empty')) shown['endDate'] = '';
    if (!open && on('ssearch-end-is-start')) shown['endDate'] = shown['startDate'];
    if (on('ssearch-session-id-lost')) delete shown['sessionId'];
  }
  if (on('m-more-fields')) shown['device'] = 'tablet';
  return shown;
}
