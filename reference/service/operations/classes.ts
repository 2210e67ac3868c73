import { asks, type Operation, sends } from '../http/operation.ts';
import { created, ok } from '../http/reply.ts';
import { renderClass } from '../render/render.ts';
import { newGroup } from '../rules/groups.ts';
import { known } from '../rules/known.ts';
import { stated, unbounded } from '../rules/members.ts';
import { wrapped } from '../rules/property.ts';
import { changeMembers, listGroups, type MemberChange } from './groups.ts';

const students: MemberChange = { what: 'class', membership: 'classIds', role: 'student', bounds: stated };
const teachers: MemberChange = { ...students, role: 'teacher' };

/** Classes: read, create, assign and remove students and teachers. */
export const classes: readonly Operation[] = [
  asks('listClasses', 'GET /classes', 'classes', (call) =>
    listGroups(call, 'classes', call.store.classes, renderClass),
  ),
  sends('createClass', 'POST /classes', 'classes', ({ store, shapes, body }) => {
    const row = newGroup(wrapped(body, 'class'), 'class', store.classes, store, shapes);
    store.classes.put(row);
    return created({ class: renderClass(row) });
  }),
  asks('getClass', 'GET /classes/{id}', 'classes', ({ store, shapes, id }) =>
    ok({ class: renderClass(known(store.classes, id, 'class', shapes)) }),
  ),
  sends('addClassStudents', 'POST /classes/{id}/students', 'classes', (call) =>
    changeMembers(call, students, 'add'),
  ),
  // The interface states no size bounds here, unlike its three neighbours.
  sends('removeClassStudents', 'DELETE /classes/{id}/students', 'classes', (call) =>
    changeMembers(call, { ...students, bounds: unbounded }, 'remove'),
  ),
  sends('addClassTeachers', 'POST /classes/{id}/teachers', 'classes', (call) =>
    changeMembers(call, teachers, 'add'),
  ),
  sends('removeClassTeachers', 'DELETE /classes/{id}/teachers', 'classes', (call) =>
    changeMembers(call, teachers, 'remove'),
  ),
];
