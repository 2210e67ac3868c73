/** The signals besides SIGINT that ask a process to end: a service manager sends SIGTERM, a closed terminal SIGHUP. */
const endSignals = ['SIGTERM', 'SIGHUP'] as const;

/** Ends this process on SIGTERM and SIGHUP as on Ctrl-C. Playwright shuts down gracefully only on SIGINT. */
export function endAsOnCtrlC(): void {
  for (const signal of endSignals) process.on(signal, stopRun);
}

/** Ends this process as on Ctrl-C when its parent is gone. A parent that was killed could not send a signal. */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', stopRun);
  // Without this, the listener would keep the process alive.
  process.channel.unref();
}

/** Shuts the run of this process down gracefully, as Ctrl-C does. */
export function stopRun(): void {
  process.kill(process.pid, 'SIGINT');
}

/**
 * Forwards every signal to end to a child, as SIGINT. Playwright takes signals within a second for one.
 *
 * @returns ends the forwarding, so that signals end this process again
 */
export function forwardSignals(child: { kill(signal: 'SIGINT'): boolean }): () => void {
  const signals = ['SIGINT', ...endSignals] as const;
  const forward = () => child.kill('SIGINT');
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
