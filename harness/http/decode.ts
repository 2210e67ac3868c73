import { countMembers } from './json-members.ts';
import type { Incoming } from './transport.ts';

/** The body of an answer, as text and as JSON. */
export interface Decoded {
  /** The body as text; `''` when there was none. */
  readonly text: string;
  /** The parsed body; `undefined` when it is not JSON or must not be judged. */
  readonly json: unknown;
  /** What is wrong with a body that is declared as JSON and is not JSON, in words. */
  readonly broken?: string;
  /** The body begins with a byte-order mark, which JSON must not have (RFC 8259); it is read without it. */
  readonly marked?: true;
  /** Why a JSON body is ambiguous and cannot be judged, in words. */
  readonly unjudged?: string;
}

/** The most levels of nesting: more than any shape of the interface has, and few enough for recursive functions. */
const deepest = 256;

/** The byte-order mark of UTF-8. */
const mark = [0xef, 0xbb, 0xbf];

/** Decodes the body of an answer. It never throws, whatever the bytes are. */
export function decode({ headers, body }: Pick<Incoming, 'headers' | 'body'>): Decoded {
  const declared = headers['content-type'] ?? '';
  const { text, whole } = textOf(body, /charset="?([\w-]+)/i.exec(declared)?.[1]);
  const isJson = /^[^;]*[/+]json\s*(;|$)/i.test(declared);
  if (text === '') return { text, json: undefined };
  if (isJson && hasMark(body))
    return { ...decode({ headers, body: body.subarray(mark.length) }), marked: true };
  if (!whole) return { text, json: undefined, ...(isJson ? { broken: 'bytes that are not UTF-8' } : {}) };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { text, json: undefined, ...(isJson ? { broken: 'text that is not one whole JSON value' } : {}) };
  }
  const members = countParsedMembers(json);
  if (members === undefined)
    return { text, json: undefined, unjudged: `JSON nested deeper than ${deepest} levels` };
  if (members === countMembers(text)) return { text, json };
  return {
    text,
    json: undefined,
    unjudged: 'an object that names a key twice: which one counts depends on the reader',
  };
}

/**
 * The text of a body as UTF-8, or else in the charset that the media type names; `whole` unless bytes were replaced.
 */
function textOf(body: Uint8Array, charset: string | undefined): { text: string; whole: boolean } {
  for (const label of ['utf-8', charset]) {
    try {
      if (label) return { text: new TextDecoder(label, { fatal: true }).decode(body), whole: true };
    } catch {
      // These bytes are not in this charset; the next one may fit.
    }
  }
  return { text: new TextDecoder().decode(body), whole: false };
}

function hasMark(body: Uint8Array): boolean {
  return mark.every((byte, at) => body[at] === byte);
}

/** How many members all objects of a parsed value have; `undefined` if it is nested too deeply. */
function countParsedMembers(value: unknown): number | undefined {
  let members = 0;
  const walk = (current: unknown, level: number): boolean => {
    if (typeof current !== 'object' || current === null) return true;
    if (level > deepest) return false;
    if (Array.isArray(current)) return current.every((item) => walk(item, level + 1));
    const values = Object.values(current);
    members += values.length;
    return values.every((item) => walk(item, level + 1));
  };
  return walk(value, 1) ? members : undefined;
}
