import { answerBody, type Json } from '../../faults/kit/fault.ts';
import { accountChanges } from '../../faults/kit/routes.ts';
import { mapResources } from '../kit/rewrite.ts';
import { type Variant, variant } from '../kit/variant.ts';

const on = ['listUsers', 'searchUsers', ...accountChanges] as const;

/** Other forms of the items of `classIds` and `cohortIds`: the interface does not show theirs. */
export const groupIds: readonly Variant[] = [
  variant('user.membership-item-form!objects', {
    fills: ['user.membership-item-form'],
    story: 'The items are objects that hold the id, as those of other lists do.',
    on,
    with: items((id, name) => ({ [name]: id, since: '2026-09-01' })),
  }),
  variant('user.membership-item-form!numbered', {
    fills: ['user.membership-item-form'],
    story: 'The items are objects with a number of their own, and a link to the class or cohort.',
    on,
    with: items((id, name) => ({ no: id.charCodeAt(0), href: `/${name}/${id}` })),
  }),
];

/** Replaces each item of `classIds` and `cohortIds`; the name is `classId` or `cohortId`. */
function items(change: (id: string, name: string) => Json) {
  const changed = (value: unknown, name: string) =>
    Array.isArray(value) ? value.map((id) => change(String(id), name)) : value;
  return answerBody((answered) =>
    mapResources(answered, (user) => ({
      ...user,
      ...('classIds' in user ? { classIds: changed(user['classIds'], 'classId') } : {}),
      ...('cohortIds' in user ? { cohortIds: changed(user['cohortIds'], 'cohortId') } : {}),
    })),
  );
}
