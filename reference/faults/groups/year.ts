import { bodyOf, objects, read, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json, requestBody, type Service } from '../kit/fault.ts';
import { isLongAsUuid, isUuid } from '../kit/ids.ts';
import type { Group } from './group.ts';

/** Faults of the academic year of what is created. */
export function yearFaults({ create, get, wrapper, clauses }: Group): Fault[] {
  const on = [create];
  const touches = [create, get];
  const withoutYear = (body: Json): Json => ({
    ...body,
    [wrapper]: { ...(body[wrapper] as Json), academicYearId: undefined },
  });
  return [
    fault(`${clauses.create}.academic-year-id!ignored`, {
      on,
      story: 'Everything is created in the current year, whatever the body says.',
      with: requestBody(withoutYear),
    }),
    fault(`${clauses.create}.academic-year-id!told-only`, {
      on,
      touches,
      story: 'The answer repeats the year that was sent, and the row is stored in the current one.',
      deep: true,
      with: async (request, service) => {
        if (request.method !== 'POST') return service(request);
        const body = await bodyOf(request);
        const sent = (body[wrapper] as Json | undefined)?.['academicYearId'];
        const response = await service(resend(request, withoutYear(body)));
        if (!response.ok || sent === undefined) return response;
        const made = ((await response.json()) as Json)[wrapper] as Json;
        return answer(response, { [wrapper]: { ...made, academicYearId: sent } });
      },
    }),
    fault(`${clauses.create}.academic-year-id/unknown`, {
      on,
      story: 'A year that is not found falls back to the current one.',
      with: retried(withoutYear, (year) => isUuid(year)),
    }),
    fault(`${clauses.create}.academic-year-default!oldest`, {
      on,
      story: 'The default is the first year of the table.',
      with: async (request, service) => {
        const body = await bodyOf(request);
        const payload = body[wrapper] as Json | undefined;
        if (payload === undefined || payload['academicYearId'] !== undefined) return service(request);
        return service(resend(request, { ...body, [wrapper]: await inOldest(payload, request, service) }));
      },
    }),
    fault(`${clauses.create}.academic-year-default!told-only`, {
      on,
      touches,
      story:
        'The answer is filled with the current year, and the row with the default of its column, the oldest.',
      deep: true,
      with: async (request, service) => {
        const body = await bodyOf(request);
        const payload = body[wrapper] as Json | undefined;
        if (payload === undefined || payload['academicYearId'] !== undefined) return service(request);
        const response = await service(
          resend(request, { ...body, [wrapper]: await inOldest(payload, request, service) }),
        );
        if (!response.ok) return response;
        const { academicYear } = await read(request, service, '/academic-years/current');
        const made = ((await response.json()) as Json)[wrapper] as Json;
        const { academicYearId } = academicYear as Json;
        return answer(response, { [wrapper]: { ...made, academicYearId } });
      },
    }),
    fault(`${clauses.create}.academic-year-form!dropped`, {
      on,
      story: 'A year that cannot be read counts as none.',
      with: retried(withoutYear, (year) => !isUuid(year)),
    }),
    fault(`${clauses.create}.academic-year-form!length-only`, {
      on,
      story: 'Whether a year is an id is told from its length, and what is not found falls back.',
      deep: true,
      with: retried(withoutYear, isLongAsUuid),
    }),
  ];

  /** Sends what was refused once more without the year, where the year is such. */
  function retried(change: (body: Json) => Json, is: (year: string) => boolean): Break {
    return async (request, service) => {
      const body = await bodyOf(request);
      const response = await service(request);
      const year = String((body[wrapper] as Json | undefined)?.['academicYearId'] ?? '');
      return response.status === 400 && year !== '' && is(year)
        ? service(resend(request, change(body)))
        : response;
    };
  }
}

/** What is to be created, in the oldest year. */
async function inOldest(payload: Json, request: Request, service: Service): Promise<Json> {
  const [oldest] = objects((await read(request, service, '/academic-years'))['data']);
  return { ...payload, academicYearId: oldest?.['academicYearId'] };
}
