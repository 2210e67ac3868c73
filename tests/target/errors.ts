import type { Answer } from '../../harness/http/answer.ts';
import type { Context } from '../../harness/judging/context.ts';
import { type Json, object, text } from './body.ts';

/** Claims that an answer carries an error body of one of the two formats (Errors). */
export function mustBeError({ must }: Pick<Context, 'must'>, answer: Answer): void {
  const body = object(answer.json);
  const isDeclared = /^application\/problem\+json\b/i.test(answer.headers['content-type'] ?? '');
  must.hold(body !== undefined && (isBasic(body) || isProblem(body, isDeclared)), {
    expected: 'a basic error or problem details in the body',
    actual: shapeOf(answer, body),
    in: answer,
  });
}

function isBasic(body: Json): boolean {
  return typeof body['status'] === 'number' && text(body['message']) !== undefined;
}

/** A problem has one member at least; a `status` alone is one where the media type says so. */
function isProblem(body: Json, isDeclared: boolean): boolean {
  if (isDeclared && typeof body['status'] === 'number' && body['message'] === undefined) return true;
  return ['type', 'title', 'detail', 'instance'].some((member) => text(body[member]) !== undefined);
}

function shapeOf(answer: Answer, body: Json | undefined): string {
  if (answer.text === '') return 'no body';
  return body === undefined ? 'a body that is no JSON object' : 'an object of neither format';
}
