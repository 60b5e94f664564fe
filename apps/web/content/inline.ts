export type Inline = { kind: 'text'; text: string } | { kind: 'link'; label: string; href: string };

const LINK = /\[([^[\]]+)\]\(([^()\s]+)\)/g;

/** A path of this site or an https address. `//host` and `/\host` lead to other sites in a browser and are refused. */
const isAllowedHref = (href: string): boolean => /^(?:\/(?![/\\])|https:\/\/[^/\\])[^\\\s]*$/.test(href);

/** Splits a text into plain pieces and links. What is not a well-formed, allowed link stays text, brackets included. */
export function parseInline(text: string): Inline[] {
  const pieces: Inline[] = [];
  let plainFrom = 0;
  const addPlain = (until: number) => {
    if (until > plainFrom) pieces.push({ kind: 'text', text: text.slice(plainFrom, until) });
  };
  for (const match of text.matchAll(LINK)) {
    const [whole, label, href] = match;
    if (label === undefined || href === undefined || !isAllowedHref(href)) continue;
    addPlain(match.index);
    pieces.push({ kind: 'link', label, href });
    plainFrom = match.index + whole.length;
  }
  addPlain(text.length);
  return pieces;
}
