import { expect } from '@playwright/test';
import type { Service } from '../../../reference/faults/kit/fault.ts';
import { operationOf } from '../../../reference/faults/kit/routes.ts';
import { refuse } from '../../../reference/variants/kit/rewrite.ts';
import { accusations, judgeAll, planned, trial } from './judge-service.ts';
import { test } from './light-test.ts';

/** A target that the profile describes wrongly: it takes no body with a property, or none without it. */
interface Misdescribed {
  readonly op: string;
  readonly property: string;
  readonly refuses: 'every body with it' | 'every body without it';
}

const targets: readonly Misdescribed[] = [
  { op: 'createStudent', property: 'dateOfBirth', refuses: 'every body without it' },
  { op: 'createStudent', property: 'dateOfBirth', refuses: 'every body with it' },
  { op: 'createTeacher', property: 'gender', refuses: 'every body without it' },
  { op: 'updateStudentDetails', property: 'dateOfBirth', refuses: 'every body without it' },
  { op: 'createClass', property: 'description', refuses: 'every body without it' },
];

/** The target refuses nobody whom it does not know: only a key that the service takes has its body looked at. */
function serviceOf({ op, property, refuses }: Misdescribed) {
  return (service: Service): Service =>
    async (request) => {
      if (operationOf(request) !== op) return service(request);
      const isNamed = (await request.clone().text()).includes(`"${property}":`);
      const mayPass = isNamed === (refuses === 'every body without it');
      if (mayPass || (await isUnknown(service, request))) return service(request);
      return refuse(400, 'This body is not taken.');
    };
}

async function isUnknown(service: Service, { url, headers }: Request): Promise<boolean> {
  const [base] = url.split(/(?<=\/v1)\//);
  return (await service(new Request(`${base}/academic-years`, { headers }))).status === 401;
}

for (const target of targets) {
  const { op, property, refuses } = target;
  test(`${op} refuses ${refuses}, \`${property}\`, of which the profile says nothing: the profile is named, the target not accused`, async () => {
    const rows = await judgeAll(
      trial({ wrap: serviceOf(target) }),
      planned.filter((row) => row.op.id === op),
    );

    expect(accusations(rows)).toEqual([]);
    expect(rows.filter(({ cause }) => cause === 'profile')).not.toEqual([]);
  });
}

for (const refuses of ['every body with it', 'every body without it'] as const)
  test(`createClass refuses ${refuses}, \`academicYearId\`, which the interface states to be optional: the target is accused`, async () => {
    const target = { op: 'createClass', property: 'academicYearId', refuses };
    const rows = await judgeAll(
      trial({ wrap: serviceOf(target) }),
      planned.filter((row) => row.op.id === 'createClass'),
    );

    expect(rows.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)).toContain(
      'errors.unfounded-refusal @ createClass',
    );
  });
