import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of buffers that are in use in this process: those that await collection are collected first. */
export function buffersInUse(): number {
  collect();
  return process.memoryUsage().arrayBuffers;
}
