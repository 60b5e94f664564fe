/**
 * Which inline scripts of a page are the server's own. A page is rendered with a secret mark on them; here the mark is taken off
 * again and the policy names their hashes. What somebody else brought into the page has no mark, so it is not among them, and
 * there is nothing in the page that could be read and put on another script. See docs/decisions/0003-scripts-by-hash.md.
 */
import { createHash, randomBytes } from 'node:crypto';

export interface MarkedPage {
  body: string;
  /** As the policy names them, each once. */
  hashes: string[];
}

const MARK_BYTES = 18;

export function createScriptMark() {
  const mark = randomBytes(MARK_BYTES).toString('base64url');
  const markedScript = new RegExp(`<script\\b[^>]*\\bnonce="${mark}"[^>]*>([^]*?)</script`, 'g');
  return {
    mark,
    takeOff(rendered: string): MarkedPage {
      const hashes = new Set<string>();
      for (const [, text] of rendered.matchAll(markedScript)) if (text) hashes.add(hashOf(text));
      return { body: rendered.replaceAll(` nonce="${mark}"`, '').replaceAll(mark, ''), hashes: [...hashes] };
    },
  };
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
