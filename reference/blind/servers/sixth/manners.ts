// Ways in which the server may differ and still keep the interface and its profile.
import { bend, type Item, mapTexts, type Shown, shown } from './bug-tools.ts';
import { compare, type Fields, isUuid, type Policy, sealMark } from './engine.ts';
import type { Database } from './model.ts';

export interface Manner {
  id: string;
  permits: string;
  adopt: (k: Policy, db: Database) => void;
}
const all: Manner[] = [];
const manner = (id: string, permits: string, adopt: Manner['adopt']) => {
  all.push({ id: `manner.${id}`, permits, adopt });
};
const good = (op: string, k: Policy, f: (body: Shown) => void) => {
  k.last.push((c, a) => {
    if (c.op === op && a.status < 300 && a.body) f(shown(a));
  });
};

manner(
  'problems-only',
  'An error response takes one of two JSON formats; which endpoint returns which is not shown: here all are problem details.',
  (k) => {
    k.problem = () => true;
  },
);
manner(
  'basic-only',
  'An error response takes one of two JSON formats; which endpoint returns which is not shown: here all are basic errors.',
  (k) => {
    k.problem = () => false;
  },
);
manner(
  'other-words',
  'message and detail are human-readable: their words are open, and their language.',
  (k) => {
    k.words = (d) => `Désolé – requête refusée (${d.length}) «${d.toUpperCase()}»`;
  },
);
manner('indented', 'Responses are application/json: white space between its tokens means nothing.', (k) => {
  k.indent = 2;
});
manner('escaped', 'Responses are application/json: letters may be written as \\u escapes.', (k) => {
  k.letters = (t) =>
    t.replace(/[\u0080-\uffff]/g, (x) => `\\u${x.charCodeAt(0).toString(16).padStart(4, '0')}`);
});
manner('members-backwards', 'The members of a JSON object have no order.', (k) => {
  k.last.push((_c, a) => {
    if (a.body !== undefined) a.body = turned(a.body);
  });
});
manner(
  'bare-content-type',
  'Responses are application/json: a charset parameter, and the case of the type, are open.',
  (k) => {
    k.last.push((_c, a) => {
      if (a.headers['content-type']?.startsWith('application/json'))
        a.headers['content-type'] = 'Application/JSON';
    });
  },
);
manner(
  'echoed-origin',
  'Browser requests from any origin are permitted: the header may name the origin that asks.',
  (k) => {
    k.last.push((c, a) => {
      const o = c.headers.get('origin');
      if (o && a.headers['access-control-allow-origin'] === '*') {
        a.headers['access-control-allow-origin'] = o;
        a.headers['vary'] = 'Origin';
      }
    });
  },
);
manner('preflight-200', 'How a preflight is answered is not shown: here with 200 and an empty body.', (k) => {
  k.last.push((c, a) => {
    if (c.method === 'OPTIONS' && a.status === 204) {
      a.status = 200;
      a.raw = '';
    }
  });
});
manner(
  'preflight-per-path',
  'A preflight need allow only what was asked for: here the method and the headers asked for alone.',
  (k) => {
    k.last.push((c, a) => {
      const m = c.method === 'OPTIONS' ? c.headers.get('access-control-request-method') : null;
      if (m) {
        a.headers['access-control-allow-methods'] = m;
        a.headers['access-control-allow-headers'] =
          c.headers.get('access-control-request-headers') ?? 'x-api-key';
        delete a.headers['access-control-max-age'];
      }
    });
  },
);
manner('capital-ids', 'Identifiers are UUIDs: their letters may be capitals.', (k) => {
  k.last.push((_c, a) => {
    if (a.body !== undefined && a.status < 300)
      a.body = mapTexts(a.body, (t) => (isUuid(t) ? t.toUpperCase() : t));
  });
});
manner('further-fields', 'Nothing forbids fields beyond those shown.', (k) => {
  k.last.push((c, a) => {
    if (a.status < 300 && a.body && typeof a.body === 'object') {
      const b = a.body as Fields;
      const add = (o: unknown) => {
        if (o && typeof o === 'object' && !Array.isArray(o)) (o as Fields)['revision'] = 7;
      };
      if (Array.isArray(b['data'])) b['data'].forEach(add);
      for (const n of ['class', 'cohort', 'academicYear', 'user']) add(b[n]);
      if (c.op) b['meta'] = { served: 'roster' };
    }
  });
});
manner('further-headers', 'Nothing forbids further response headers.', (k) => {
  k.last.push((c, a) => {
    a.headers['cache-control'] = 'no-store';
    a.headers['x-call'] = String(c.nth);
    if (a.status === 401) a.headers['www-authenticate'] = 'ApiKey realm="roster"';
  });
});
manner(
  'slim-learner',
  'The complete field list of SessionUser is not shown; the profile promises userId and fullName alone.',
  (k) => {
    for (const op of ['listSessions', 'listCompletedSessions', 'listInProgressSessions', 'searchSessions'])
      good(op, k, (b) => {
        for (const s of b.data) s.learner = { userId: s.learner.userId, fullName: s.learner.fullName };
      });
  },
);
manner('long-durations', 'A duration is PnYnMnDTnHnMnS: parts of zero may be written out.', (k) => {
  for (const op of ['listSessions', 'listCompletedSessions', 'searchSessions'])
    good(op, k, (b) => {
      for (const s of b.data)
        if (s.result) {
          const m = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(String(s.result.timeTaken));
          if (m) s.result.timeTaken = `P0Y0M0DT${m[1] ?? 0}H${m[2] ?? 0}M${m[3] ?? 0}S`;
        }
    });
});
manner('classes-by-name', 'No order of classes is promised: here by name.', (k) => {
  bend(k, 'sortValue', (old) => (op, f, r) => (op === 'listClasses' ? r.name : old(op, f, r)));
});
manner('cohorts-newest-first', 'No order of cohorts is promised: here the newest first.', (k) =>
  bend(k, 'tie', (old) => (op, r) => (op === 'listCohorts' ? -old(op, r) : old(op, r))),
);
manner('years-newest-first', 'No order of academic years is promised: here the last first.', (k) =>
  good('listAcademicYears', k, (b) => {
    b.data.reverse();
  }),
);
manner('tests-by-subject', 'No order of tests is promised: here by subject.', (k) =>
  good('listTests', k, (b) => {
    b.data.sort((x: Item, y: Item) => compare(x.subject, y.subject) || compare(x.name, y.name));
  }),
);
manner(
  'ties-backwards',
  'Nothing is promised on the order of users and sessions with the same sort value.',
  (k) => bend(k, 'tie', (old) => (op, r) => (/user|session/i.test(op) ? -old(op, r) : old(op, r))),
);
manner(
  'open-ends-first',
  'Where sessions without endDate stand when sorted by endDate is not shown: here first.',
  (k) =>
    bend(
      k,
      'order',
      (old) => (op, dir, a, b) =>
        (a[0] === null) !== (b[0] === null) ? (a[0] === null ? -1 : 1) : old(op, dir, a, b),
    ),
);
manner(
  'new-cursors-each-time',
  'A cursor is a string of bytes whose content is not shown: here another one in each response.',
  (k) => {
    let n = 0;
    k.writeMark = (m) => sealMark(m, ' '.repeat(1 + (n++ % 17)));
  },
);
manner('email-case-counts', 'Whether the filter email heeds letter case is not shown: here it does.', (k) => {
  k.sameEmail = (a, b) => a === b;
});
manner(
  'name-begins',
  'How the filter name matches is not shown: here the full name, or the first or last name, begins with the text.',
  (k) => {
    k.hasName = (r, v) =>
      [r.fullName, r.firstName, r.lastName].some((t: string) => t.toLowerCase().startsWith(v.toLowerCase()));
  },
);
manner('location', 'Nothing forbids a Location header on 201.', (k) => {
  k.last.push((c, a) => {
    if (a.status === 201 && a.body) {
      const b: Partial<Shown> = shown(a);
      a.headers['location'] = `${c.path}/${b.class?.classId ?? b.cohort?.cohortId ?? b.user?.userId ?? ''}`;
    }
  });
});

export const MANNERS: readonly Manner[] = all;

function turned(v: unknown): unknown {
  if (Array.isArray(v)) return v.map(turned);
  if (v && typeof v === 'object')
    return Object.fromEntries(
      Object.entries(v)
        .reverse()
        .map(([n, x]) => [n, turned(x)]),
    );
  return v;
}
