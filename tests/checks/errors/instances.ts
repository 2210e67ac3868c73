import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, type Context, check } from '../../../harness/judging/check.ts';
import { object, text } from '../../target/body.ts';
import { shutOut } from '../../target/probe.ts';

/** A problem with its `instance` as a whole URI. */
interface Problem {
  readonly answer: Answer;
  readonly instance: string;
}

/** The `instance` of a problem identifies its occurrence (Errors, problem details). */
export const instances = [
  check('errors.instance-tells-apart', {
    sends:
      'requests that several operations refuse: with a wrong key, for ids that name nothing, and with ids that are none',
    accepts:
      'anything but one `instance` for all, no `instance` too; a relative one is resolved against the address',
    async run(context) {
      const [ofKey, others] = [await refusalsOfKey(context), await otherRefusals(context)];
      mustDiffer(context, problemsIn([...ofKey, ...others]));
      // A server in front that refuses keys makes problems of its own.
      mustDiffer(context, problemsIn(others));
    },
  }),

  check('errors.instance-tells-apart/ids', {
    sends: 'two ids that name nothing to each read of one year, class and cohort',
    accepts:
      'problems that do not share their `instance`, no `instance` too; a relative one is resolved against the address',
    async run(context) {
      for (const [id, name] of Object.entries(readById)) {
        if (context.contract.later.has(id)) continue;
        const unknown = (words: string) => context.send(id, { [name]: context.unknownId(words) });
        const problems = problemsIn([await unknown('one id'), await unknown('another id')]);
        mustBeTwo(context, problems);
      }
    },
  }),
] satisfies readonly Check[];

/** Reads of one thing, and the id in the path of each. */
const readById = { getAcademicYear: 'academicYearId', getClass: 'classId', getCohort: 'cohortId' } as const;

async function refusalsOfKey(context: Context): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const id of offered(context, ['getClass', 'listUsers']))
    answers.push(await shutOut(context, context.operation(id)));
  return answers;
}

async function otherRefusals(context: Context): Promise<readonly Answer[]> {
  const params: Readonly<Record<string, object>> = {
    getAcademicYear: { academicYearId: context.unknownId('academicYearId') },
    getClass: { classId: context.unknownId('classId') },
    getCohort: { cohortId: context.unknownId('cohortId') },
    listClasses: { academicYearId: 'not-a-uuid', limit: 1 },
    listUsers: { userId: ['not-a-uuid'], limit: 1 },
  };
  const answers: Answer[] = [];
  for (const id of offered(context, Object.keys(params)))
    answers.push(await context.send(id, { ...params[id] }));
  return answers;
}

/** The operations that the version which the target serves has. */
function offered({ contract }: Context, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => !contract.later.has(id));
}

function problemsIn(answers: readonly Answer[]): readonly Problem[] {
  return answers.flatMap((answer) => {
    const instance = text(object(answer.json)?.['instance']);
    if (answer.status < 400 || answer.status >= 500 || !instance) return [];
    const base = `http://target.invalid/${answer.sent.path.replace(/^\//, '')}`;
    return { answer, instance: URL.canParse(instance, base) ? new URL(instance, base).href : instance };
  });
}

/** Whether there are two paths and two statuses among them: such problems are not one occurrence. */
function areOfSeveralKinds(problems: readonly Problem[]): boolean {
  const paths = new Set(problems.map(({ answer }) => answer.sent.path.split('?')[0]));
  const statuses = new Set(problems.map(({ answer }) => answer.status));
  return paths.size > 1 && statuses.size > 1;
}

function mustDiffer({ must }: Context, problems: readonly Problem[]): void {
  const isOne = areOfSeveralKinds(problems) && new Set(problems.map(({ instance }) => instance)).size === 1;
  must.hold(!isOne, {
    expected: `${problems.length} problems of different paths and statuses that do not all have one \`instance\``,
    actual: 'one for all',
    in: problems.map(({ answer }) => answer),
  });
}

function mustBeTwo({ must }: Context, problems: readonly Problem[]): void {
  const isOne = problems.length > 1 && new Set(problems.map(({ instance }) => instance)).size === 1;
  must.hold(!isOne, {
    expected: 'two problems about different ids that do not share their `instance`',
    actual: 'one for both',
    in: problems.map(({ answer }) => answer),
  });
}
