import { type Check, checks } from '../../../harness/judging/check.ts';
import { text } from '../../target/body.ts';
import { fromStandard } from '../../target/effort.ts';
import { eventually } from '../../target/eventually.ts';
import { afterRefusals } from '../../target/groups/after-refusals.ts';
import { groupOf } from '../../target/groups/group.ts';
import { mustHaveName } from '../../target/groups/must-have-name.ts';
import { mustMiss } from '../../target/groups/must-miss.ts';
import { groupNamedWithDigits } from '../../target/groups/named-with-digits.ts';
import { sameName } from '../../target/groups/same-name.ts';
import { listed, listedForSure, sampleOf } from '../../target/groups/samples.ts';

/** Words that some programs take for an empty value. */
const bareWords = ['null', '0', 'undefined'] as const;

/** `search` with texts that only a careless comparison takes for a name. */
export const otherNameChecks: readonly Check[] = [
  ...checks(['list-classes.search-whole-name/accents', 'list-cohorts.search-whole-name/accents'], {
    sends:
      'searches for listed names (found), then for the same without their accents, or with one more, and with a sign of another script behind it; at quick effort for one of them',
    accepts: 'pages without the class or cohort: letters that differ in more than case are others',
    async run(context) {
      const sample = await sampleOf(context);
      const accented = sample.find(({ name }) => withoutAccents(name) !== name);
      const unaccented = sample.find(({ name }) => name !== accented?.name && withAccent(name) !== name);
      context.need(accented ?? unaccented, `a ${groupOf(context.op).kind} whose name has letters`);
      if (accented) await mustMiss(context, accented, withoutAccents(accented.name));
      if (accented && context.effort === 'quick') return;
      if (unaccented) await mustMiss(context, unaccented, withAccent(unaccented.name));
      // Some comparisons leave out what they do not know.
      const any = unaccented ?? accented;
      if (any) await mustMiss(context, any, `${any.name}字`);
    },
  }),

  ...checks(['list-classes.search/bare-words', 'list-cohorts.search/bare-words'], {
    sends: `searches for ${bareWords.join(', ')}`,
    async run(context) {
      const { kind } = groupOf(context.op);
      const [some] = await sampleOf(context);
      context.need(some, `a ${kind} that a search could show`);
      for (const word of bareWords) {
        const { page, answer } = await listedForSure(context, { search: word });
        mustHaveName(context, page.items, word, answer);
      }
    },
  }),

  // One field of an index holds all texts of a thing where a team wants to find it by any of them.
  ...checks(['list-classes.search/descriptions', 'list-cohorts.search/descriptions'], {
    sends: 'a search for the description of something listed, which is not its name',
    async run(context) {
      const described = (await sampleOf(context)).flatMap(({ name, item }) => {
        const description = text(item['description'])?.trim();
        return description && !sameName(description, name) ? [description] : [];
      });
      // A search may refuse a text of several lines.
      const search = described.find(isPlain) ?? described.find((one) => !one.includes('\n')) ?? described[0];
      const { kind } = groupOf(context.op);
      const description = context.need(search, `a ${kind} whose description is not its name`);
      const { page, answer } = await listed(context, { search: description });
      mustHaveName(context, page.items, description, answer);
    },
  }),

  ...checks(['list-classes.search/ids', 'list-cohorts.search/ids'], {
    sends: 'a search for the id of something listed, which is no name',
    async run(context) {
      const { kind, id } = groupOf(context.op);
      const [sampled] = await sampleOf(context);
      const known = context.need(text(sampled?.item[id]), `a ${kind} with its \`${id}\``);
      const { page, answer } = await listed(context, { search: known });
      mustHaveName(context, page.items, known, answer);
    },
  }),

  ...checks(['list-classes.search-whole-name/digits', 'list-cohorts.search-whole-name/digits'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    unless: fromStandard,
    sends:
      'searches for a name of digits that begins with a zero (found), then for the same number written otherwise',
    accepts: 'pages without it: digits are text where text is asked for',
    async run(context) {
      const { id, sent } = await groupNamedWithDigits(context, groupOf(context.op));
      const name = String(sent['name']);
      const known = { id: context.need(id, 'a name of digits to be accepted'), name };
      const number = name.replace(/^0+/, '');
      for (const same of [number, `0${name}`, `${number}.0`]) await mustMiss(context, known, same);
    },
  }),

  ...checks(['list-classes.search-whole-name/long', 'list-cohorts.search-whole-name/long'], {
    access: 'write',
    needs: (op) => [groupOf(op).fields],
    unless: fromStandard,
    sends:
      'searches for a name of more than a hundred letters (found), then for the same with another end, and in other letters',
    accepts: 'pages without it, and with it; such a name may be refused',
    async run(context) {
      const { made, isLong } = await afterRefusals(context, groupOf(context.op));
      context.need(isLong, 'a name of more than a hundred letters to be accepted');
      const name = String(made.meanings['name']);
      const known = { id: made.id, name };
      await mustMiss(context, known, `${name.slice(0, -1)}x`);
      const search = context.world.synthetic(name.toUpperCase());
      const { shows, answer } = await eventually(
        context,
        () => listed(context, { search }),
        (found) => found.shows(known),
      );
      context.must.hold(shows(known), {
        expected: `the ${groupOf(context.op).kind} that was found by its name as listed`,
        actual: 'a page without it',
        in: answer,
      });
    },
  }),
];

/** Whether nothing in front of the target takes offence at a text in an address. */
function isPlain(text: string): boolean {
  return text.length <= 100 && /^[A-Za-z0-9 .,/-]+$/.test(text);
}

/** Letters that have an accent in every language, and lose it in none: no İ, which some write as i in small letters. */
const accents = /[ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöùúûüýÿ]/gu;

function withoutAccents(name: string): string {
  return name.normalize('NFC').replace(accents, (letter) => letter.normalize('NFD').charAt(0));
}

/** The name with an accent on its first vowel. */
function withAccent(name: string): string {
  return name.replace(/[aeou]/, (letter) => `${letter}\u0301`.normalize('NFC'));
}
