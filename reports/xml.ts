/** One XML element. Its content is a text, which will be escaped, or a list of elements. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly content: string | readonly Element[];
}

/** Makes an XML element. */
export function element(
  name: string,
  attributes: Element['attributes'] = {},
  content: Element['content'] = [],
): Element {
  return { name, attributes, content };
}

/** Writes an XML document, indented by two spaces. */
export function formatXml(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${formatElement(root, '')}\n`;
}

function formatElement({ name, attributes, content }: Element, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  const open = `${indent}<${name}${pairs.join('')}`;
  if (content.length === 0) return `${open}/>`;
  if (typeof content === 'string') return `${open}>${escapeXml(content)}</${name}>`;
  const inner = content.map((child) => formatElement(child, `${indent}  `));
  return `${open}>\n${inner.join('\n')}\n${indent}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escapes a text for XML 1.0. A character that XML cannot hold even as a reference is replaced by U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '\u{fffd}')
    .replaceAll(/[&<>"\n\t]/g, (character) => entities[character] ?? character);
}
