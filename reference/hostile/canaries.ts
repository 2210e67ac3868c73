import { answer, type Service } from '../faults/kit/fault.ts';

/** Texts that stand for what must never leave a target: one for each place where pupils' data can be. */
export const canaries = {
  name: 'Canaria-Nomen-7d1',
  /** Not even an address, so that there is a failure that could show it. */
  email: 'canaria.mail-7d2',
  upn: 'CANARIAUPN7D3',
  birthday: '1907-07-14',
  username: 'canaria.user-7d5',
  externalId: 'canaria-ext-7d6',
  message: 'canaria-message-7d7',
  header: 'canaria-header-7d8',
  cursor: 'canaria-cursor-7d9',
  group: 'Canaria-Group-7da',
  unknown: 'canaria-unknown-7db',
} as const;

/** Where a canary is planted: by the name of the member that holds the value. */
const planted: Readonly<Record<string, string>> = {
  fullName: canaries.name,
  firstName: canaries.name,
  lastName: canaries.name,
  upn: canaries.upn,
  dateOfBirth: canaries.birthday,
  username: canaries.username,
  externalId: canaries.externalId,
  message: canaries.message,
  detail: canaries.message,
  title: canaries.message,
  description: canaries.group,
};

/**
 * A service whose answers hold canaries wherever a target could show somebody's data, in fields that nobody knows and
 * in names of members too. Only every second value is replaced, so that filters still find something.
 */
export function withCanaries(service: Service): Service {
  return async (request) => {
    const response = await service(request);
    const headers = {
      'x-powered-by': canaries.header,
      'content-language': canaries.header,
      'set-cookie': `learner=${canaries.header}`,
      'access-control-expose-headers': canaries.header,
      link: `</users/${canaries.header}>`,
    };
    const type = response.headers.get('content-type') ?? '';
    const text = await response.clone().text();
    if (text === '' || !type.includes('json')) return answer(response, undefined, { headers });
    return answer(response, plant(JSON.parse(text)), { headers });
  };
}

function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item, index) => (index % 2 === 0 ? plant(item) : item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, held]) => [name, swap(name, held)]);
  const extra = { [canaries.unknown]: canaries.unknown, nickname: canaries.name };
  return { ...Object.fromEntries(members), ...('userId' in value ? extra : {}) };
}

function swap(name: string, held: unknown): unknown {
  if (name === 'emails') return [canaries.email];
  if (name === 'name' && typeof held === 'string') return `${canaries.group} ${held}`;
  if (typeof held === 'string') return planted[name] ?? held;
  return plant(held);
}
