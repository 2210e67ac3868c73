import { type Check, check } from '../../../harness/judging/check.ts';

/** Methods that change or remove one thing; PUT is left out, for it may create. */
const methods = ['DELETE', 'PATCH'] as const;

/** Academic years are read-only. */
export const readOnlyChecks: readonly Check[] = [
  check('academic-years.read-only', {
    access: 'write',
    sends: 'DELETE, and PATCH with an empty object, of an academic year that the run invented',
    accepts: 'anything but a success',
    async run(context) {
      for (const method of methods) {
        const academicYearId = context.unknownId('academicYearId');
        const body = method === 'PATCH' ? { body: { academicYear: {} } } : {};
        const answer = await context.send(context.op, { academicYearId }, { method, sees: [501], ...body });
        context.must.hold(answer.status >= 300, {
          expected: 'a refusal, for academic years are read-only',
          actual: `status ${answer.status} to ${method}`,
          in: answer,
        });
      }
    },
  }),
];
