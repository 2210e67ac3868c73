// A small service, as an implementer might begin: the academic years alone. Any framework gives such a function.

const years = [
  {
    academicYearId: '5b2c1f0e-6f5d-4c53-9c0a-7d1f3b8e2a41',
    name: '2026/27',
    startDate: '2026-09-01T00:00:00.000Z',
    endDate: '2027-08-31T23:59:59.000Z',
  },
];

/** The key that the service takes. */
export const key = 'a-key-of-the-test';

/** @type {import('rollcall').Handler} */
export function handle(request) {
  const { pathname } = new URL(request.url);
  if (request.method === 'OPTIONS') return answer(204);
  if (request.headers.get('x-api-key') !== key) return refuse(401, 'There is no such key.');
  const [, id] = /^\/api\/v1\/academic-years(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (request.method !== 'GET' || !pathname.startsWith('/api/v1/academic-years'))
    return refuse(404, 'Nothing is here.');
  if (id === undefined) return answer(200, { data: years });
  const year = years.find(({ academicYearId }) => id === 'current' || academicYearId === id.toLowerCase());
  return year ? answer(200, { academicYear: year }) : refuse(404, 'There is no such academic year.');
}

/**
 * @param {number} status
 * @param {string} message
 */
function refuse(status, message) {
  return answer(status, { status, message });
}

/**
 * @param {number} status
 * @param {object} [body]
 */
function answer(status, body) {
  const headers = {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'x-api-key, content-type',
  };
  return body ? Response.json(body, { status, headers }) : new Response(null, { status, headers });
}
