import type { Answer } from '../../../harness/http/answer.ts';
import type { Check } from '../../../harness/judging/check.ts';
import type { Context } from '../../../harness/judging/context.ts';
import { judge } from '../../../harness/judging/judge.ts';
import { Inconclusive } from '../../../harness/judging/outcome.ts';
import { type Planned, plan } from '../../../harness/judging/plan.ts';
import type { Operation } from '../../../spec/contract.ts';
import { contract, trial } from '../proofs/judge-service.ts';

/** What makes a check a law, in words; `undefined` when it is none. */
export type Lawful =
  | 'tries generated values'
  | 'compares answers'
  | 'is judged on many operations'
  | undefined;

/** On how many operations one statement has to hold to be a law of the interface. */
const many = 5;

/**
 * Whether a check states a law: something that holds over many values, many answers or many operations. Nobody
 * declares that; it is seen on the reference service. A check is a law when it tries generated values or
 * sequences, when it looks into two accepted answers or more (for a writing operation: the write, and what is
 * read after it), or when it is judged on many operations.
 */
export async function lawfulness(check: Check): Promise<Lawful> {
  const rows = plan([check], contract);
  for (const row of rows.slice(0, 2)) {
    const seen = await watched(row);
    if (seen) return seen;
  }
  return rows.length >= many ? 'is judged on many operations' : undefined;
}

/** Runs a check on one operation until it shows that it is a law, or to its end. */
async function watched({ check, op }: Planned): Promise<Lawful> {
  let lawful: Lawful;
  const found = (what: Lawful): never => {
    lawful ??= what;
    throw new Inconclusive('a law');
  };
  const spied = { ...check, run: (context: Context) => check.run(spying(context, op, found)) };
  await judge(trial(), spied, op);
  return lawful;
}

/** The same context, which tells what a law is known by. */
function spying(context: Context, op: Operation, found: (what: Lawful) => never): Context {
  let begun = !op.writes;
  let looks = 0;
  const look = () => {
    looks += 1;
    if (looks > 1) found('compares answers');
  };
  return {
    ...context,
    forAll: async () => found('tries generated values'),
    inSequence: async () => found('tries generated values'),
    async send(target, params, options) {
      const answer = await context.send(target, params, options);
      if (answer.status >= 300) return answer;
      const own = (typeof target === 'string' ? target : target.id) === op.id;
      if (op.writes && own) {
        begun = true;
        look();
        return answer;
      }
      return begun ? lookedInto(answer, look) : answer;
    },
  };
}

/** An answer that tells, once, that its body is read. */
function lookedInto(answer: Answer, look: () => void): Answer {
  let told = false;
  return new Proxy(answer, {
    get(target, key: keyof Answer) {
      if ((key === 'json' || key === 'text') && !told) {
        told = true;
        look();
      }
      return target[key];
    },
  });
}
