import {
  createReference,
  type Reference,
  type ReferenceOptions,
} from '../../../reference/service/reference.ts';

/** A JSON object of an answer. */
export type Json = Readonly<Record<string, unknown>>;

/** An answer, read whole. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Json;
}

/** A reference service with a short way to ask it. */
export interface Client extends Reference {
  /** Sends `GET /path?query` or the like with the full key, and a body as JSON if there is one. */
  readonly ask: (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Answered>;
}

/** A fresh reference service. */
export function client(options: ReferenceOptions = {}): Client {
  const reference = createReference(options);
  const ask: Client['ask'] = async (line, body, headers = {}) => {
    const [method = 'GET', path = '/'] = line.split(/ (.*)/s);
    const request = new Request(`http://reference.example/api/v1${path}`, {
      method,
      headers: { 'x-api-key': reference.keys.full, ...(body !== undefined && jsonType), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await reference.fetch(request);
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parsed(text) };
  };
  return { ...reference, ask };
}

const jsonType = { 'content-type': 'application/json' };

function parsed(text: string): Json {
  return text === '' ? {} : JSON.parse(text);
}

/** The items of a list answer. */
export function items(answer: Answered): readonly Json[] {
  return (answer.json['data'] ?? []) as readonly Json[];
}

/** The `pagination` of a list answer. */
export function pagination(answer: Answered) {
  return answer.json['pagination'] as {
    readonly total: number;
    readonly limit: number;
    readonly offset: number;
    readonly previousCursor: string | null;
    readonly nextCursor: string | null;
  };
}

/** The object below a property. */
export function part(json: Json | undefined, name: string): Json {
  return (json?.[name] ?? {}) as Json;
}

/** The values of one field of the items, in their order. */
export function pluck(list: readonly Json[], field: string): readonly unknown[] {
  return list.map((item) => item[field]);
}
