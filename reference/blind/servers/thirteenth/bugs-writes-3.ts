import { arr, bug } from './tools.ts';
import { ABLE, DET, EXT, isTeacher, little, MAIL, NAME, PASS, set } from './tools-writes.ts';
import type { Event, Switch } from './types.ts';

export const writeBugs3: readonly Switch[] = [
  set('w-details-birth', DET, 'a change of the date of birth alone is lost', (s) => {
    if (!s.gender) delete s.dateOfBirth;
  }),
  set('w-details-both', DET, 'of two changes the gender alone is made', (s) => {
    if (s.gender) delete s.dateOfBirth;
  }),
  set(
    'w-details-search',
    DET,
    'a search keeps the old gender',
    (s) => {
      delete s.gender;
    },
    'finder',
  ),
  set('w-details-day', DET, 'day and month are swapped below 13', (s) => {
    if (s.dateOfBirth && s.dateOfBirth.slice(8) < '13')
      s.dateOfBirth = `${s.dateOfBirth.slice(0, 4)}-${s.dateOfBirth.slice(8)}-${s.dateOfBirth.slice(5, 7)}`;
  }),
  set(
    'w-details-external',
    DET,
    'upn is lost from the list',
    (s) => {
      s.upn = undefined;
    },
    'directory',
    little,
  ),
  set(
    'w-mail-lost',
    MAIL,
    'the list keeps the old address',
    (s) => {
      delete s.emails;
    },
    'directory',
  ),
  set(
    'w-mail-search',
    MAIL,
    'a search keeps the old address',
    (s) => {
      delete s.emails;
    },
    'finder',
  ),
  set('w-mail-last', MAIL, 'the new address comes last', (s, u) => {
    if (s.emails?.[0] && u) s.emails = [...u.emails, s.emails[0]];
  }),
  set(
    'w-mail-dup',
    MAIL,
    'an address that was there comes twice',
    (s, u) => {
      const m = s.emails?.[0];
      if (m && u?.emails.includes(m)) s.emails = [m, m];
    },
    undefined,
    'emails are the addresses of the user.',
  ),
  set('w-mail-none', MAIL, 'who had no address gets none', (s, u) => {
    if (u?.emails.length === 0) delete s.emails;
  }),
  set(
    'w-mail-username',
    MAIL,
    'username becomes the address for teachers',
    (s, u) => {
      const m = s.emails?.[0];
      if (isTeacher(u) && m) s.username = m;
    },
    undefined,
    little,
  ),
  set('w-mail-plus', MAIL, 'what follows a plus is cut from an address', (s) => {
    s.emails = s.emails?.map((m) => m.replace(/\+[^@]*/, '')) ?? [];
  }),
  set(
    'w-ext-list',
    EXT,
    'the list keeps the old externalId',
    (s) => {
      delete s.externalId;
    },
    'directory',
  ),
  set(
    'w-ext-search',
    EXT,
    'a search keeps the old externalId',
    (s) => {
      delete s.externalId;
    },
    'finder',
  ),
  set('w-ext-first', EXT, 'who has an externalId keeps it', (s, u) => {
    if (u?.externalId) delete s.externalId;
  }),
  set('w-ext-teacher', EXT, 'the externalId of a teacher is not set', (s, u) => {
    if (isTeacher(u)) delete s.externalId;
  }),
  set(
    'w-ext-upn',
    EXT,
    'the externalId is set as upn besides',
    (s) => {
      s.upn = s.externalId;
    },
    undefined,
    little,
  ),
  set('w-ext-slash', EXT, 'a slash is encoded', (s) => {
    s.externalId = s.externalId?.replaceAll('/', '%2F');
  }),
  set(
    'w-pass-mail',
    PASS,
    'a change of password takes the first address away',
    (s, u) => {
      s.emails = u && u.emails.length > 1 ? u.emails.slice(1) : (u?.emails ?? []);
    },
    undefined,
    little,
  ),
  set(
    'w-pass-enabled',
    PASS,
    'a change of password enables who was disabled',
    (s) => {
      s.active = true;
    },
    undefined,
    little,
  ),
  set(
    'w-pass-name',
    PASS,
    'a change of password loses the gender',
    (s) => {
      s.gender = undefined;
    },
    undefined,
    little,
  ),
  set(
    'w-disable-list',
    ABLE,
    'the list does not show who is disabled',
    (s) => {
      delete s.active;
    },
    'directory',
  ),
  set(
    'w-disable-search',
    ABLE,
    'a search does not show who is disabled',
    (s) => {
      delete s.active;
    },
    'finder',
  ),
  set('w-disable-teacher', ABLE, 'teachers are not disabled', (s, u) => {
    if (isTeacher(u)) delete s.active;
  }),
  set('w-enable-lost', ABLE, 'who was disabled is not enabled again', (s) => {
    if (s.active) delete s.active;
  }),
  set(
    'w-enable-classes',
    ABLE,
    'who is enabled again has lost the cohorts',
    (s) => {
      if (s.active) s.cohortIds = [];
    },
    undefined,
    little,
  ),
  set(
    'w-disable-names',
    ABLE,
    'who is disabled loses the upn',
    (s) => {
      if (s.active === false) s.upn = undefined;
    },
    undefined,
    little,
  ),
  set(
    'w-disable-mail',
    ABLE,
    'who is disabled loses the addresses in the list',
    (s) => {
      if (s.active === false) s.emails = [];
    },
    'directory',
    little,
  ),
  bug(
    'w-answer-old',
    /^PUT \/users\/.*(name|primary)$/,
    '200 carries the user as changed.',
    'the answer shows the user as before',
    {
      before: (c) => {
        const u = c.state.people.get(c.params['userId'] ?? '');
        if (u) c.memo.set(`old${u.lastName}|${u.emails[0] ?? ''}`, 1);
        c.memo.set('n', 1);
        return undefined;
      },
      user: (v, u, c) => {
        for (const k of [...c.memo.keys()])
          if (k.startsWith('old')) {
            const [l = '', m = ''] = k.slice(3).split('|');
            c.memo.delete(k);
            if (l !== u.lastName) v['lastName'] = l;
            else if (m) v['emails'] = [m];
          }
      },
    },
  ),
  bug(
    'w-answer-groups',
    /^(PUT|PATCH)/,
    'classIds and cohortIds are in the user responses listed under Versioning.',
    'the answer of a change lacks cohortIds',
    {
      user: (v) => {
        delete v['cohortIds'];
      },
    },
  ),
  bug(
    'w-answer-classes',
    DET,
    'classIds are in the user responses listed under Versioning.',
    'the answer shows one class',
    {
      user: (v) => {
        if (arr(v['classIds']).length > 1) v['classIds'] = arr(v['classIds']).slice(-1);
      },
    },
  ),
  bug('w-other-user', NAME, little, 'who has the same last name is renamed as well', {
    event: (e, c) => {
      if (e.type !== 'userChanged') return undefined;
      const u = c.state.people.get(e.userId);
      const more = [...c.state.people.values()]
        .filter((x) => x.id !== u?.id && x.lastName === u?.lastName)
        .slice(0, 1);
      return [e, ...more.map((x): Event => ({ ...e, userId: x.id }))];
    },
  }),
];
