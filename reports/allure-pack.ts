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

/** The same calls as before, once the data is there. */
const unpack = `${unpacked}.json().then(function(all){return Promise.all(Object.keys(all.names).map(function(name){return d(name,btoa(unescape(encodeURIComponent(all.values[all.names[name]]))))}))})`;

/**
 * Packs the data of a page that Allure made: Allure writes everything in base64, and much of it twice. All of it is text,
 * and stays text in the packed form, where the last scan for secrets reads it. A page of another form stays as it is.
 */
export function packData(html: string): string {
  return html.replace(data, (_, list: string) => {
    const values = new Map<string, number>();
    const names: Record<string, number> = {};
    for (const [, name = '', value = ''] of list.matchAll(entry)) {
      const raw = Buffer.from(value, 'base64').toString('utf8');
      const place = values.get(raw) ?? values.size;
      values.set(raw, place);
      names[name] = place;
    }
    const text = JSON.stringify({ names, values: [...values.keys()] });
    return calledWith(unpack, Buffer.from(text));
  });
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
