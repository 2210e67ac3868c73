import { deepest, parse } from './parse.ts';
import type { Incoming } from './transport.ts';

/** The body of an answer, as text and as JSON. */
export interface Decoded {
  /** The body as text; `''` when there was none. */
  readonly text: string;
  /** The parsed body; `undefined` when it is not JSON or is nested too deeply. */
  readonly json: unknown;
  /** What is wrong with a body that is declared as JSON and is not JSON, in words. */
  readonly broken?: string;
  /** Why a body that is JSON can't be judged, in words. */
  readonly unjudged?: string;
  /** The body begins with a byte-order mark, which JSON must not have (RFC 8259); it is read without it. */
  readonly marked?: true;
}

/** How many bytes the byte-order mark of UTF-8 has. */
const markLength = 3;

/** It keeps nothing between two texts, and making one costs more than a short text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Decodes the body of an answer. It never throws, whatever the bytes are. */
export function decode({ headers, body }: Pick<Incoming, 'headers' | 'body'>): Decoded {
  const declared = headers['content-type'] ?? '';
  const { text, whole } = textOf(body, /charset="?([\w-]+)/i.exec(declared)?.[1]);
  const isJson = /^[^;]*[/+]json\s*(;|$)/i.test(declared);
  if (text === '') return { text, json: undefined };
  if (isJson && hasMark(body))
    return { ...decode({ headers, body: body.subarray(markLength) }), marked: true };
  if (!whole) return { text, json: undefined, ...(isJson ? { broken: 'bytes that are not UTF-8' } : {}) };
  try {
    const { json, tooDeep } = parse(text);
    if (!tooDeep) return { text, json };
  } catch {
    return { text, json: undefined, ...(isJson ? { broken: 'text that is not one whole JSON value' } : {}) };
  }
  return { text, json: undefined, unjudged: `JSON nested deeper than ${deepest} levels` };
}

/**
 * The text of a body as UTF-8, or else in the charset that the media type names; `whole` unless bytes were replaced.
 */
function textOf(body: Uint8Array, charset: string | undefined): { text: string; whole: boolean } {
  for (const label of ['utf-8', charset]) {
    try {
      if (label) return { text: decoderOf(label).decode(body), whole: true };
    } catch {
      // These bytes are not in this charset; the next one may fit.
    }
  }
  return { text: new TextDecoder().decode(body), whole: false };
}

/** @throws RangeError for a charset that nobody knows */
function decoderOf(label: string): TextDecoder {
  return label === 'utf-8' ? utf8 : new TextDecoder(label, { fatal: true });
}

function hasMark(body: Uint8Array): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}
