import { bodyOf, resend } from '../../../reference/faults/kit/breaks.ts';
import { answerBody, type Break, type Json } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { mapResources } from '../../../reference/variants/kit/rewrite.ts';

/** An id in the form with hyphens, whatever stands between its digits. */
export function hyphenated(text: string): string {
  const bare = text.replaceAll(/%7B|%7D|[{}-]/gi, '');
  return /^[0-9a-f]{32}$/i.test(bare)
    ? bare.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : text;
}

/** A body with its ids in the form with hyphens. */
export function hyphenatedIn(body: string): string {
  return body.replaceAll(/"([^"\\]{32,38})"/g, (_, text: string) => JSON.stringify(hyphenated(text)));
}

/** Changes the users of each answer. */
export function ofUsers(change: (user: Json) => Json): Break {
  return async (request, service) => {
    const response = await service(request.clone());
    const isJson = (response.headers.get('content-type') ?? '').includes('json');
    if (!response.ok || response.status === 204 || !isJson) return response;
    const changed = answerBody((body) =>
      mapResources(body, (resource) => ('username' in resource ? change(resource) : resource)),
    );
    return changed(request, async () => response);
  };
}

/** A time of a user without fractions of a second. */
export function inWholeSeconds(user: Json, name: string): Json {
  const value = user[name];
  return typeof value === 'string' ? { [name]: value.replace(/\.\d+Z$/, '.000Z') } : {};
}

/** Changes what stands in the wrapper of a body; the count tells bodies apart. */
export function ofBodies(change: (values: Json, operation: string, count: number) => Json): Break {
  let count = 0;
  return async (request, service) => {
    const body = await bodyOf(request);
    const [wrapper] = Array.isArray(body) ? [] : Object.keys(body);
    const values = wrapper === undefined ? undefined : body[wrapper];
    if (wrapper === undefined || typeof values !== 'object' || values === null || Array.isArray(values))
      return service(request);
    count += 1;
    const changed = change(values as Json, operationOf(request) ?? '', count);
    return service(resend(request, { ...body, [wrapper]: changed }));
  };
}

/** What stands in the wrapper of a body; nothing where there is none. */
export function valuesIn(body: Json): Json {
  const [values] = Object.values(body);
  return typeof values === 'object' && values !== null ? (values as Json) : {};
}
