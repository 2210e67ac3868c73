import type { Answer } from '../../../harness/http/answer.ts';
import { type Check, check } from '../../../harness/judging/check.ts';
import { readOrWrite } from '../../target/access.ts';
import { fromStandard } from '../../target/effort.ts';
import { pathOnly } from '../../target/path.ts';
import { control, validNeeds, validRequest } from '../../target/valid.ts';

/** The same media type as many libraries write it. */
const withCharset = 'application/json; charset=utf-8';

/** A media type has parameters, and JSON has one character set (Conventions 5). */
export const mediaTypeChecks = [
  check('conventions.request-media-type', {
    access: readOrWrite,
    cost: 'high',
    needs: validNeeds,
    unless: fromStandard,
    sends: 'the valid request again, with the plain media type and with the character set behind it',
    accepts: 'whatever the repetition with the plain type gets',
    async run(context) {
      const { op, must } = context;
      const { sent } = await control(context);
      const params = pathOnly(op, (await validRequest(context, op)).params);
      const rawBody = context.need(sent.body, 'a valid request with a body');
      const again = (type?: string) => context.send(op, params, { rawBody, ...headersOf(type) });
      let [plain, other] = [await again(), await again(withCharset)];
      // Another row may have changed what the request is about.
      if (!alike(plain, other)) [plain, other] = [await again(), await again(withCharset)];
      must.hold(alike(plain, other), {
        expected: `status ${plain.status}, as with the plain media type`,
        actual: `status ${other.status}`,
        in: other,
      });
    },
  }),
] satisfies readonly Check[];

function headersOf(type: string | undefined): { readonly headers?: Record<string, string> } {
  return type === undefined ? {} : { headers: { 'content-type': type } };
}

function alike(one: Answer, other: Answer): boolean {
  return one.status === other.status || (one.status < 300 && other.status < 300);
}
