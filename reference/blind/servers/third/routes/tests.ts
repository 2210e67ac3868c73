import { shownId, tidy } from '../render.ts';
import type { Answer, Context, Route } from '../router.ts';
import { route } from '../router.ts';

/** All tests at once: this list has no pages. */
function listTests({ store, flags }: Context): Answer {
  let rows = [...store.tests.values()];
  if (flags.on('manner.tests-by-name')) rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  if (flags.on('tests-list-cut-at-ten')) rows = rows.slice(0, 10);
  const data = rows.map((row) => {
    const json = tidy({ testId: shownId(row.id, flags), name: row.name, subject: row.subject });
    if (flags.on('tests-list-subject-null') && row.subject === undefined) json['subject'] = null;
    return json;
  });
  if (flags.on('tests-list-bare-array')) return { status: 200, body: data };
  return { status: 200, body: { data } };
}

export const testRoutes: Route[] = [route('GET', '/smart-ia/tests', 'read', 'basic', listTests)];
