import { invalid, Refusal } from './refusal.ts';

const largest = 4 * 1024 * 1024;

/**
 * The JSON object that a request carries (Conventions 5), as its text parsed.
 * Throws a Refusal: 400 unless it is a JSON object, 413 over 4 MiB, 415 for another content type.
 */
export async function readBody(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers.get('content-type');
  if (Number(request.headers.get('content-length') ?? 0) > largest) throw tooLarge();
  const text = await request.text();
  if (text.length > largest) throw tooLarge();
  if (text === '') throw invalid('The request needs a body that is a JSON object.');
  if (type !== null && !isJsonType(type)) throw new Refusal(415, 'The body must be application/json.');
  return parseObject(text);
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('The body is not valid JSON.');
  }
  if (!isRecord(value)) throw invalid('The body must be a JSON object.');
  return value;
}

/** Whether a value is a JSON object: neither `null` nor an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isJsonType(type: string): boolean {
  return /^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type.trim());
}

function tooLarge() {
  return new Refusal(413, 'The body must not be larger than 4 MiB.');
}
