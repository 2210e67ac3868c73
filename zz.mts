import { referenceRows, leaveRun } from './tests/self/certificate/finished.ts';
const rows = await referenceRows();
leaveRun('/tmp/ce-c/1', rows); leaveRun('/tmp/ce-c/2', rows, {seed: 2});
