import type { Answer } from '../../../harness/answer.ts';
import type { Params } from '../../../harness/place.ts';
import type { Scene } from '../../../harness/scene.ts';
import { still } from '../../../harness/still.ts';
import { type Page, pageOf, text } from '../body.ts';
import { plainParams } from '../given.ts';
import { askSessions } from '../sessions/asking.ts';
import { identifierOf } from './identity.ts';

/** One page that was read. */
export interface Read {
  readonly answer: Answer;
  readonly page: Page;
  /** The field that tells its items apart, where there is one. */
  readonly identifier: string | undefined;
}

/** Asks for a page with the plainest parameters of the operation, and these on top. */
export interface Reader {
  /** Inconclusive when the answer is no page. */
  (params: Params): Promise<Read>;
  /** The answer, whatever it is. */
  answer(params: Params): Promise<Answer>;
}

/** Sends the plainest request of the operation with these parameters on top. */
export async function ask(scene: Scene, params: Params): Promise<Answer> {
  // Where filters and sort stand in the body of the session search, and how they are called, only a profile tells.
  if (scene.op.id === 'searchSessions') return askSessions(scene, params);
  return scene.send(scene.op, { ...(await plainParams(scene, scene.op)), ...params });
}

/** Reads pages from the target each time. */
export function freshly(scene: Scene): Reader {
  return readerOf(scene, (params) => ask(scene, params));
}

/** Reads each page once in a run, for all checks that look at it. */
export function shared(scene: Scene): Reader {
  const { op, world } = scene;
  return readerOf(scene, (params) =>
    world.once(`page ${op.id} ${JSON.stringify(params)}`, () => ask(scene, params)),
  );
}

function readerOf(scene: Scene, answer: Reader['answer']): Reader {
  const read = async (params: Params) => {
    const got = await answer(params);
    return { answer: got, page: pageOf(scene, got), identifier: await identifierOf(scene) };
  };
  return Object.assign(read, { answer });
}

/**
 * Judges a law over pages of one list. The pages are shared ones at first; when the law breaks it is judged
 * again on fresh pages, while the page asked for by `window` holds still.
 */
export function atRest(scene: Scene, window: Params, law: (read: Reader) => Promise<void>): Promise<void> {
  let next = shared(scene);
  const fresh = freshly(scene);
  const measure = async () => {
    const { page } = await fresh(window);
    return [page.total, page.items];
  };
  return still(measure, async () => {
    const read = next;
    next = fresh;
    await law(read);
  });
}

/** How many results a list has as the first row on its pages sees it; of a list without any, nothing can be seen. */
export async function totalOf(scene: Scene): Promise<number> {
  const { page } = await shared(scene)({ limit: 3, offset: 0 });
  return scene.need(page.total || undefined, `a \`total\` of at least 1 in the answer of ${scene.op.id}`);
}

/** The identifiers of the items of some pages of one list, in their order. */
export function idsOf(scene: Scene, ...reads: readonly Read[]): readonly string[] {
  const field = scene.need(reads[0]?.identifier, `a field that tells the items of ${scene.op.id} apart`);
  const items = reads.flatMap(({ page }) => page.items);
  return items.map((item) => scene.need(text(item[field]), `\`${field}\` in each item of ${scene.op.id}`));
}
