import { cacheDeployments } from './caches.ts';
import { clockDeployments } from './clocks.ts';
import { copyDeployments } from './copies.ts';
import { edgeDeployments } from './edges.ts';
import { indexDeployments } from './indexes.ts';
import type { Deployment } from './kit.ts';
import { otherDeployments } from './others.ts';
import { pageDeployments } from './pages.ts';
import { queueDeployments } from './queues.ts';
import { trafficDeployments } from './traffic.ts';

/**
 * Deployments that were written blind. Each is the reference service in another surrounding, and behaves otherwise over
 * time, within the interface as its writer holds.
 */
export const deployments: readonly Deployment[] = [
  ...copyDeployments,
  ...indexDeployments,
  ...cacheDeployments,
  ...queueDeployments,
  ...otherDeployments,
  ...pageDeployments,
  ...clockDeployments,
  ...trafficDeployments,
  ...edgeDeployments,
];
