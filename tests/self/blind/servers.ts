import { parseArgs } from 'node:util';
import { wallClock } from '../../../harness/http/pace.ts';
import { serviceTransport } from '../../../harness/http/transport.ts';
import type { Run } from '../../../harness/run/run.ts';
import { openedBy, type Told, toldBy } from '../instruments/opened.ts';
import { accusations, judgeAll, withoutPauses } from '../proofs/judge-service.ts';
import { lighten } from '../proofs/light-web.ts';
import { firstFailureIn } from './first-failure.ts';
import { chosenFrom, isDue } from './kept.ts';
import { type Form, keepForm, readForms, tellServer, wasWrong } from './server-forms.ts';
import { thinned } from './thinned.ts';
import { servers, type WrittenServer } from './written-servers.ts';

/*
 * Judges servers that were written without sight of the suite or of its reference service, in this process, each with the
 * whole catalogue, by its profile, at seed 1 and standard effort: as they are, with each bug until a row fails, and in each
 * of their manners.
 *   npm run servers -- [--server first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth] [--only TEXT] [--part 1/2] [--after] [--again]
 * What was judged is kept at once, and not judged again; so parts add up to a whole.
 *   --after  judges the bugs that were missed and the manners that were accused once more, and keeps that as what came of
 *            it after the mending
 *   --again  judges what was judged, tells each accusation of what keeps the interface, and keeps nothing
 *   --silent SEED  leaves out a part of each profile, tells each accusation of what keeps the interface, and keeps nothing
 */

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    only: { type: 'string', default: '' },
    part: { type: 'string', default: '1/1' },
    after: { type: 'boolean', default: false },
    again: { type: 'boolean', default: false },
    silent: { type: 'string' },
  },
});
lighten();

for (const server of servers) {
  if (values.server !== undefined && values.server !== server.name) continue;
  const told = new Map<string, Told>();
  for (const [index, form] of chosenFrom(server.forms, values).entries()) {
    if (values.silent !== undefined) {
      if (form.kind !== 'bug') await judgeSilent(server, form, Number(values.silent) + index);
      continue;
    }
    const kept = readForms()[form.id];
    if (!isDue(kept, values, (outcome) => wasWrong(form, outcome))) continue;
    const says = told.get(form.profile) ?? toldBy(form.profile);
    told.set(form.profile, says);
    const outcome = await judged(form, opened(server, form, says));
    if (!values.again) keepForm(form.id, kept ? { ...kept, after: outcome } : { first: outcome });
  }
  if (values.silent === undefined) process.stdout.write(`${tellServer(server.name)}\n`);
}

function opened(server: WrittenServer, form: Form, says: Told): Run {
  const transport = serviceTransport(server.createServer({ bugs: form.switches }), () => 1);
  const reached = { baseUrl: `http://${server.name}.test/api/v1`, keys: server.keys };
  // Some of these servers keep moments in whole seconds of the machine's clock.
  return openedBy(says, { server: reached, transport, patience: { ...withoutPauses, clock: wallClock } });
}

/** Judges what keeps the interface by a part of its profile. */
async function judgeSilent(server: WrittenServer, form: Form, seed: number): Promise<void> {
  const { told, unsaid } = thinned(form.profile, seed);
  const accused = accusations(await judgeAll(opened(server, form, told)));
  process.stdout.write(`${accused.length === 0 ? 'fine    ' : 'accused '} ${form.id} at ${seed}\n`);
  if (accused.length > 0)
    process.stdout.write([...accused, `unsaid: ${unsaid.join(' ')}`].map((line) => `  ${line}\n`).join(''));
}

/** Judges a server in one form: `missed` for a bug that is not found, `fine` for a form that nothing accuses, or a row. */
async function judged(form: Form, run: Run): Promise<string> {
  if (form.kind === 'bug') {
    const row = (await firstFailureIn(run, form.at)) ?? 'missed';
    process.stdout.write(`${row === 'missed' ? 'missed' : 'found '} ${form.id} ${row}\n`);
    return row;
  }
  const accused = accusations(await judgeAll(run));
  const row = accused[0]?.split(': ')[0] ?? 'fine';
  process.stdout.write(`${row === 'fine' ? 'fine    ' : 'accused '} ${form.id} ${accused.length} ${row}\n`);
  if (values.again) process.stdout.write(accused.map((line) => `  ${line}\n`).join(''));
  return row;
}
