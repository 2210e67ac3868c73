const everyMs = 20;

/**
 * Calls `excess` once if the memory of buffers in this process grows by more than `bytes` before the returned
 * function is called. Buffers that await collection count as well, so the bound has to leave room for them.
 */
export function watchMemory(bytes: number, excess: () => void): () => void {
  const before = process.memoryUsage().arrayBuffers;
  const timer = setInterval(() => {
    if (process.memoryUsage().arrayBuffers - before <= bytes) return;
    clearInterval(timer);
    excess();
  }, everyMs);
  return () => clearInterval(timer);
}
