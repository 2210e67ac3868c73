import { gzipSync } from 'node:zlib';

/** The data of a page that Allure made: `d("name","base64")`, one after the other, in a script of their own. */
const data = /Promise\.allSettled\(\[((?:d\("[^"]*","[^"]*"\),?)*)\]\)/;
const entry = /d\("([^"]*)","([^"]*)"\)/g;

/** The program of such a page. */
const program = /<script\s+src="data:text\/javascript;base64,([^"]*)"\s*><\/script>/g;

/** Unpacks on the page, with what every browser has. */
const unpacked =
  'new Response(new Blob([Uint8Array.from(atob(packed),function(c){return c.charCodeAt(0)})]).stream().pipeThrough(new DecompressionStream("gzip")))';

/** Starts a program from a text. */
const start =
  '.blob().then(function(text){var one=document.createElement("script");one.src=URL.createObjectURL(new Blob([text],{type:"text/javascript"}));document.body.appendChild(one)})';

/** Stands for a digest, before its number. */
const sign = '\u{e000}';

/** A digest that is all of a string, or the name of a file: a key that merely holds one is never taken apart. */
const digest = /(?<=["/])[0-9a-f]{32}(?:\.[0-9a-f]{32})?(?=\\?"|\.json")/g;

/** The same calls as before, once the data is there and its digests are put back. */
const unpack = `${unpacked}.text().then(function(text){var lines=text.split("\\n"),all=JSON.parse(lines.pop().replace(/\\ue000(\\d+);/g,function(_,at){return lines[at]}));return Promise.all(Object.keys(all.names).map(function(name){return d(name,btoa(unescape(encodeURIComponent(all.values[all.names[name]]))))}))})`;

/** What Allure writes into the page and its program never asks for: the charts are drawn already. */
const unused = 'data/history/';

/**
 * Packs the data of a page that Allure made: Allure writes everything in base64, much of it twice, and a third of it is
 * digests, which do not pack. All of it is text, and stays text in the packed form, where the last scan for secrets reads
 * it. A page of another form stays as it is.
 */
export function packData(html: string): string {
  return html.replace(data, (_, list: string) => {
    const values = new Map<string, number>();
    const names: Record<string, number> = {};
    for (const [, name = '', value = ''] of list.matchAll(entry)) {
      if (name.startsWith(unused)) continue;
      const raw = Buffer.from(value, 'base64').toString('utf8');
      const place = values.get(raw) ?? values.size;
      values.set(raw, place);
      names[name] = place;
    }
    return calledWith(
      unpack,
      Buffer.from(withNumbers(JSON.stringify({ names, values: [...values.keys()] }))),
    );
  });
}

/** The digests of a text, one a line, and last the text with their numbers in their places. */
function withNumbers(text: string): string {
  const numbers = new Map<string, number>();
  // In a text of the report, the sign is written as JSON may write it.
  const short = text.replaceAll(sign, String.raw`\ue000`).replace(digest, (one) => {
    const number = numbers.get(one) ?? numbers.size;
    numbers.set(one, number);
    return `${sign}${number};`;
  });
  return [...numbers.keys(), short].join('\n');
}

/** Packs the program of a page that Allure made, as {@link packData} packs its data. */
export function packProgram(html: string): string {
  return html.replace(
    program,
    (_, text: string) => `<script>${calledWith(`${unpacked}${start}`, Buffer.from(text, 'base64'))}</script>`,
  );
}

function calledWith(code: string, bytes: Buffer): string {
  return `(function(packed){return ${code}})("${gzipSync(bytes, { level: 9 }).toString('base64')}")`;
}
