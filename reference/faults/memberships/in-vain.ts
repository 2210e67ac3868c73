import { bodyOf, read, refusal, resend } from '../kit/breaks.ts';
import { type Fault, fault, type Service } from '../kit/fault.ts';
import { isUuid, ownerIn } from '../kit/ids.ts';
import { lostRedirect, notModified } from '../kit/no-refusal.ts';
import { sendTo } from '../kit/side-effects.ts';
import { idsOf, listOf } from './membership.ts';

/** Faults of lists of members that are neither taken nor refused, or taken although they break a rule. */
export const inVain: readonly Fault[] = [
  fault('add-class-students.effect/any-case!not-modified', {
    on: ['addClassStudents'],
    story: 'The statement finds nobody by ids in capitals, and no row that changed makes a 304.',
    deep: true,
    with: notModified(async (request) => (await sentTo(request)).some((id) => /[A-F]/.test(id))),
  }),
  fault('add-cohort-tests.effect/all!handed-on', {
    on: ['addCohortTests'],
    story: 'A long list is handed on to the queue by a redirect, whose address the gateway takes out.',
    deep: true,
    with: lostRedirect(async (request) => (await sentTo(request)).length > 4),
  }),
  fault('add-class-students.effect/long-lists!refused', {
    on: ['addClassStudents'],
    story: 'The bound is that of the number of parameters that a statement may have, and half as high.',
    deep: true,
    with: async (request, service) =>
      (await sentTo(request)).length > 50 ? refusal(400, 'Too many.') : service(request),
  }),
  fault('add-cohort-students.effect/over-a-hundred!handed-on', {
    on: ['addCohortStudents'],
    story: 'A long list is handed on to the queue by a redirect, whose address the gateway takes out.',
    deep: true,
    with: lostRedirect(async (request) => (await sentTo(request)).length > 100),
  }),
  fault('add-class-students.user-ids/nothing-left!unbounded', {
    on: ['addClassStudents'],
    story: 'The bound was written down and never checked.',
    with: inHundreds,
  }),
  fault('add-class-students.user-ids-form/nothing-left!passed-over', {
    on: ['addClassStudents'],
    story: 'A list with something in it that is no id is taken, and thrown away by the worker behind it.',
    with: async (request, service) =>
      (await sentTo(request)).every(isUuid) ? service(request) : new Response(null, { status: 204 }),
  }),
  fault('add-class-students.effect/some-there!undone', {
    on: ['addClassStudents'],
    story: 'Who is there already is a conflict, and the whole list is undone, who was there before too.',
    deep: true,
    with: undone,
  }),
];

async function sentTo(request: Request): Promise<readonly string[]> {
  return idsOf(await bodyOf(request), listOf(request));
}

async function inHundreds(request: Request, service: Service): Promise<Response> {
  const ids = await sentTo(request);
  if (ids.length <= 100) return service(request);
  const list = listOf(request);
  await service(resend(request.clone(), { [list]: ids.slice(100) }));
  return service(resend(request, { [list]: ids.slice(0, 100) }));
}

async function undone(request: Request, service: Service): Promise<Response> {
  const ids = await sentTo(request);
  const asked = ids.map((id) => `userId=${id}`).join('&');
  const { data } = ids.length > 30 ? {} : await read(request, service, `/users?${asked}`);
  const classId = ownerIn(request);
  const users = Array.isArray(data) ? data : [];
  const there = users.filter(({ classIds }) => classIds?.includes(classId)).map(({ userId }) => userId);
  if (there.length === 0) return service(request);
  await sendTo(request, service, ['DELETE', `/classes/${classId}/students`], { userIds: there });
  return refusal(409, 'One of them is in the class.');
}
