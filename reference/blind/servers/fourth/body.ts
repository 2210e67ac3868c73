// Reading request bodies.

import { isUuid } from './notation.ts';
import { refuse } from './replies.ts';
import type { Ctx } from './types.ts';

export type Fields = { [key: string]: unknown };

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const readBody = async (ctx: Ctx): Promise<Fields> => {
  const text = await ctx.request.text();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse(400, 'the body must be JSON');
  }
  return isFields(value) ? value : refuse(400, 'the body must be a JSON object');
};

export const wrapped = (body: Fields, name: string): Fields => {
  const inner = body[name];
  return isFields(inner) ? inner : refuse(400, `the body must hold the object "${name}"`);
};

export const idList = (body: Fields, name: string, least: number, most: number): string[] => {
  const value = body[name];
  if (!Array.isArray(value)) return refuse(400, `${name} must be an array`);
  if (value.length < least || value.length > most)
    return refuse(400, `${name} must have ${least} to ${most} items`);
  const ids: string[] = [];
  for (const item of value as unknown[]) {
    if (typeof item !== 'string' || !isUuid(item)) return refuse(400, `${name} must hold UUIDs`);
    ids.push(item.toLowerCase());
  }
  return ids;
};

/** A text that may be left out; '' stands for none. */
export const textField = (fields: Fields, name: string, most = 200): string => {
  const value = fields[name];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string' || value.length > most)
    return refuse(400, `${name} must be a text of at most ${most} characters`);
  return value.trim();
};

export const neededText = (fields: Fields, name: string, most = 200): string => {
  const value = textField(fields, name, most);
  return value === '' ? refuse(400, `${name} is required`) : value;
};
