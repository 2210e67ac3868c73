import {
  around,
  bend,
  body,
  caught,
  collector,
  every,
  type Item,
  is,
  lists,
  mapTexts,
  type Result,
  sessionGets,
  sessionLists,
  shown,
  then,
  userLists,
} from './bug-tools.ts';
import { type Answer, type Call, type Fields, isoMoment, type Policy, refuse } from './engine.ts';
import { asRows, type Database, must } from './model.ts';

export const READ_BUGS = () => {
  const { all, bug } = collector();

  // ---- Authentication
  bug(
    'auth.years-without-key',
    'SR',
    'listAcademicYears',
    'every endpoint requires an API key',
    'the list of years is served without a key',
    (k) => {
      k.open = (c) => c.op === 'listAcademicYears' && !c.headers.has('x-api-key');
    },
  );
  bug(
    'auth.any-key',
    'SR',
    every,
    'an invalid key gets 401',
    'any key that is not empty counts as the full one',
    (k) => bend(k, 'roleOf', (old) => (key, keys, c) => old(key, keys, c) ?? (key ? 'full' : null)),
  );
  bug(
    'auth.longer-key',
    'DR',
    every,
    'an invalid key gets 401',
    'a key that merely begins with a valid one is accepted',
    (k) => {
      k.roleOf = (key, keys) =>
        key.startsWith(keys.full) ? 'full' : key.startsWith(keys.restricted) ? 'restricted' : null;
    },
  );
  bug(
    'auth.key-in-query',
    'DR',
    every,
    'the key is sent in the header x-api-key; without it 401',
    'a key in the query parameter x-api-key is taken as well',
    (k) => bend(k, 'keyOf', (old) => (c) => old(c) ?? c.query.get('x-api-key')),
  );
  bug(
    'auth.unknown-class-first',
    'SR',
    'getClass getCohort',
    'a request without a key gets 401',
    'looks for the class or cohort before it looks at the key: 404 without one',
    (k, db) => {
      k.preAuth.push((c) => {
        if (is(c, 'getClass getCohort') && isMissing(db, c)) refuse(404, 'there is no such thing');
      });
    },
  );
  bug(
    'auth.validation-first',
    'DR',
    'listUsers',
    'a request with an invalid key gets 401',
    'a bad limit is answered with 400 before the key is looked at',
    (k) => {
      k.preAuth.push((c) => {
        if (is(c, 'listUsers') && c.query.has('limit') && !/^\d+$/.test(must(c.query.get('limit'))))
          refuse(400, 'bad limit');
      });
    },
  );
  bug('auth.invalid-403', 'SR', every, 'an invalid key gets 401', 'an invalid key gets 403', (k) =>
    bend(
      k,
      'roleOf',
      (old) => (key, keys, c) => old(key, keys, c) ?? refuse(403, 'the API key may not do this'),
    ),
  );
  bug('auth.forbidden-401', 'SR', every, 'a key that lacks the permission gets 403', 'it gets 401', (k) =>
    bend(k, 'mayUse', (old) => (c, may) => old(c, may) || refuse(401, 'the API key is not valid')),
  );
  bug(
    'auth.sessions-for-all',
    'SR',
    'listSessions',
    'a key that lacks the permission gets 403',
    'the restricted key may list sessions',
    (k) => bend(k, 'mayUse', (old) => (c, may) => old(c, may) || c.op === 'listSessions'),
  );
  bug(
    'auth.forbidden-study-empty',
    'DR',
    'listStudySessions',
    'a key that lacks the permission gets 403',
    'the restricted key gets an empty page',
    (k) => {
      bend(k, 'mayUse', (old) => (c, may) => old(c, may) || c.op === 'listStudySessions');
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'listStudySessions' && w.call.role === 'restricted' ? [] : old(w, rows),
      );
    },
  );
  bug(
    'auth.remembered',
    'DR',
    'getAcademicYear',
    'a request without a key gets 401',
    'after a good read, the same year is served without a key (cached)',
    (k) => {
      const seen = new Set<string>();
      k.open = (c) => c.op === 'getAcademicYear' && !c.headers.has('x-api-key') && seen.has(c.path);
      k.after.push((c, a) => {
        if (c.op === 'getAcademicYear' && a.status === 200) seen.add(c.path);
      });
    },
  );

  // ---- CORS
  bug(
    'cors.none',
    'SR',
    every,
    'browser requests from any origin are permitted',
    'no answer carries Access-Control-Allow-Origin',
    (k) => {
      k.after.push((_c, a) => {
        delete a.headers['access-control-allow-origin'];
      });
    },
  );
  bug(
    'cors.preflight-needs-key',
    'SR',
    every,
    'browser requests from any origin are permitted',
    'a preflight without a key is refused with 401',
    (k) => {
      k.after.push((c, a) => {
        if (c.method === 'OPTIONS' && !c.headers.has('x-api-key')) {
          a.status = 401;
          a.body = { status: 401, message: 'an API key is needed' };
        }
      });
    },
  );
  bug(
    'cors.preflight-no-key-header',
    'SR',
    every,
    'browser requests from any origin are permitted, with the key in x-api-key',
    'the preflight does not allow x-api-key',
    (k) => {
      k.after.push((c, a) => {
        if (c.method === 'OPTIONS') a.headers['access-control-allow-headers'] = 'content-type, accept';
      });
    },
  );
  bug(
    'cors.preflight-no-patch',
    'DR',
    'updateStudentDetails',
    'browser requests from any origin are permitted',
    'the preflight does not allow PATCH',
    (k) => {
      k.after.push((c, a) => {
        if (c.method === 'OPTIONS')
          a.headers['access-control-allow-methods'] = 'GET, POST, PUT, DELETE, OPTIONS';
      });
    },
  );
  bug(
    'cors.preflight-no-content-type',
    'DR',
    'searchUsers searchSessions',
    'browser requests from any origin are permitted',
    'the preflight of searches does not allow content-type',
    (k) => {
      k.after.push((c, a) => {
        if (c.method === 'OPTIONS' && c.path.endsWith('/search'))
          a.headers['access-control-allow-headers'] = 'x-api-key';
      });
    },
  );
  bug(
    'cors.https-only',
    'DR',
    every,
    'browser requests from any origin are permitted',
    'an origin with http: gets no header',
    (k) => {
      k.after.push((c, a) => {
        if (c.headers.get('origin')?.startsWith('http:')) delete a.headers['access-control-allow-origin'];
      });
    },
  );
  bug(
    'cors.first-origin-stays',
    'DR',
    every,
    'browser requests from any origin are permitted',
    'the first origin seen is echoed to all others too',
    (k) => {
      let first: string | null = null;
      k.after.push((c, a) => {
        first ??= c.headers.get('origin');
        if (first) a.headers['access-control-allow-origin'] = first;
      });
    },
  );

  // ---- Formats and wrappers
  bug(
    'format.tests-text',
    'SR',
    'listTests',
    'responses are application/json',
    'the list of tests is sent as text/plain',
    (k) => {
      k.after.push((c, a) => {
        if (c.op === 'listTests' && a.status === 200) a.headers['content-type'] = 'text/plain; charset=utf-8';
      });
    },
  );
  bug(
    'format.current-year-as-data',
    'SR',
    'getCurrentAcademicYear',
    'a single response wraps the resource as academicYear',
    'the current year is wrapped as data',
    (k) =>
      then(k, 'getCurrentAcademicYear', (b, _c, a) => {
        a.body = { data: b.academicYear };
      }),
  );
  bug(
    'format.class-bare',
    'SR',
    'getClass',
    'a single response wraps the resource as class',
    'the class stands unwrapped',
    (k) =>
      then(k, 'getClass', (b, _c, a) => {
        a.body = b.class;
      }),
  );
  bug(
    'format.null-description',
    'SR',
    'listClasses',
    'empty fields are omitted',
    'classes without a description show it as null',
    (k) =>
      then(k, 'listClasses', (b) => {
        for (const r of b.data) r.description ??= null;
      }),
  );
  bug(
    'format.empty-description-single',
    'DR',
    'getCohort',
    'empty fields are omitted',
    'a cohort read by id shows a missing description as an empty text',
    (k) =>
      then(k, 'getCohort', (b) => {
        b.cohort.description ??= '';
      }),
  );
  bug(
    'format.no-millis',
    'SR',
    userLists,
    'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ',
    'createdAt has no fraction of a second',
    (k) =>
      then(k, userLists, (b) => {
        for (const r of b.data) r.createdAt = r.createdAt.replace(/\.\d+Z$/, 'Z');
      }),
  );
  bug(
    'format.year-offset-single',
    'DR',
    'getAcademicYear',
    'dates are in UTC, with a Z',
    'a year read by id has +00:00 in place of Z',
    (k) =>
      then(k, 'getAcademicYear', (b) => {
        b.academicYear.startDate = b.academicYear.startDate.replace('Z', '+00:00');
        b.academicYear.endDate = b.academicYear.endDate.replace('Z', '+00:00');
      }),
  );
  bug(
    'format.short-fraction',
    'DR',
    sessionLists,
    'a date-time is YYYY-MM-DDTHH:MM:SS.SSSZ',
    'zeros at the end of the fraction are left out (.250 becomes .25)',
    (k) =>
      then(k, sessionLists, (b) => {
        for (const r of b.data)
          if (!r.startDate.endsWith('.000Z')) r.startDate = r.startDate.replace(/0+Z$/, 'Z');
      }),
  );
  bug(
    'format.result-omitted',
    'SR',
    ['listInProgressSessions'],
    'an empty nested object is null',
    'sessions in progress lack result',
    (k) =>
      then(k, 'listInProgressSessions', (b) => {
        for (const r of b.data) delete r.result;
      }),
  );
  bug(
    'format.result-empty-object',
    'DR',
    'searchSessions',
    'result is null when empty',
    'in the search, sessions in progress have an empty object as result',
    (k) =>
      then(k, 'searchSessions', (b) => {
        for (const r of b.data) r.result ??= {} as Result;
      }),
  );
  bug(
    'format.duration-number',
    'SR',
    'listCompletedSessions',
    'a duration is PnYnMnDTnHnMnS',
    'the time taken is a number of seconds',
    (k) =>
      then(k, 'listCompletedSessions', (b) => {
        for (const r of b.data) must(r.result).timeTaken = seconds(must(r.result).timeTaken);
      }),
  );
  bug(
    'format.duration-clock-over-hour',
    'DR',
    ['listSessions', 'searchSessions', 'listCompletedSessions'],
    'a duration is PnYnMnDTnHnMnS',
    'from an hour on it is written as a clock time',
    (k) =>
      then(k, 'listSessions searchSessions listCompletedSessions', (b) => {
        for (const r of b.data) {
          const s = r.result ? seconds(r.result.timeTaken) : 0;
          if (s >= 3600)
            must(r.result).timeTaken =
              `${Math.floor(s / 3600)}:${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
        }
      }),
  );
  bug(
    'format.upn-number',
    'DR',
    userLists,
    'upn is a string',
    'a UPN of digits alone is sent as a number',
    (k) =>
      then(k, userLists, (b) => {
        for (const r of b.data) if (/^\d+$/.test(String(r.upn ?? ''))) r.upn = Number(r.upn);
      }),
  );
  bug(
    'format.level-tight',
    'SR',
    ['listCompletedSessions', 'listSessions'],
    'a level is [Level] - [Sub-Level]',
    'the blanks around the dash are missing',
    (k) =>
      then(k, 'listCompletedSessions listSessions', (b) => {
        for (const r of b.data) if (r.result) r.result.level = r.result.level.replace(' - ', '-');
      }),
  );
  bug(
    'format.level-na',
    'DR',
    sessionLists,
    'a writing assessment that did not meet the criteria gives NA',
    'it gives N/A',
    (k) =>
      then(k, sessionLists, (b) => {
        for (const r of b.data) if (r.result?.level === 'NA') r.result.level = 'N/A';
      }),
  );
  bug('format.search-201', 'SR', 'searchUsers', 'success of the search is 200', 'it is 201', (k) =>
    then(k, 'searchUsers', (_b, _c, a) => {
      a.status = 201;
    }),
  );
  bug(
    'format.broken-letters',
    'DR',
    'searchUsers',
    'fields are the texts of the user',
    'letters beyond Latin-1 come out as question marks in the search',
    (k) =>
      then(k, 'searchUsers', (b) => {
        b.data = mapTexts(b.data, (t) => t.replace(/[\u0100-\uffff]/g, '?')) as Item[];
      }),
  );

  // ---- Pagination
  bug('page.default-50', 'SR', 'listClasses', 'the default of limit is 100', 'it is 50', (k) =>
    bend(k, 'defaultLimit', (old) => (op, w) => (op === 'listClasses' ? 50 : old(op, w))),
  );
  bug(
    'page.default-20-with-cursor',
    'DR',
    'listCohorts listSessions',
    'the default of limit is 100',
    'with a cursor it is 20',
    (k) =>
      bend(
        k,
        'defaultLimit',
        (old) => (op, w) => (w.mark && ['listCohorts', 'listSessions'].includes(op) ? 20 : old(op, w)),
      ),
  );
  bug(
    'page.one-more',
    'SR',
    'listStudySessions',
    'limit is the maximum of items per page',
    'a page has one item more',
    (k) => {
      k.window = (x) => {
        if (x.wish.op === 'listStudySessions') x.end = Math.min(x.end + 1, x.rows.length);
      };
    },
  );
  bug(
    'page.limit-echo-100',
    'SR',
    'listUsers',
    'pagination.limit is the limit used',
    'it is always 100',
    (k) =>
      then(k, 'listUsers', (b) => {
        b.pagination.limit = 100;
      }),
  );
  bug(
    'page.total-of-page',
    'SR',
    'listCohorts',
    'pagination.total is the number of all results',
    'it is the number of items of the page',
    (k) =>
      then(k, 'listCohorts', (b) => {
        b.pagination.total = b.data.length;
      }),
  );
  bug(
    'page.total-unfiltered',
    'DR',
    'listCohorts',
    'pagination.total is the number of results',
    'with a search it counts all cohorts',
    (k, db) =>
      then(k, 'listCohorts', (b, c) => {
        if (c.query.has('search')) b.pagination.total = db.cohorts.length;
      }),
  );
  bug(
    'page.offset-from-one',
    'SR',
    'listClasses',
    'offset is a zero-based start index',
    'an offset counts from one',
    (k) => {
      const old = k.window;
      k.window = (x) => {
        old(x);
        const w = x.wish;
        if (w.op === 'listClasses' && !w.mark && w.offset > 0) {
          x.start = Math.min(w.offset - 1, x.rows.length);
          x.end = Math.min(x.start + w.limit, x.rows.length);
        }
      };
    },
  );
  bug(
    'page.offset-wraps',
    'DR',
    lists,
    'offset is an int32 start index',
    'it is kept in one byte: 256 is 0',
    (k) => {
      const old = k.window;
      k.window = (x) => {
        old(x);
        const w = x.wish;
        if (!w.mark && w.offset > 255) {
          x.start = Math.min(w.offset & 255, x.rows.length);
          x.end = Math.min(x.start + w.limit, x.rows.length);
        }
      };
    },
  );
  bug(
    'page.offset-echo-with-cursor',
    'DR',
    lists,
    'pagination.offset is 0 when a cursor is used',
    'it is the index of the first item',
    (k) =>
      bend(k, 'paging', (old) => (x, p) => (x.wish.mark ? { ...old(x, p), offset: x.start } : old(x, p))),
  );
  bug(
    'page.next-on-full-last',
    'DR',
    lists,
    'nextCursor is null on the last page',
    'it is not where the last page is full',
    (k) =>
      bend(k, 'paging', (old) => (x, p) => {
        const q = old(x, p);
        return q['nextCursor'] === null && x.end > x.start && x.end - x.start === x.wish.limit
          ? {
              ...q,
              nextCursor: k.writeMark({
                list: x.wish.op,
                sort: `${x.wish.sort.field} ${x.wish.sort.dir}`,
                way: 'after',
                key: x.keys[x.end - 1] ?? null,
              }),
            }
          : q;
      }),
  );
  bug(
    'page.previous-never',
    'SR',
    'listSessions',
    'previousCursor leads to the previous page',
    'it is always null',
    (k) =>
      then(k, 'listSessions', (b) => {
        b.pagination.previousCursor = null;
      }),
  );
  bug(
    'page.previous-loses-nearest',
    'DR',
    sessionLists,
    'previousCursor leads to the previous page',
    'the page ends one item too early',
    (k) => {
      const old = k.window;
      k.window = (x) => {
        old(x);
        if (sessionLists.includes(x.wish.op) && x.wish.mark?.way === 'before' && x.start > 0) {
          x.start--;
          x.end--;
        }
      };
    },
  );
  bug(
    'page.cursor-skips-ties',
    'DR',
    sessionLists,
    'nextCursor leads to the next page: no item is lost',
    'items with the same sort value as the last one of a page are skipped',
    (k) =>
      bend(k, 'readMark', (old) => (op, raw) => {
        const m = old(op, raw);
        return m?.key && m.way === 'after' && sessionLists.includes(op)
          ? { ...m, key: [m.key[0], Infinity] }
          : m;
      }),
  );
  bug(
    'page.both-accepted',
    'SR',
    ['listClasses', 'listSessions', 'listStudySessions'],
    'offset cannot be combined with cursor',
    'both together are accepted',
    (k) =>
      bend(
        k,
        'offsetBesideCursor',
        (old) => (op, n) => old(op, n) || ['listClasses', 'listSessions', 'listStudySessions'].includes(op),
      ),
  );
  bug(
    'page.both-accepted-in-body',
    'DR',
    'searchUsers searchSessions',
    'offset cannot be combined with cursor',
    'in a body both together are accepted',
    (k) => bend(k, 'offsetBesideCursor', (old) => (op, n) => old(op, n) || op.startsWith('search')),
  );
  bug(
    'page.bad-cursor-ignored',
    'SR',
    'listUsers',
    'a cursor is a value taken from an earlier response; else 400',
    'a cursor that cannot be read gives the first page',
    (k) =>
      bend(
        k,
        'readMark',
        (old) => (op, raw) =>
          old(op, raw) ??
          (op === 'listUsers' ? { list: op, sort: 'createdAt desc', way: 'after', key: null } : null),
      ),
  );
  bug(
    'page.limit-word',
    'SR',
    'listCohorts',
    'limit is an integer; else 400',
    'a word is taken as the default',
    (k) =>
      bend(
        k,
        'whole',
        (old) => (op, n, raw) => old(op, n, raw) ?? (op === 'listCohorts' && n === 'limit' ? 100 : null),
      ),
  );
  bug(
    'page.negative-offset',
    'DR',
    'listUsers listSessions',
    'offset is a zero-based index; else 400',
    'a negative offset is taken as 0',
    (k) =>
      bend(k, 'whole', (old) => (op, n, raw) => {
        const v = old(op, n, raw);
        return v !== null && ['listUsers', 'listSessions'].includes(op) && n === 'offset'
          ? Math.max(0, v)
          : v;
      }),
  );
  bug(
    'page.beyond-404',
    'DR',
    'listClasses listUsers',
    'the list lists 400 alone; no result is an empty page',
    'an offset beyond the end gets 404',
    (k) => {
      const old = k.window;
      k.window = (x) => {
        old(x);
        if (
          ['listClasses', 'listUsers'].includes(x.wish.op) &&
          x.wish.offset > 0 &&
          x.wish.offset >= x.rows.length
        )
          refuse(404, 'no such page');
      };
    },
  );
  bug(
    'page.cursor-loses-role',
    'DR',
    'listUsers',
    'filters hold on every page',
    'with a cursor the filter role is forgotten',
    (k) =>
      bend(k, 'heed', (old) => (w) => {
        old(w);
        if (w.op === 'listUsers' && w.mark) delete w.ones['role'];
      }),
  );
  bug(
    'page.previous-omitted',
    'SR',
    'listCohorts listInProgressSessions',
    'previousCursor is null on the first page',
    'it is left out there',
    (k) =>
      then(k, 'listCohorts listInProgressSessions', (b) => {
        if (b.pagination.previousCursor === null) delete b.pagination.previousCursor;
      }),
  );
  bug(
    'page.in-progress-whole',
    'SR',
    'listInProgressSessions',
    'the list is paginated',
    'limit has no effect',
    (k) => {
      k.window = (x) => {
        if (x.wish.op === 'listInProgressSessions' && !x.wish.mark) x.end = x.rows.length;
      };
    },
  );
  bug(
    'page.cursor-not-bytes',
    'SR',
    'listClasses',
    'a cursor is a string of bytes in base64',
    'it is plain text with commas',
    (k) => {
      bend(k, 'writeMark', (old) => (m) => (m.list === 'listClasses' ? `pos:${m.way},${old(m)}` : old(m)));
      bend(k, 'readMark', (old) => (op, raw) => old(op, raw.replace(/^pos:\w+,/, '')));
    },
  );
  bug(
    'page.last-loses-one',
    'DR',
    'listStudySessions listCompletedSessions',
    'the pages together hold all results',
    'the last page reached with a cursor lacks its last item',
    (k) =>
      then(k, 'listStudySessions listCompletedSessions', (b, c) => {
        if (c.query.has('cursor') && b.pagination.nextCursor === null && b.data.length > 1) b.data.pop();
      }),
  );
  bug(
    'page.cursor-used-up',
    'DR',
    'listCohorts',
    'a cursor taken from an earlier response is accepted',
    'a cursor works once only',
    (k) => {
      const used = new Set<string>();
      bend(k, 'readMark', (old) => (op, raw) => {
        if (op !== 'listCohorts') return old(op, raw);
        if (used.has(raw)) return null;
        used.add(raw);
        return old(op, raw);
      });
    },
  );

  // ---- Academic years
  bug(
    'years.current-is-last-but-one',
    'SR',
    'getCurrentAcademicYear',
    'the current academic year',
    'the year that is over is given as current',
    (k) =>
      then(k, 'getCurrentAcademicYear', (_b, c, a) => {
        const all = shown(must(k.handlers['listAcademicYears'])(c)).data;
        a.body = { academicYear: all[1] };
      }),
  );
  bug(
    'years.current-missing',
    'SR',
    'listAcademicYears',
    'data holds the academic years',
    'the current year is not among them',
    (k, db) =>
      then(k, 'listAcademicYears', (b) => {
        b.data = b.data.filter((y) => y.academicYearId !== db.currentYearId);
      }),
  );
  bug(
    'years.unknown-null',
    'SR',
    'getAcademicYear',
    '404 where there is no such year',
    '200 with academicYear: null',
    (k) => caught(k, 'getAcademicYear', () => ({ status: 200, body: { academicYear: null }, headers: {} })),
  );
  bug(
    'years.malformed-400',
    'DR',
    'getAcademicYear',
    'the endpoint lists no 400',
    'an id that is no UUID gets 400',
    (k) =>
      around(k, 'getAcademicYear', (c, next) =>
        /^[0-9a-f-]{36}$/i.test(must(c.params['academicYearId'])) ? next() : refuse(400, 'not a UUID'),
      ),
  );
  bug(
    'years.oldest-404',
    'DR',
    'getAcademicYear',
    '404 where there is no such year',
    'the oldest year of the list is not found by id',
    (k, db) =>
      around(k, 'getAcademicYear', (c, next) =>
        must(c.params['academicYearId']).toLowerCase() === must(db.years[0]).academicYearId
          ? refuse(404, 'no such year')
          : next(),
      ),
  );

  // ---- Classes
  bug(
    'classes.search-contains',
    'SR',
    'listClasses',
    'search is an exact match on the name',
    'it finds names that contain the text',
    (k) =>
      bend(
        k,
        'searchName',
        (old) => (op, n, q, w) =>
          op === 'listClasses' ? n.toLowerCase().includes(q.toLowerCase()) : old(op, n, q, w),
      ),
  );
  bug('classes.search-case', 'SR', 'listClasses', 'search is case-insensitive', 'letter case matters', (k) =>
    bend(k, 'searchName', (old) => (op, n, q, w) => (op === 'listClasses' ? n === q : old(op, n, q, w))),
  );
  bug(
    'classes.search-case-ascii',
    'DR',
    'listClasses',
    'search is case-insensitive',
    'for letters beyond ASCII case matters',
    (k) =>
      bend(
        k,
        'searchName',
        (old) => (op, n, q, w) => (op === 'listClasses' ? ascii(n) === ascii(q) : old(op, n, q, w)),
      ),
  );
  bug(
    'classes.search-plus',
    'DR',
    'listClasses',
    'search is an exact match on the name',
    'the text is decoded twice: names with + or % are not found',
    (k) =>
      bend(k, 'searchName', (old) => (op, n, q, w) => old(op, n, op === 'listClasses' ? twice(q) : q, w)),
  );
  bug(
    'classes.search-first-only',
    'DR',
    'listClasses',
    'search finds the classes with the name',
    'of two classes with the name only the first is found',
    (k) =>
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'listClasses' && w.ones['search'] !== undefined ? old(w, rows).slice(0, 1) : old(w, rows),
      ),
  );
  bug(
    'classes.search-wildcards',
    'DR',
    'listClasses',
    'search is an exact match on the name',
    '% and _ in the text stand for anything (LIKE)',
    (k) =>
      bend(
        k,
        'searchName',
        (old) => (op, n, q, w) =>
          op === 'listClasses'
            ? new RegExp(
                `^${q
                  .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
                  .replace(/%/g, '.*')
                  .replace(/_/g, '.')}$`,
                'iu',
              ).test(n) || old(op, n, q, w)
            : old(op, n, q, w),
      ),
  );
  bug(
    'classes.current-refused',
    'SR',
    'listClasses',
    'academicYearId may be the literal current',
    'current gets 400',
    (k) =>
      bend(
        k,
        'validOne',
        (old) => (op, n, v) =>
          old(op, n, v) && !(op === 'listClasses' && n === 'academicYearId' && v === 'current'),
      ),
  );
  bug('classes.unknown-400', 'SR', 'getClass', '404 where there is no such class', '400', (k) =>
    caught(k, 'getClass', (r) => refuse(400, r.detail)),
  );
  bug(
    'classes.single-current-year',
    'DR',
    'getClass',
    'academicYearId is the year the class belongs to',
    'read by id, a class of an earlier year shows the current one',
    (k, db) =>
      then(k, 'getClass', (b) => {
        b.class.academicYearId = db.currentYearId;
      }),
  );

  // ---- Cohorts and tests
  bug(
    'cohorts.search-lowered-once',
    'SR',
    'listCohorts',
    'search is case-insensitive',
    'the text is put in small letters, the name is not',
    (k) =>
      bend(
        k,
        'searchName',
        (old) => (op, n, q, w) => (op === 'listCohorts' ? n === q.toLowerCase() : old(op, n, q, w)),
      ),
  );
  bug(
    'cohorts.search-case-with-year',
    'DR',
    'listCohorts',
    'search is case-insensitive',
    'together with academicYearId letter case matters',
    (k) =>
      bend(
        k,
        'searchName',
        (old) => (op, n, q, w) =>
          op === 'listCohorts' && w.ones['academicYearId'] !== undefined ? n === q : old(op, n, q, w),
      ),
  );
  bug(
    'cohorts.unknown-year-404',
    'DR',
    'listCohorts',
    'the list lists 400 alone',
    'the UUID of no year gets 404',
    (k, db) =>
      bend(k, 'heed', (old) => (w) => {
        old(w);
        const y = w.ones['academicYearId'];
        if (
          w.op === 'listCohorts' &&
          y &&
          y !== 'current' &&
          !db.years.some((r) => r.academicYearId === y.toLowerCase())
        )
          refuse(404, 'no such year');
      }),
  );
  bug(
    'cohorts.list-no-tests',
    'SR',
    'listCohorts',
    'tests are those assigned to the cohort',
    'the list shows none',
    (k) =>
      then(k, 'listCohorts', (b) => {
        for (const r of b.data) delete r.tests;
      }),
  );
  bug(
    'cohorts.single-first-test',
    'DR',
    'getCohort',
    'tests are those assigned to the cohort',
    'read by id, a cohort shows its first test alone',
    (k) =>
      then(k, 'getCohort', (b) => {
        b.cohort.tests = b.cohort.tests?.slice(0, 1);
      }),
  );
  bug(
    'cohorts.unknown-null',
    'SR',
    'getCohort',
    '404 where there is no such cohort',
    '200 with cohort: null',
    (k) =>
      caught(k, 'getCohort', (r) =>
        r.status === 404 ? { status: 200, body: { cohort: null }, headers: {} } : refuse(r.status, r.detail),
      ),
  );
  bug(
    'tests.ten',
    'SR',
    'listTests',
    'the list of tests is not paginated',
    'only the first ten are there',
    (k) =>
      then(k, 'listTests', (b) => {
        b.data = b.data.slice(0, 10);
      }),
  );
  bug(
    'tests.limit-heeded',
    'DR',
    'listTests',
    'the list of tests is not paginated',
    'it is cut at the parameter limit',
    (k) =>
      then(k, 'listTests', (b, c) => {
        const n = Number(c.query.get('limit'));
        if (n > 0) b.data = b.data.slice(0, n);
      }),
  );
  bug('tests.bare-array', 'SR', 'listTests', 'lists use data', 'the answer is the bare array', (k) =>
    then(k, 'listTests', (b, _c, a) => {
      a.body = b.data;
    }),
  );

  // ---- Users
  bug('users.userid-31', 'SR', 'listUsers', 'userId takes 1 to 30 values', '31 and more are accepted', (k) =>
    bend(k, 'maxValues', (old) => (op, s) => (op === 'listUsers' && s === 'userId' ? 1000 : old(op, s))),
  );
  bug('users.upn-30', 'DR', 'listUsers', 'upn takes 1 to 30 values', '30 are refused', (k) =>
    bend(k, 'maxValues', (old) => (op, s) => (op === 'listUsers' && s === 'upn' ? 29 : old(op, s))),
  );
  bug(
    'users.username-last',
    'SR',
    'listUsers',
    'username may be repeated',
    'only the last value counts',
    (k) =>
      bend(
        k,
        'values',
        (old) => (op, s, v) => old(op, s, op === 'listUsers' && s === 'username' ? v.slice(-1) : v),
      ),
  );
  bug(
    'users.userid-ten',
    'DR',
    'listUsers',
    'userId takes up to 30 values',
    'from the eleventh on values are ignored',
    (k) =>
      bend(
        k,
        'values',
        (old) => (op, s, v) => old(op, s, op === 'listUsers' && s === 'userId' ? v.slice(0, 10) : v),
      ),
  );
  bug(
    'users.filters-or',
    'SR',
    'listUsers',
    'filters narrow the list',
    'two filters find what either finds',
    (k) =>
      bend(
        k,
        'join',
        (old) => (op, f) => (op === 'listUsers' && f.length > 1 ? f.some(([, x]) => x) : old(op, f)),
      ),
  );
  bug(
    'users.role-first',
    'DR',
    userLists,
    'roles are all roles of the user; role filters by them',
    'the filter looks at the first role alone',
    (k) =>
      bend(
        k,
        'matchOne',
        (old) => (op, n, r, v, w) => (n === 'role' ? r.roles[0] === v : old(op, n, r, v, w)),
      ),
  );
  bug(
    'users.email-domain',
    'SR',
    userLists,
    'email is an address to filter by',
    'only the part after the at sign is compared',
    (k) => {
      k.sameEmail = (a, b) => a.split('@')[1] === b.split('@')[1];
    },
  );
  bug(
    'users.email-plus',
    'DR',
    'listUsers',
    'email is an address to filter by',
    'a plus sign in the address is lost: nothing is found',
    (k) =>
      bend(
        k,
        'matchOne',
        (old) => (op, n, r, v, w) =>
          old(op, n, r, op === 'listUsers' && n === 'email' ? v.replace('+', '') : v, w),
      ),
  );
  bug('users.name-ignored', 'SR', 'listUsers', 'name filters', 'it has no effect', (k) =>
    bend(k, 'heed', (old) => (w) => {
      old(w);
      if (w.op === 'listUsers') delete w.ones['name'];
    }),
  );
  bug(
    'users.sort-default-asc',
    'SR',
    'listUsers',
    'the default sort is createdAt desc',
    'it is createdAt asc',
    (k) =>
      bend(k, 'resort', (old) => (w) => {
        old(w);
        if (w.op === 'listUsers' && !w.sort.given) w.sort.dir = 'asc';
      }),
  );
  bug(
    'users.sort-default-search-asc',
    'DR',
    'searchUsers',
    'the default sort is createdAt desc',
    'where the body has filters but no sort, it is createdAt asc',
    (k) =>
      bend(k, 'resort', (old) => (w) => {
        old(w);
        if (
          w.op === 'searchUsers' &&
          !w.sort.given &&
          (Object.keys(w.sets).length || Object.keys(w.ones).length)
        )
          w.sort.dir = 'asc';
      }),
  );
  bug(
    'users.sort-updated',
    'DR',
    userLists,
    'the sort field decides the order',
    'updatedAt sorts by createdAt',
    (k) =>
      bend(
        k,
        'sortValue',
        (old) => (op, f, r) => old(op, userLists.includes(op) && f === 'updatedAt' ? 'createdAt' : f, r),
      ),
  );
  bug('users.no-classids', 'SR', 'listUsers', 'classIds are present in GET /users', 'they are missing', (k) =>
    then(k, 'listUsers', (b) => {
      for (const r of b.data) delete r.classIds;
    }),
  );
  bug(
    'users.search-no-cohortids',
    'DR',
    'searchUsers',
    'cohortIds are present in POST /users/search',
    'they are missing where the user has one cohort only',
    (k) =>
      then(k, 'searchUsers', (b) => {
        for (const r of b.data) if (r.cohortIds?.length === 1) delete r.cohortIds;
      }),
  );
  bug(
    'users.one-role',
    'DR',
    'listUsers',
    'roles are all platform roles of the user',
    'only the first is shown',
    (k) =>
      then(k, 'listUsers', (b) => {
        for (const r of b.data) r.roles = r.roles.slice(0, 1);
      }),
  );
  bug(
    'users.userid-malformed',
    'SR',
    'listUsers',
    'userId is a UUID; else 400',
    'anything is accepted',
    (k) => bend(k, 'validValue', (old) => (op, s, v) => old(op, s, v) || op === 'listUsers'),
  );
  bug(
    'users.comma',
    'DR',
    'listUsers',
    'the parameter is repeated for several values',
    'a value is split at commas: ids with a comma are not found',
    (k) =>
      bend(
        k,
        'values',
        (old) => (op, s, v) =>
          old(op, s, op === 'listUsers' && s === 'externalId' ? v.flatMap((x) => x.split(',')) : v),
      ),
  );

  // ---- Search of users
  bug(
    'search.31-refused',
    'SR',
    'searchUsers',
    'the search is meant for more than 30 values',
    'more than 30 get 400',
    (k) => bend(k, 'maxValues', (old) => (op, s) => (op === 'searchUsers' ? 30 : old(op, s))),
  );
  bug(
    'search.hundred',
    'DR',
    'searchUsers',
    'the search is meant for more than 30 values',
    'from the 101st on values are ignored',
    (k) => bend(k, 'values', (old) => (op, s, v) => old(op, s, op === 'searchUsers' ? v.slice(0, 100) : v)),
  );
  bug('search.usernames-ignored', 'SR', 'searchUsers', 'usernames filters', 'it has no effect', (k) =>
    bend(k, 'heed', (old) => (w) => {
      old(w);
      if (w.op === 'searchUsers') delete w.sets['username'];
    }),
  );
  bug('search.limit-ignored', 'SR', 'searchUsers', 'limit stands in the body', 'it is ignored', (k) =>
    bend(k, 'heed', (old) => (w) => {
      old(w);
      if (w.op === 'searchUsers') w.limit = 100;
    }),
  );
  bug('search.cursor-null', 'DR', 'searchUsers', 'cursor is a string or null', 'null gets 400', (k) =>
    around(k, 'searchUsers', (c, next) =>
      body(c)['cursor'] === null ? refuse(400, 'cursor must be a text') : next(),
    ),
  );
  bug(
    'search.empty-finds-none',
    'DR',
    'searchUsers',
    'all properties of search are optional',
    'an empty search finds nobody',
    (k) =>
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'searchUsers' && JSON.stringify(body(w.call)['search']) === '{}' ? [] : old(w, rows),
      ),
  );

  // ---- Sessions
  bug(
    'sessions.gt-inclusive',
    'DR',
    sessionLists,
    'gt is greater than',
    'startDate[gt] includes the moment itself',
    (k) =>
      bend(
        k,
        'within',
        (old) => (op, f, v, b) =>
          f === 'startDate' && b.oper === 'gt' ? v !== null && v >= b.at : old(op, f, v, b),
      ),
  );
  bug(
    'sessions.lte-exclusive',
    'DR',
    'listSessions listCompletedSessions',
    'lte is less than or equal',
    'endDate[lte] excludes the moment itself',
    (k) =>
      bend(
        k,
        'within',
        (old) => (op, f, v, b) =>
          f === 'endDate' && b.oper === 'lte' && op !== 'searchSessions'
            ? v !== null && v < b.at
            : old(op, f, v, b),
      ),
  );
  bug(
    'sessions.fraction-ignored',
    'DR',
    sessionGets,
    'a value is an ISO 8601 date-time',
    'the fraction of a second in the value is cut off',
    (k) =>
      bend(k, 'moment', (old) => (op, f, o, raw) => {
        const v = old(op, f, o, raw);
        return v !== null && sessionGets.includes(op) ? Math.floor(v / 1000) * 1000 : v;
      }),
  );
  bug(
    'sessions.unix-millis',
    'SR',
    'listSessions',
    'a Unix timestamp counts seconds',
    'it counts milliseconds',
    (k) =>
      bend(k, 'moment', (old) => (op, f, o, raw) => {
        const v = old(op, f, o, raw);
        return v !== null && op === 'listSessions' && /^-?\d+$/.test(String(raw)) ? v / 1000 : v;
      }),
  );
  bug(
    'sessions.unix-refused',
    'SR',
    'listCompletedSessions',
    'a value may be a Unix timestamp',
    'it gets 400',
    (k) =>
      bend(
        k,
        'moment',
        (old) => (op, f, o, raw) =>
          op === 'listCompletedSessions' && /^-?\d+$/.test(String(raw)) ? null : old(op, f, o, raw),
      ),
  );
  bug(
    'sessions.upper-ignored',
    'SR',
    'listSessions',
    'operators may be combined into a range',
    'only the first operator counts',
    (k) =>
      bend(k, 'heed', (old) => (w) => {
        old(w);
        if (w.op === 'listSessions')
          for (const f of Object.keys(w.dates)) w.dates[f] = must(w.dates[f]).slice(0, 1);
      }),
  );
  bug(
    'sessions.gt-gte',
    'SR',
    sessionGets,
    'gt and gte cannot be used together',
    'both together are accepted',
    (k) =>
      bend(
        k,
        'clash',
        (old) => (op, f, o) =>
          sessionGets.includes(op) && !(o.includes('lt') && o.includes('lte')) ? false : old(op, f, o),
      ),
  );
  bug(
    'sessions.end-is-start',
    'SR',
    'listCompletedSessions',
    'endDate filters by the end date',
    'it filters by the start date',
    (k) =>
      bend(k, 'dateOf', (old) => (op, f, r) => old(op, op === 'listCompletedSessions' ? 'startDate' : f, r)),
  );
  bug(
    'sessions.open-end',
    'DR',
    'listSessions searchSessions',
    'endDate filters by the end date',
    'endDate[gt] finds sessions in progress too',
    (k) =>
      bend(
        k,
        'within',
        (old) => (op, f, v, b) => old(op, f, v, b) || (f === 'endDate' && v === null && b.oper === 'gt'),
      ),
  );
  bug(
    'sessions.date-word',
    'SR',
    'listSessions',
    'a value is ISO 8601 or Unix; else 400',
    'any other value is ignored',
    (k) =>
      bend(
        k,
        'moment',
        (old) => (op, f, o, raw) =>
          old(op, f, o, raw) ?? (op === 'listSessions' ? (o[0] === 'g' ? -Infinity : Infinity) : null),
      ),
  );
  bug(
    'sessions.february-30',
    'DR',
    sessionGets,
    'a value is an ISO 8601 date-time; else 400',
    'days that the month does not have are carried over',
    (k) =>
      bend(
        k,
        'moment',
        (old) => (op, f, o, raw) =>
          old(op, f, o, raw) ??
          (sessionGets.includes(op) && /^\d{4}-\d\d-(29|30|31)T/.test(String(raw))
            ? isoMoment(String(raw).replace(/-\d\dT/, '-28T'))
            : null),
      ),
  );
  bug(
    'sessions.subject-begins',
    'DR',
    sessionLists,
    'subject filters',
    'a subject finds others that begin with it (English, English Writing)',
    (k, db) =>
      bend(
        k,
        'matchSet',
        (old) => (op, s, r, v, w) =>
          s === 'subject'
            ? v.some((x) => must(db.tests.find((t) => t.testId === r.testId)).subject.startsWith(x))
            : old(op, s, r, v, w),
      ),
  );
  bug('sessions.status-ignored', 'SR', 'listSessions', 'status filters', 'it has no effect', (k) =>
    bend(k, 'heed', (old) => (w) => {
      old(w);
      if (w.op === 'listSessions') delete w.ones['status'];
    }),
  );
  bug(
    'sessions.default-desc',
    'SR',
    'listSessions',
    'the default sort is startDate asc',
    'it is startDate desc',
    (k) =>
      bend(k, 'resort', (old) => (w) => {
        old(w);
        if (w.op === 'listSessions' && !w.sort.given) w.sort.dir = 'desc';
      }),
  );
  bug(
    'sessions.sort-by-day',
    'DR',
    sessionGets,
    'sort by startDate',
    'sessions of one day come in any order',
    (k) =>
      bend(
        k,
        'sortValue',
        (old) => (op, f, r) =>
          f === 'startDate' && sessionGets.includes(op) ? Math.floor(r.start / 86400000) : old(op, f, r),
      ),
  );
  bug(
    'sessions.completed-shows-open',
    'SR',
    'listCompletedSessions',
    'the list is of Completed sessions',
    'sessions in progress are among them',
    (k, db) =>
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'listCompletedSessions'
            ? [...old(w, rows), ...asRows(db.sessions.filter((s) => s.end === undefined).slice(0, 3))]
            : old(w, rows),
      ),
  );
  bug(
    'sessions.open-shows-completed',
    'DR',
    'listInProgressSessions',
    'the list is of In Progress sessions',
    'with userId all sessions of the user are listed',
    (k, db) =>
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'listInProgressSessions' && w.sets['userId']
            ? asRows(
                db.sessions.filter((s) => must(w.sets['userId']).some((u) => u.toLowerCase() === s.userId)),
              )
            : old(w, rows),
      ),
  );
  bug(
    'sessions.list-lacks-open',
    'SR',
    'listSessions',
    'the list searches both kinds',
    'sessions in progress are missing',
    (k) =>
      bend(
        k,
        'found',
        (old) => (w, rows) =>
          w.op === 'listSessions' ? old(w, rows).filter((s) => s.end !== undefined) : old(w, rows),
      ),
  );
  bug(
    'sessions.na-no-result',
    'DR',
    ['listSessions', 'listCompletedSessions'],
    'a completed session carries a result',
    'where the level is NA, result is null',
    (k) =>
      then(k, 'listSessions listCompletedSessions', (b) => {
        for (const r of b.data) if (r.result?.level === 'NA') r.result = null;
      }),
  );
  bug(
    'sessions.open-end-date',
    'SR',
    'listInProgressSessions',
    'an In Progress session has no endDate',
    'it has that of its start',
    (k) =>
      then(k, 'listInProgressSessions', (b) => {
        for (const r of b.data) r.endDate = r.startDate;
      }),
  );
  bug(
    'sessions.externalid-kept',
    'DR',
    sessionGets,
    'the externalId filter was removed from the session lists',
    'it still filters',
    (k, db) =>
      bend(k, 'found', (old) => (w, rows) => {
        const x = sessionGets.includes(w.op) ? w.call.query.getAll('externalId') : [];
        return x.length
          ? old(w, rows).filter((s) =>
              x.includes(must(db.users.find((u) => u.userId === s.userId)).externalId ?? ''),
            )
          : old(w, rows);
      }),
  );
  bug(
    'sessions.search-fifty',
    'DR',
    'searchSessions',
    'the search is for many filter values',
    'from the 51st on values are ignored',
    (k) => bend(k, 'values', (old) => (op, s, v) => old(op, s, op === 'searchSessions' ? v.slice(0, 50) : v)),
  );
  bug('sessions.search-sort-ignored', 'SR', 'searchSessions', 'the body holds sort', 'it is ignored', (k) =>
    bend(k, 'resort', (old) => (w) => {
      old(w);
      if (w.op === 'searchSessions') w.sort = { field: 'startDate', dir: 'asc', given: false };
    }),
  );
  bug(
    'study.user-ignored',
    'SR',
    'listStudySessions',
    'the list has filtering: userId',
    'userId has no effect',
    (k) =>
      bend(k, 'heed', (old) => (w) => {
        old(w);
        if (w.op === 'listStudySessions') delete w.sets['userId'];
      }),
  );
  bug(
    'study.end-ignored',
    'DR',
    'listStudySessions',
    'the list has filtering: endDate',
    'endDate has no effect where startDate is given',
    (k) =>
      bend(k, 'heed', (old) => (w) => {
        old(w);
        if (w.op === 'listStudySessions' && w.dates['startDate']) delete w.dates['endDate'];
      }),
  );

  // ---- Errors
  const onError = (k: Policy, f: (a: Answer, b: Fields, c: Call) => void) => {
    k.after.push((c, a) => {
      if (a.status >= 400 && a.body) f(a, a.body as Fields, c);
    });
  };
  bug('errors.status-text', 'SR', every, 'status is an integer', 'it is a text', (k) =>
    onError(k, (a, b) => {
      b['status'] = String(a.status);
    }),
  );
  bug('errors.no-message', 'SR', every, 'a basic error has a message', '401 and 403 come without it', (k) =>
    onError(k, (_a, b) => {
      delete b['message'];
    }),
  );
  bug(
    'errors.status-other',
    'DR',
    ['getClass', 'getCohort', 'getAcademicYear'],
    'status equals the HTTP status',
    'the body of a 404 says 400',
    (k) =>
      onError(k, (a, b) => {
        if (a.status === 404) b['status'] = 400;
      }),
  );
  bug(
    'errors.mixed',
    'DR',
    lists,
    'an error takes one of two formats',
    'a bad cursor gets a third one: { error, code }',
    (k) =>
      onError(k, (a, _b, c) => {
        if (a.status === 400 && (c.query.has('cursor') || body(c)['cursor']))
          a.body = { error: 'bad cursor', code: 400 };
      }),
  );
  bug(
    'errors.200',
    'SR',
    'listUsers',
    '400 for an invalid request',
    'the error comes with status 200',
    (k) => {
      k.after.push((c, a) => {
        if (c.op === 'listUsers' && a.status === 400) a.status = 200;
      });
    },
  );
  bug(
    'errors.422',
    'DR',
    'listCohorts listStudySessions',
    '400 for an invalid request',
    'bad values of limit or offset get 422',
    (k) =>
      caught(k, 'listCohorts listStudySessions', (r) =>
        refuse(/limit|offset/.test(r.detail) ? 422 : r.status, r.detail),
      ),
  );
  bug(
    'errors.not-json-500',
    'DR',
    'searchUsers searchSessions',
    '400 for an invalid request',
    'a body that is not JSON gets 500',
    (k) =>
      around(k, 'searchUsers searchSessions', (c, next) =>
        c.json === undefined ? refuse(500, 'internal error') : next(),
      ),
  );
  bug('errors.401-plain', 'SR', every, 'an error takes one of two JSON formats', '401 is plain text', (k) => {
    k.after.push((_c, a) => {
      if (a.status === 401) {
        a.raw = 'Unauthorized';
        a.headers['content-type'] = 'text/plain';
      }
    });
  });

  return all;
};

const seconds = (t: string | number) => {
  const m = must(/T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(t)));
  return Number(m[1] ?? 0) * 3600 + Number(m[2] ?? 0) * 60 + Number(m[3] ?? 0);
};
const ascii = (t: string) => t.replace(/[A-Z]/g, (x) => x.toLowerCase());
const twice = (t: string) => {
  const s = t.replace(/\+/g, ' ');
  try {
    return decodeURIComponent(s);
  } catch {
    return s;
  }
};
const isMissing = (db: Database, c: Call) =>
  c.op === 'getClass'
    ? !db.classes.some((r) => r.classId === must(c.params['classId']).toLowerCase())
    : !db.cohorts.some((r) => r.cohortId === must(c.params['cohortId']).toLowerCase());
