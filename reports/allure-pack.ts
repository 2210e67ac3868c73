import { gzipSync } from 'node:zlib';

/** A program of a page that Allure made, beside it. */
const program = /<script\s+src="([^":]*)"\s*><\/script>/g;

/** Another file that such a page names in its head: a sheet of styles, or a font. */
const linked = /<link\b[^>]*\bhref="([^":]*)"[^>]*>/g;

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

/** Reads packed data: a function that gives what stands under a name, with its digests put back. */
const read = `${unpacked}.text().then(function(text){var lines=text.split("\\n"),all=JSON.parse(lines.pop().replace(/\\ue000(\\d+);/g,function(_,at){return lines[at]}));return Object.assign(function(name){if(!(name in all.names))throw new Error("no data under "+name);return btoa(unescape(encodeURIComponent(all.values[all.names[name]])))},{names:all.names})})`;

/** The same calls as before, once the data is there. */
const unpack = `${read}.then(function(valueOf){return Promise.all(Object.keys(valueOf.names).map(function(name){return d(name,valueOf(name))}))})`;

/** What one opens to see it: a result and its evidence. Its first digit names the part of the page that holds it. */
const opened = /^data\/.+\/([0-9a-f])[0-9a-f]{31}\.[a-z]+$/;

/** Has what one opens unpacked by then, part by part; the program waits for what it asks for in any case. */
const onDemand = `(function(parts){var open={};function partOf(name){var found=${opened}.exec(name);return found&&parts[found[1]]&&found[1]}function inPart(at){var packed=parts[at];return open[at]=open[at]||${read}}window.allureReportData=new Proxy(window.allureReportData,{has:function(all,name){return name in all||!!partOf(name)},get:function(all,name){var at=name in all?"":partOf(name);return at?inPart(at).then(function(valueOf){return valueOf(name)}):all[name]}})})`;

/** Up to so many bytes of what one opens, nobody waits for its unpacking: parts would only make the page larger. */
const smallBytes = 750_000;

/** What Allure writes beside a page for its program to ask for; and of that, what it never does: the charts are drawn already. */
const asked = /^(?:data|widgets)\/(?!history\/)/;

/**
 * Makes one file of a page that Allure made and of the files beside it, packed. Allure itself would write all of them into
 * the page in base64, much of it twice, which takes three times the memory.
 *
 * @throws Error for a page without a program: that is none of Allure's
 */
export function packPage(html: string, files: ReadonlyMap<string, Buffer>): string {
  const data = new Map([...files].filter(([name]) => asked.test(name)));
  let programs = 0;
  const page = html
    .replace(program, (tag, name: string) => {
      const text = files.get(name);
      programs += text === undefined ? 0 : 1;
      return text === undefined ? tag : packProgram(text);
    })
    .replace(linked, (tag, name: string) => {
      const text = files.get(name);
      if (text === undefined) return tag;
      const styles = name.endsWith('.css') ? `data:text/css;base64,${text.toString('base64')}` : undefined;
      return styles === undefined ? '' : tag.replace(name, styles);
    });
  if (programs === 0) throw new Error('the page of Allure has no program');
  return page.replace('</head>', () => `<script>${waiting}${packData(data)}${ready}</script>\n</head>`);
}

/** The program waits until it is told that its data is there. The page itself says so as well: too early, or after that. */
const waiting =
  'window.allureReportData={};(function(){var isThere=false;Object.defineProperty(window,"allureReportDataReady",{get:function(){return isThere},set:function(value){isThere=isThere||value==="all"}})})();function d(name,value){window.allureReportData[name]=value}';
const ready = '.then(function(){window.allureReportDataReady="all"})';

/**
 * Packs the data of a page that Allure made, as an expression for the page: a third of it is digests, which do not pack.
 * Where there is much of what one opens, it is packed by itself, and unpacked where it is opened. All of it is text, and
 * stays text in the packed form, where the last scan for secrets reads it.
 */
export function packData(files: ReadonlyMap<string, Buffer>): string {
  const entries = [...files];
  const bytes = entries.reduce((sum, [name, { length }]) => sum + (opened.test(name) ? length : 0), 0);
  const parts = new Map<string, [string, Buffer][]>();
  for (const entry of entries) {
    const at = (bytes > smallBytes && opened.exec(entry[0])?.[1]) || '';
    const part = parts.get(at) ?? [];
    parts.set(at, part);
    part.push(entry);
  }
  // Each part is made into text by itself, and is gone before the next one.
  const first = calledWith(unpack, textOf(parts.get('')));
  parts.delete('');
  if (parts.size === 0) return first;
  const later = [...parts].map(([at, part]) => `"${at}":"${packed(textOf(part))}"`);
  return `(${onDemand}({${later.join(',')}}),${first})`;
}

/** Files as data by their names; a value that has several names is there once. */
function textOf(files: readonly [string, Buffer][] = []): Buffer {
  const names: Record<string, number> = {};
  const values = new Map<string, number>();
  for (const [name, bytes] of files) {
    const value = bytes.toString('utf8');
    const place = values.get(value) ?? values.size;
    values.set(value, place);
    names[name] = place;
  }
  return Buffer.from(withNumbers(JSON.stringify({ names, values: [...values.keys()] })));
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

function packProgram(text: Buffer): string {
  return `<script>${calledWith(`${unpacked}${start}`, text)}</script>`;
}

function calledWith(code: string, bytes: Buffer): string {
  return `(function(packed){return ${code}})("${packed(bytes)}")`;
}

function packed(bytes: Buffer): string {
  return gzipSync(bytes, { level: 9 }).toString('base64');
}
