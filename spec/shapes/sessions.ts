import { suggest } from '../nearest.ts';
import type { Path } from '../source.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../tree.ts';
import { formOfId, shownFields } from './fields.ts';
import { at, type ShapeAction, schemaRef, schemas, textsAt, type Words } from './words.ts';

/** The actions for a session: its fields, its two kinds, whom and what it links to, and its result. */
export function sessionActions(words: Words): ShapeAction[] {
  const session = words.said['session'];
  if (!isObject(session)) return [];
  const place = at(words, 'session');
  return [
    ...fieldActions(words, session, place),
    ...statusActions(session, place),
    ...dateActions(session, place),
    { at: place, target: `${schemas}.SessionListItem`, update: schemaRef('Session') },
    ...kindActions(session, place),
    ...partActions(words, session, 'user', 'SessionUser', place),
    ...partActions(words, session, 'test', 'SessionTest', place),
    ...resultActions(words, session, place),
  ];
}

function fieldActions(words: Words, session: JsonObject, place: Path): ShapeAction[] {
  const id = textAt(session, 'id');
  const [user, test] = ['user', 'test'].map((part) => fieldOf(session, part));
  const properties = {
    ...(id === undefined ? {} : { [id]: { 'x-clause': 'session.session-id', ...formOfId(words, id) } }),
    ...(user === undefined ? {} : { [user]: { 'x-clause': 'session.user', ...schemaRef('SessionUser') } }),
    ...(test === undefined ? {} : { [test]: { 'x-clause': 'session.test', ...schemaRef('SessionTest') } }),
  };
  const required = textsAt(session, 'required');
  refuseUnknown(words, required, [...words.propertiesOf('Session'), ...Object.keys(properties)], place);
  const update = {
    ...(required.length > 0 ? { required } : {}),
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
  };
  return Object.keys(update).length === 0 ? [] : [{ at: place, target: `${schemas}.Session`, update }];
}

/** The field of a session that holds its learner or its test. */
function fieldOf(session: JsonObject, part: string): string | undefined {
  return textAt(session, part) ?? textAt(session[part], 'field');
}

function statusActions(session: JsonObject, place: Path): ShapeAction[] {
  const literals = literalsOf(session);
  const filter = textsAt(session, 'statusFilter');
  const filtered = filter.length > 0 ? filter : literals;
  return [
    ...(literals === undefined
      ? []
      : [
          {
            at: [...place, 'status'],
            target: `${schemas}.Session.properties.status`,
            update: { enum: literals },
          },
        ]),
    ...(filtered === undefined
      ? []
      : [{ at: [...place, 'status'], target: `${schemas}.SessionStatusFilter`, update: { enum: filtered } }]),
  ];
}

function literalsOf(session: JsonObject): readonly string[] | undefined {
  const { inProgress, completed } = objectAt(session, 'status');
  return typeof inProgress === 'string' && typeof completed === 'string'
    ? [inProgress, completed]
    : undefined;
}

function dateActions(session: JsonObject, place: Path): ShapeAction[] {
  const format = textAt(session, 'dates');
  const target = `${schemas}.Session.properties['startDate', 'endDate']`;
  return format === undefined ? [] : [{ at: [...place, 'dates'], target, update: { format } }];
}

function kindActions(session: JsonObject, place: Path): ShapeAction[] {
  const [inProgress, completed] = literalsOf(session) ?? [];
  const required = textsAt(session, 'requiredOnceCompleted');
  const of = (status: string | undefined, type: string, always: readonly string[]) => ({
    allOf: [
      schemaRef('Session'),
      {
        type: 'object',
        ...(always.length > 0 ? { required: always } : {}),
        properties: { ...(status === undefined ? {} : { status: { const: status } }), result: { type } },
      },
    ],
  });
  return [
    {
      at: place,
      target: `${schemas}.CompletedSessionItem`,
      update: of(completed, 'object', required),
    },
    { at: place, target: `${schemas}.InProgressSessionItem`, update: of(inProgress, 'null', []) },
  ];
}

function partActions(
  words: Words,
  session: JsonObject,
  part: 'user' | 'test',
  component: string,
  place: Path,
): ShapeAction[] {
  const said = objectAt(session, part);
  const [required, optional] = [textsAt(said, 'required'), textsAt(said, 'optional')];
  const stated = words.propertiesOf(component);
  const names = [...required, ...optional].filter((name) => !stated.includes(name));
  if (required.length + optional.length === 0) return [];
  const properties = shownFields(words, names, [...place, part]);
  return [
    {
      at: [...place, part],
      target: `${schemas}.${component}`,
      update: {
        ...(required.length > 0 ? { required } : {}),
        ...(names.length > 0 ? { properties } : {}),
      },
    },
  ];
}

function resultActions(words: Words, session: JsonObject, place: Path): ShapeAction[] {
  const said = objectAt(session, 'result');
  const [calculated, level, duration] = ['calculatedDate', 'level', 'duration'].map((name) =>
    textAt(said, name),
  );
  const format = textAt(session, 'dates') ?? 'date-time';
  const properties = {
    ...(calculated === undefined
      ? {}
      : { [calculated]: { 'x-clause': 'result.calculated-date', type: 'string', format } }),
    ...(level === undefined ? {} : { [level]: { 'x-clause': 'result.level', ...schemaRef('ResultLevel') } }),
    ...(duration === undefined
      ? {}
      : { [duration]: { 'x-clause': 'result.duration', type: 'string', format: 'duration' } }),
  };
  const required = textsAt(said, 'required');
  refuseUnknown(words, required, Object.keys(properties), [...place, 'result']);
  if (Object.keys(properties).length === 0) return [];
  const update = { ...(required.length > 0 ? { required } : {}), properties };
  return [{ at: [...place, 'result'], target: `${schemas}.SessionResult`, update }];
}

/** The actions for a study session. */
export function studySessionActions(words: Words): ShapeAction[] {
  const said = words.said['studySession'] ?? (showsStudySessions(words) ? {} : undefined);
  if (!isObject(said)) return [];
  const place = at(words, 'studySession');
  const [required, optional] = [textsAt(said, 'required'), textsAt(said, 'optional')];
  const StudySession = {
    description: 'One completed study session.',
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: shownFields(words, [...required, ...optional], place),
  };
  return [{ at: place, target: schemas, update: { StudySession } }];
}

/** Whether an operation is said to show study sessions, of which no more may be said. */
function showsStudySessions({ said }: Words): boolean {
  return Object.values(objectAt(said, 'operations')).some((one) => textAt(one, 'shows') === 'studySessions');
}

/** Refuses a name of a required field that nobody has. @throws ContractError with the nearest */
export function refuseUnknown(
  { place }: Words,
  names: readonly string[],
  known: readonly string[],
  above: Path,
): void {
  const i = names.findIndex((name) => !known.includes(name));
  const name = names[i];
  if (name === undefined) return;
  const fix = suggest(
    name,
    known,
    `known are ${known.join(', ')}; say the shape of any other in the overlay`,
  );
  throw place.source.error([...above, 'required', i], `${name} is no field that is known here`, fix);
}
