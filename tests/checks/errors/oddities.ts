import { type Oddity, oddBodies, oddReads } from '../../../generators/oddities.ts';
import type { Answer } from '../../../harness/answer.ts';
import { type Check, check } from '../../../harness/check.ts';
import type { SendOptions } from '../../../harness/exchange.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import type { Operation } from '../../../spec/contract.ts';
import { harmlessParams, plain, plainParams } from '../given.ts';
import { unlessQuickWrite } from '../thorough.ts';

/** Failures of the service itself; 502, 503 and 504 are those of what stands before it. */
const ownFailures = [500, 501, 505, 506, 507, 508, 510, 511];

/** What HTTP provides for what is wrong with the message; often said by a server in front, in words of its own. */
const ofHttp = [400, 405, 406, 408, 411, 413, 414, 415, 417, 431];

/** Unusual input never brings the service down, nor shows what it is made of. */
export const oddities = [
  check('errors.no-server-error', {
    access: (op) => (op.writes ? 'probe' : 'read'),
    on: () => true,
    unless: unlessQuickWrite,
    sends:
      'requests as some clients send them: odd parameters, scripts, lengths, media types and bodies, with invented ids where the operation writes',
    accepts: 'any status below 500, without a page of HTML and without a stack trace',
    async run(scene) {
      const { op } = scene;
      if (!op.writes) await plain(scene, op);
      const params = await base(scene, op);
      const takesBody = op.method !== 'GET';
      await scene.forAll(
        takesBody ? oddBodies : oddReads,
        async (oddity) => {
          const answer = await steady(scene, params, oddity);
          const { must } = scene;
          must.hold(answer.status < 500, {
            expected: 'a status below 500',
            actual: `status ${answer.status}`,
            in: answer,
          });
          // What is accepted shows the target's data, and those may hold lines that look like any text.
          must.hold(answer.status < 400 || !showsStack(answer.text), {
            expected: 'no stack trace',
            actual: 'a stack trace',
            in: answer,
          });
          must.hold(ofHttp.includes(answer.status) || !isHtml(answer), {
            expected: 'no HTML',
            actual: `a page of HTML with status ${answer.status}`,
            in: answer,
          });
        },
        Math.ceil(scene.runs / 4),
      );
    },
  }),
] satisfies readonly Check[];

async function base(scene: Scene, op: Operation): Promise<Params> {
  const params = op.writes ? harmlessParams(scene, op) : await plainParams(scene, op);
  const inPath = op.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  return Object.fromEntries(Object.entries(params).filter(([name]) => inPath.includes(name)));
}

/** The answer to an odd request; a failure counts when it comes twice. */
async function steady(scene: Scene, params: Params, { query, headers, body }: Oddity): Promise<Answer> {
  const options: SendOptions = {
    sees: ownFailures,
    ...(query === undefined ? {} : { rawQuery: query }),
    ...(headers === undefined ? {} : { headers }),
    ...(body === undefined ? {} : { rawBody: body }),
  };
  const answer = await scene.send(scene.op, params, options);
  return answer.status < 500 ? answer : scene.send(scene.op, params, options);
}

function isHtml({ text }: Answer): boolean {
  return /^\s*<(?:!doctype html|html)\b/i.test(text);
}

/** Lines of a stack trace as the common languages write them. */
function showsStack(text: string): boolean {
  return /(?:\n|\\n|<br>)\s*at \S+.*[(:]|Traceback \(most recent call last\)|\.(?:java|cs|php|rb|py|go):\d+|goroutine \d+ \[/.test(
    text,
  );
}
