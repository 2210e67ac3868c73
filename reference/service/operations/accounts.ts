import type { WrappedBody } from '../choices.ts';
import { asks, type Call, type Operation, sends } from '../http/operation.ts';
import { invalid } from '../http/refusal.ts';
import { created, ok, type Reply } from '../http/reply.ts';
import { renderUser } from '../render/render.ts';
import { checkNames, checkPassword, checkText, newAccount } from '../rules/accounts.ts';
import { checkDate, checkEmail, checkLiteral } from '../rules/formats.ts';
import { knownUser, pathId } from '../rules/known.ts';
import { type Payload, removable, required, text, wrapped } from '../rules/property.ts';
import type { Role, UserRow } from '../store/rows.ts';
import { answerUnshown } from './unshown.ts';

/** Creating and changing the accounts of students, teachers and other users. */
export const accounts: readonly Operation[] = [
  sends('createStudent', 'POST /students', 'accounts', (call) => create(call, 'createStudent', 'student')),
  sends('createTeacher', 'POST /teachers', 'accounts', (call) => create(call, 'createTeacher', 'teacher')),
  sends('updateStudentDetails', 'PATCH /students/{id}/details', 'accounts', (call) =>
    answerUser(call, change(call, 'updateStudentDetails', details, 'student')),
  ),
  sends('updateUserName', 'PUT /users/{id}/name', 'accounts', (call) =>
    answerUser(
      call,
      change(call, 'updateUserName', (payload) => checkNames(payload, call.shapes)),
    ),
  ),
  sends('updateUserPassword', 'PUT /users/{id}/password', 'accounts', (call) =>
    answerUser(call, change(call, 'updateUserPassword', password)),
  ),
  sends('updateUserPrimaryEmail', 'PUT /users/{id}/emails/primary', 'accounts', (call) =>
    answerUser(call, change(call, 'updateUserPrimaryEmail', primaryEmail)),
  ),
  sends('setUserExternalId', 'PUT /users/{id}/external-id', 'accounts', (call) =>
    answerUnshown(call, 'setUserExternalId', change(call, 'setUserExternalId', externalId)),
  ),
  asks('enableUser', 'POST /users/{id}/enable', 'accounts', (call) =>
    answerUnshown(call, 'enableUser', setEnabled(call, true)),
  ),
  asks('disableUser', 'POST /users/{id}/disable', 'accounts', (call) =>
    answerUnshown(call, 'disableUser', setEnabled(call, false)),
  ),
];

function create({ store, shapes, body }: Call, operation: WrappedBody, role: Role): Reply {
  const user = newAccount(wrapped(body, shapes.wrappers[operation]), role, store, shapes);
  store.users.put(user);
  return created({ user: renderUser(user, shapes) });
}

function answerUser({ shapes }: Call, user: UserRow): Reply {
  return ok({ user: renderUser(user, shapes) });
}

/** What a payload changes; reading it throws a Refusal with 400. */
type Change = (payload: Payload, call: Call) => (user: UserRow) => Partial<UserRow>;

/** Changes a user; a password counts as a change, and so does a value that was there before. */
function change(
  call: Call,
  operation: WrappedBody,
  read: Change | ((payload: Payload, call: Call) => Partial<UserRow>),
  role?: Role,
): UserRow {
  const { store, shapes, id, body } = call;
  pathId(id, role ?? 'user', shapes);
  const changes = read(wrapped(body, shapes.wrappers[operation]), call);
  const user = knownUser(store, id, shapes, role);
  const changed = typeof changes === 'function' ? changes(user) : changes;
  return keep(call, { ...user, ...changed });
}

function keep({ store }: Call, user: UserRow): UserRow {
  const kept = { ...user, updatedAt: store.tick() };
  store.users.put(kept);
  return kept;
}

function details(payload: Payload, { shapes }: Call): Partial<UserRow> {
  const { dateOfBirth: dateName, gender: genderName } = shapes.properties;
  const date = removable(payload, dateName);
  const gender = removable(payload, genderName);
  if (date === undefined && gender === undefined) throw invalid(`${dateName} or ${genderName} is required.`);
  return {
    ...(date !== undefined && { dateOfBirth: date === null ? undefined : checkDate(date, dateName) }),
    ...(gender !== undefined && {
      gender: gender === null ? undefined : checkLiteral(gender, shapes.genders, genderName),
    }),
  };
}

function password(payload: Payload, { shapes }: Call): Partial<UserRow> {
  required(checkPassword(payload, shapes.properties.password), shapes.properties.password);
  return {};
}

function primaryEmail(payload: Payload, { shapes }: Call) {
  const name = shapes.properties.email;
  const email = checkEmail(required(text(payload, name), name), name);
  return (user: UserRow) => {
    const others = user.emails.slice(1).filter((other) => other.toLowerCase() !== email.toLowerCase());
    return { emails: [email, ...others] };
  };
}

function externalId(payload: Payload, { shapes }: Call): Partial<UserRow> {
  const name = shapes.properties.externalId;
  const value = required(removable(payload, name), name);
  return { externalId: value === null ? undefined : checkText(value, name) };
}

function setEnabled(call: Call, enabled: boolean): UserRow {
  const user = knownUser(call.store, call.id, call.shapes);
  return user.enabled === enabled ? user : keep(call, { ...user, enabled });
}
