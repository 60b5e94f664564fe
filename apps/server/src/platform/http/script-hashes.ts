/**
 * Finds the inline scripts of a page that the server itself wrote. A page is rendered with a secret nonce on them; this
 * module removes the nonce and returns their hashes for the Content-Security-Policy. A script that somebody injected
 * has no nonce, so its hash is not listed, and the page contains no nonce to copy. See
 * docs/decisions/0003-scripts-by-hash.md.
 */
import { hash, randomBytes } from 'node:crypto';

export interface HashedPage {
  body: string;
  /** In the format of the policy, without duplicates. */
  hashes: string[];
}

const NONCE_BYTES = 18;

export function createScriptHasher() {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return {
    nonce,
    replaceNonces(rendered: string): HashedPage {
      const hashes = new Set<string>();
      const [first = '', ...rest] = rendered.split(` nonce="${nonce}"`);
      let tagStart = first;
      for (const part of rest) {
        const text = isScriptTag(tagStart) ? findScriptText(part) : '';
        if (text) hashes.add(toCspHash(text));
        tagStart = part;
      }
      return { body: [first, ...rest].join('').replaceAll(nonce, ''), hashes: [...hashes] };
    },
  };
}

/** Whether the text ends inside the opening tag of a script. */
const isScriptTag = (text: string): boolean => /^<script\b[^>]*$/.test(text.slice(text.lastIndexOf('<')));

/** The text of the script whose opening tag ends in this part of the page. */
function findScriptText(part: string): string {
  const start = part.indexOf('>') + 1;
  const end = part.indexOf('</script', start);
  return start > 0 && end > start ? part.slice(start, end) : '';
}

const toCspHash = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;
