import { serviceTransport } from '../../../harness/http/transport.ts';
import { fileJournal } from '../../../harness/run/journal.ts';
import { openRun } from '../../../harness/run/run.ts';
import { contract } from '../proofs/judge-service.ts';

/** A run that changes what was lent to it and is killed before it can put anything back. */
const [baseUrl = '', key = '', journalFile = '', userId = '', classId = ''] = process.argv.slice(2);
const run = openRun({
  contract,
  settings: {
    baseUrl,
    keys: { full: key, restricted: undefined },
    write: true,
    seed: 1,
    effort: 'standard',
    readings: {},
    lent: [userId, classId],
  },
  transport: serviceTransport(fetch),
  journal: fileJournal(journalFile),
});
const change = (operation: string, params: Readonly<Record<string, string>>, body: unknown) =>
  run.exchange.send(contract.operation(operation), params, { body }, 'write');

await change('updateUserName', { userId }, { user: { firstName: 'Rollcall', lastName: 'Killed' } });
await change('addClassStudents', { classId }, { userIds: [userId] });
process.kill(process.pid, 'SIGKILL');
