import { userIdIn } from '../../faults/accounts/user.ts';
import { bodyOf, remembering, resend } from '../../faults/kit/breaks.ts';
import type { Json } from '../../faults/kit/fault.ts';
import { type Variant, variant } from '../kit/variant.ts';

/** What another team's service may ask of passwords. */
export const passwords: readonly Variant[] = [
  variant('update-user-password.body!never-again', {
    fills: ['update-user-password.body'],
    story: 'A password that the user has had before, the first one included, is refused.',
    on: ['createStudent', 'createTeacher', 'updateUserPassword'],
    with: remembering(() => {
      const had = new Map<string, Set<unknown>>();
      return async (request, service) => {
        const password = ((await bodyOf(request))['user'] as Json | undefined)?.['password'];
        const changes = request.method === 'PUT';
        // It is to the service a body without anything; the key comes first.
        if (changes && had.get(userIdIn(request))?.has(password)) return service(resend(request, {}));
        const response = await service(request);
        if (!response.ok || password === undefined) return response;
        const { user } = (await response.clone().json()) as { user: Json };
        const id = changes ? userIdIn(request) : String(user['userId']);
        had.set(id, (had.get(id) ?? new Set()).add(password));
        return response;
      };
    }),
  }),
];
