import * as eighth from '../../../reference/blind/servers/eighth/index.ts';
import * as eleventh from '../../../reference/blind/servers/eleventh/index.ts';
import * as fifteenth from '../../../reference/blind/servers/fifteenth/index.ts';
import * as fifth from '../../../reference/blind/servers/fifth/index.ts';
import * as first from '../../../reference/blind/servers/first/index.ts';
import * as fourteenth from '../../../reference/blind/servers/fourteenth/index.ts';
import * as fourth from '../../../reference/blind/servers/fourth/index.ts';
import * as ninth from '../../../reference/blind/servers/ninth/index.ts';
import * as second from '../../../reference/blind/servers/second/index.ts';
import * as seventh from '../../../reference/blind/servers/seventh/index.ts';
import * as sixteenth from '../../../reference/blind/servers/sixteenth/index.ts';
import * as sixth from '../../../reference/blind/servers/sixth/index.ts';
import * as tenth from '../../../reference/blind/servers/tenth/index.ts';
import * as third from '../../../reference/blind/servers/third/index.ts';
import * as thirteenth from '../../../reference/blind/servers/thirteenth/index.ts';
import * as twelfth from '../../../reference/blind/servers/twelfth/index.ts';
import { type Form, formsOf, profileOf, type ServerName, serverNames } from './server-forms.ts';

/** A server that was written from the interface alone, with bugs and manners that are switched on by their ids. */
export interface WrittenServer {
  readonly name: ServerName;
  readonly createServer: typeof first.createServer;
  readonly keys: typeof first.keys;
  /** The file of its profile, where a form has none of its own. */
  readonly profile: string;
  /** The server as it is, its bugs, and its manners. */
  readonly forms: readonly Form[];
}

const code = {
  first,
  second,
  third,
  fourth,
  fifth,
  sixth,
  seventh,
  eighth,
  ninth,
  tenth,
  eleventh,
  twelfth,
  thirteenth,
  fourteenth,
  fifteenth,
  sixteenth,
};

/** The servers, in the order in which they were written. */
export const servers: readonly WrittenServer[] = serverNames.map((name) => ({
  name,
  createServer: code[name].createServer,
  keys: code[name].keys,
  profile: profileOf(name),
  forms: formsOf(name),
}));
