import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, pretend, remembering, resend } from '../kit/breaks.ts';
import { answer, type Break, type Fault, fault, type Json } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import type { Group } from './group.ts';

/** Faults of creations of what is there already. */
export function conflictFaults({ create, wrapper, id, clauses }: Group): Fault[] {
  const on = [create];
  return [
    fault(`${clauses.create}.conflict!upsert`, {
      on,
      story: 'A creation of what is there changes it instead, and is answered with 200.',
      with: pretend(409, 200, { [wrapper]: { [id]: anotherId } }),
    }),
    fault(`${clauses.create}.conflict!twice`, {
      on,
      story: 'Names are looked up in a copy that is a minute behind.',
      deep: true,
      with: pretend(409, 201, { [wrapper]: { [id]: anotherId } }),
    }),
    fault(`${clauses.create}.conflict/any-case!exact`, {
      on,
      story: 'The unique index is on the name as it stands.',
      with: otherCase(wrapper, id, () => true),
    }),
    fault(`${clauses.create}.conflict/any-case!lower`, {
      on,
      story:
        'What is stored is folded before it is compared, what is sent is not, and capitals slip through.',
      deep: true,
      with: otherCase(wrapper, id, (name) => name !== name.toLowerCase()),
    }),
    fault(`${clauses.create}.one-winner!check-then-insert`, {
      on,
      story: 'Whether the name is taken is asked first and the row written later, with nothing in between.',
      deep: true,
      with: checkedTooEarly(wrapper),
    }),
    fault(`${clauses.create}.one-winner!both-refused`, {
      on,
      story: 'Each of two transactions sees the other, and both give up.',
      with: overlapping((_, response) =>
        answer(response, { status: 409, message: 'Try again.' }, { status: 409 }),
      ),
    }),
  ];
}

/** A creation whose name is taken in another letter case only is taken for a new one, where the name is such. */
function otherCase(wrapper: string, id: string, slips: (name: string) => boolean): Break {
  return remembering(() => {
    const names = new Set<string>();
    return async (request, service) => {
      const name = String(((await bodyOf(request))[wrapper] as Json | undefined)?.['name']);
      const response = await service(request);
      if (response.status === 409 && !names.has(name) && slips(name)) {
        return answer(response, { [wrapper]: { [id]: anotherId, name } }, { status: 201 });
      }
      if (response.ok) names.add(name);
      return response;
    };
  });
}

/** Of two creations of one name at the same time, neither sees the other: the second gets a name beside it. */
function checkedTooEarly(wrapper: string): Break {
  return remembering(() => {
    const underWay = new Set<string>();
    return async (request, service) => {
      const body = await bodyOf(request);
      const payload = (body[wrapper] ?? {}) as Json;
      const name = String(payload['name']);
      if (!underWay.has(name)) {
        underWay.add(name);
        await sleep(2);
        return service(request).finally(() => underWay.delete(name));
      }
      const response = await service(
        resend(request, { ...body, [wrapper]: { ...payload, name: `${name} ` } }),
      );
      if (!response.ok) return response;
      const made = ((await response.json()) as Json)[wrapper] as Json;
      return answer(response, { [wrapper]: { ...made, name } });
    };
  });
}

/** Spoils the answers of requests with the same body that are under way at the same time. */
function overlapping(spoil: (request: Request, response: Response) => Response): Break {
  return remembering(() => {
    const underWay = new Map<string, number>();
    const met = new Set<string>();
    return async (request, service) => {
      const text = await request.clone().text();
      const others = underWay.get(text) ?? 0;
      underWay.set(text, others + 1);
      if (others > 0) met.add(text);
      await sleep(2);
      const response = await service(request);
      return met.has(text) ? spoil(request, response) : response;
    };
  });
}
