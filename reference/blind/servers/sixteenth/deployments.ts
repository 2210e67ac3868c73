// The conforming deployments: one team each, with the choices of its stack.

import type { Deployment } from './deployment.ts';
import { first } from './deployments-one.ts';
import { third } from './deployments-three.ts';
import { second } from './deployments-two.ts';

export type { Deployment } from './deployment.ts';

export const deployments: readonly Deployment[] = [...first, ...second, ...third];
