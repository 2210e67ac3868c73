// How answers become text: JSON may be spelt in many ways.
import type { Ctx, Doc } from './kernel.ts';
import { isRecord, isUuid } from './kernel.ts';

function walk(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((one) => walk(one, change)));
  if (!isRecord(value)) return change(value);
  const copy: Doc = {};
  for (const [name, one] of Object.entries(value)) copy[name] = walk(one, change);
  return change(copy);
}

const backwards = (value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).reverse()) : value;

const withExtras = (value: unknown): unknown => {
  if (!isRecord(value)) return value;
  if ('pagination' in value) return { ...value, meta: { generator: 'eleventh', warnings: [] } };
  if ('total' in value) return { ...value, pages: 1, hasMore: value['nextCursor'] !== null };
  if (Object.keys(value).some((name) => name.endsWith('Id'))) {
    return {
      _links: { self: 'https://roster.northfield.example/' },
      ...value,
      schoolCode: 'NF-01',
      tags: ['a', 'b'],
    };
  }
  return value;
};

const upper = (value: unknown): unknown => (isUuid(value) ? value.toUpperCase() : value);

export function spell(ctx: Ctx, body: unknown): string {
  let value = body;
  if (ctx.on('m-extra-fields')) value = walk(value, withExtras);
  if (ctx.on('m-keys-backwards')) value = walk(value, backwards);
  if (ctx.on('m-uuids-upper')) value = walk(value, upper);
  let text = JSON.stringify(value, null, ctx.on('m-json-pretty') ? 4 : 0);
  if (ctx.on('m-json-ascii')) {
    text = text.replace(
      /[\u007f-\uffff]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
  if (ctx.on('m-json-slashes')) text = text.replaceAll('/', '\\/');
  if (ctx.on('m-json-spaces')) text = `\n  ${text}\r\n\t`;
  if (ctx.on('m-json-decimals'))
    text = text.replace(/("(?:total|limit|offset|status)":\s*\d+)(?=[,}\s])/g, '$1.0');
  return text;
}
