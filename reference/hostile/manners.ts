import type { Socket } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Manner } from './server.ts';

const page = { data: [] };

/** A whole, well-behaved answer. */
export function reply(body: unknown = page, status = '200 OK', headers: Record<string, string> = {}): Buffer {
  return raw(Buffer.from(JSON.stringify(body)), status, headers);
}

/** An answer with these bytes as its body; headers that are given replace the usual ones. */
export function raw(body: Buffer, status = '200 OK', headers: Record<string, string> = {}): Buffer {
  const all = { 'content-type': 'application/json', 'content-length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, 'latin1'), body]);
}

/** Answers every request with the same bytes. */
export function always(bytes: Buffer): Manner {
  return (socket) => {
    socket.write(bytes);
  };
}

/** Answers the first `count` requests in one manner, and all later ones in another. */
export function first(count: number, early: Manner, late: Manner): Manner {
  return (socket, request) => (request.nth <= count ? early : late)(socket, request);
}

/**
 * Answers the first requests of each connection in one manner, and the one after them in another: a server whose
 * keep-alive ends just when the next request is on its way.
 */
export function keptFor(requests: number, early: Manner, late: Manner): Manner {
  const seen = new WeakMap<Socket, number>();
  return (socket, request) => {
    const nth = (seen.get(socket) ?? 0) + 1;
    seen.set(socket, nth);
    (nth <= requests ? early : late)(socket, request);
  };
}

/** An error answer in the basic format. */
export function refuse(status: number, headers: Record<string, string> = {}): Manner {
  return always(reply({ status, message: 'Not now.' }, `${status} Refused`, headers));
}

const head = (headers: string) => `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}\r\n`;

/** Keeps writing the same bytes for as long as the other side reads. */
function pour(socket: Socket, bytes: Buffer): void {
  while (!socket.destroyed && socket.write(bytes));
  if (!socket.destroyed) socket.once('drain', () => pour(socket, bytes));
}

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
const small = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const zeros = (megabytes: number) => Buffer.alloc(megabytes * 2 ** 20, 0x20);

/** Manners in which an answer never arrives whole: by name, what the server does. */
export const broken = {
  'a reset before the answer': (socket) => socket.resetAndDestroy(),
  'a reset in the middle of the body': (socket) => {
    socket.write(`${head('content-length: 1000\r\n')}{"data": [`, () => socket.resetAndDestroy());
  },
  'an end in the middle of the body': (socket) => socket.end(`${head('content-length: 1000\r\n')}{"data": [`),
  'an end in the middle of a chunk': (socket) =>
    socket.end(`${head('transfer-encoding: chunked\r\n')}400\r\n{"data": [`),
  'a body that announces to be longer': (socket) =>
    socket.end(raw(Buffer.from('{}'), '200 OK', { 'content-length': '3' })),
  'no HTTP at all': (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
  'one megabyte of headers': (socket) =>
    socket.end(reply(page, '200 OK', { 'x-padding': 'p'.repeat(2 ** 20) })),
  'a body that is not what its encoding says': (socket) =>
    socket.end(reply(page, '200 OK', { 'content-encoding': 'gzip' })),
  silence: () => undefined,
  'a slow drip': (socket) => {
    socket.write(head('transfer-encoding: chunked\r\n'));
    const timer = setInterval(() => socket.write('1\r\n \r\n'), 20);
    socket.on('close', () => clearInterval(timer));
  },
  'headers one byte at a time': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ');
    const timer = setInterval(() => socket.write('a'), 20);
    socket.on('close', () => clearInterval(timer));
  },
} satisfies Record<string, Manner>;

/** Answers that break a rule of HTTP/1.1: by the rule, what the server writes. */
export const malformed = {
  'a status that is no number': (socket) => socket.end('HTTP/1.1 2OO OK\r\ncontent-length: 0\r\n\r\n'),
  'a version that does not exist': (socket) => socket.end('HTTP/3.7 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'lines without a carriage return': (socket) => socket.end('HTTP/1.1 200 OK\ncontent-length: 0\n\n'),
  'a control character in a header': (socket) =>
    socket.end(raw(Buffer.from('{}'), '200 OK', { 'x-note': 'a\u0001b' })),
  'a space before a colon': (socket) => socket.end(raw(Buffer.from('{}'), '200 OK', { 'x-note ': 'ab' })),
  'a length that is no number': (socket) => socket.end(`${head('content-length: two\r\n')}{}`),
  'two lengths': (socket) => socket.end(`${head('content-length: 2\r\ncontent-length: 3\r\n')}{}`),
  'a length beside chunks': (socket) =>
    socket.end(`${head('content-length: 2\r\ntransfer-encoding: chunked\r\n')}2\r\n{}\r\n0\r\n\r\n`),
  'a chunk whose size is no number': (socket) =>
    socket.end(`${head('transfer-encoding: chunked\r\n')}two\r\n{}\r\n0\r\n\r\n`),
  'a character behind a connection that closes': (socket) =>
    socket.end(`${head('connection: close\r\ncontent-length: 2\r\n')}{}{`),
} satisfies Record<string, Manner>;

/**
 * Manners that cost a careless client all its memory; each is made once, so that what it sends costs the server little.
 */
export const huge = {
  'an endless body': () => {
    const piece = chunk(zeros(1));
    return (socket) => {
      socket.write(head('transfer-encoding: chunked\r\n'));
      pour(socket, piece);
    };
  },
  'a gzip bomb': () => {
    const member = gzipSync(zeros(8), { level: 1 });
    const members = Array.from({ length: 64 }, () => member);
    return closing(raw(Buffer.concat(members), '200 OK', { 'content-encoding': 'gzip' }));
  },
  'a brotli bomb': () =>
    closing(raw(brotliCompressSync(zeros(256), small), '200 OK', { 'content-encoding': 'br' })),
  'a whole body of 32 megabytes': () => closing(raw(zeros(32))),
} satisfies Record<string, () => Manner>;

/** Answers with these bytes and closes the connection. */
function closing(bytes: Buffer): Manner {
  return (socket) => {
    socket.end(bytes);
  };
}

/** Bodies that are declared as JSON and are none. */
export const notJson = {
  'truncated JSON': Buffer.from('{"data": [{"name": "a"'),
  'NaN as a number': Buffer.from('{"data": [], "total": NaN}'),
  'two texts in a row': Buffer.from('{"data": []}{"data": []}'),
  'invalid UTF-8': Buffer.from([...Buffer.from('{"data": ["'), 0xc3, 0x28, 0xff, ...Buffer.from('"]}')]),
} satisfies Record<string, Buffer>;

const levels = 100_000;

/** Bodies that are JSON, and that a careless reader stumbles over. */
export const strange = {
  'a hundred thousand levels of arrays': Buffer.from(`{"data": ${'['.repeat(levels)}${']'.repeat(levels)}}`),
  'a hundred thousand levels of objects': Buffer.from(
    `{"data": [], "more": ${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`,
  ),
  'a key twice in one object': Buffer.from('{"data": [], "data": [1]}'),
  'a __proto__ key': Buffer.from(
    '{"data": [], "__proto__": {"polluted": true}, "constructor": {"prototype": 1}}',
  ),
  'numbers beyond every range': Buffer.from('{"data": [1e400, -1e400, 123456789012345678901234567890]}'),
} satisfies Record<string, Buffer>;
