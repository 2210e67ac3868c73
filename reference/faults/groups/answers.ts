import { pretend } from '../kit/breaks.ts';
import { answerBody, type Break, type Json } from '../kit/fault.ts';
import { anotherId } from '../kit/ids.ts';
import { byGroup } from './group.ts';

/** Changes the name of the single class or cohort in an answer. */
export function otherName(change: (name: string) => string): Break {
  return byGroup(({ wrapper }) =>
    answerBody((body) => {
      const group = body[wrapper] as Json;
      return { ...body, [wrapper]: { ...group, name: change(String(group['name'])) } };
    }),
  );
}

/** Answers with a class or cohort, and with another status, where the service gave this status. */
export function foundInsteadOf(status: number, other: number): Break {
  return byGroup(({ wrapper, id }) => pretend(status, other, { [wrapper]: { [id]: anotherId } }));
}
