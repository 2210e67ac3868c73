import fc from 'fast-check';

/** A request as no one means it, and as some client sends it: in words, with what is added to an ordinary one. */
export interface Oddity {
  readonly oddity: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const long = 6_000;

const inQuery: readonly Oddity[] = [
  { oddity: 'a parameter that nobody knows', query: 'rollcall=1' },
  { oddity: 'a parameter without a value', query: 'search&name=&limit=' },
  { oddity: 'a parameter given three times', query: 'limit=1&limit=2&limit=1' },
  { oddity: 'a parameter with brackets', query: 'limit%5B%5D=1&limit%5B0%5D%5Ba%5D=1' },
  { oddity: 'a very long value', query: `search=${'z'.repeat(long)}` },
  { oddity: 'letters of many scripts', query: `search=${encodeURIComponent('Żółć Ελλάδα 学校 مدرسة')}` },
  { oddity: 'an emoji of several code points', query: `name=${encodeURIComponent('👩‍🏫')}` },
  { oddity: 'a lone quote', query: "search=O'Brien%27%22%3B--" },
  { oddity: 'a character zero', query: 'search=a%00b' },
  { oddity: 'a percent sign that encodes nothing', query: 'search=%E0%A4%A' },
  { oddity: 'a number beyond all bounds', query: 'offset=99999999999999999999999' },
  { oddity: 'a wildcard', query: 'search=%25_*' },
];

const inHeaders: readonly Oddity[] = [
  { oddity: 'a client that wants HTML', headers: { accept: 'text/html' } },
  { oddity: 'a client that wants a picture', headers: { accept: 'image/png;q=0.9, nonsense' } },
  { oddity: 'a language that nobody knows', headers: { 'accept-language': 'tlh;q=0.1,*;q=x' } },
];

const nested = `${'['.repeat(400)}${']'.repeat(400)}`;

const inBody: readonly Oddity[] = [
  { oddity: 'a body of plain text', headers: { 'content-type': 'text/plain' }, body: 'rollcall' },
  { oddity: 'a body of XML', headers: { 'content-type': 'application/xml' }, body: '<rollcall/>' },
  {
    oddity: 'a body in an unknown character set',
    headers: { 'content-type': 'application/json; charset=x' },
    body: '{}',
  },
  { oddity: 'an empty object', body: '{}' },
  { oddity: 'an empty text', body: '""' },
  { oddity: 'brackets within brackets', body: `{"search":${nested},"userIds":${nested}}` },
  { oddity: 'a key that is special in some languages', body: '{"__proto__":{"a":1},"constructor":7}' },
  { oddity: 'the same key twice', body: '{"userIds":[],"userIds":7}' },
  { oddity: 'a number beyond all bounds', body: '{"limit":1e400,"offset":-1e308}' },
  { oddity: 'half an emoji', body: '{"rollcall":"\\ud83d"}' },
  { oddity: 'a very long text', body: `{"rollcall":"${'z'.repeat(20 * long)}"}` },
];

/** Oddities of a request without a body. */
export const oddReads: fc.Arbitrary<Oddity> = fc.constantFrom(...inQuery, ...inHeaders);

/** Oddities of a request with a body; none of these bodies is one that an operation accepts. */
export const oddBodies: fc.Arbitrary<Oddity> = fc.constantFrom(...inBody, ...inHeaders);
