/** Changes the body of an answer that was whole: a JSON object with members. */
export type Spoil = (body: Buffer) => Buffer;

/** Puts a member before all others. */
function extra(member: Buffer | string): Spoil {
  return (body) => Buffer.concat([Buffer.from('{'), Buffer.from(member), Buffer.from(','), body.subarray(1)]);
}

const levels = 100_000;

/** What no longer is JSON. */
export const spoilsJson = {
  'truncated JSON': (body) => body.subarray(0, -3),
  'NaN as a number': extra('"more": NaN'),
  'two texts in a row': (body) => Buffer.concat([body, body]),
  'invalid UTF-8': extra(Buffer.from([...Buffer.from('"more": "'), 0xc3, 0x28, 0xff, ...Buffer.from('"')])),
} satisfies Record<string, Spoil>;

/** What still is JSON, and a careless reader stumbles over. */
export const spoilsReaders = {
  'a hundred thousand levels of arrays': extra(`"more": ${'['.repeat(levels)}${']'.repeat(levels)}`),
  'a hundred thousand levels of objects': extra(`"more": ${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`),
  'a key twice in one object': extra('"data": [], "class": 1, "user": null'),
  'a __proto__ key': extra('"__proto__": {"polluted": true, "data": []}, "constructor": {"prototype": 1}'),
  'numbers beyond every range': extra('"more": [1e400, -1e400, 123456789012345678901234567890]'),
} satisfies Record<string, Spoil>;
