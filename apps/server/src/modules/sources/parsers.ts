/**
 * Reads the files of other sources. A parser is pure; it throws for a file in another layout than the one it knows, and
 * gives its entries one by one.
 */
import * as z from 'zod';
import type { ListedEntry } from '../indicators/service.ts';

export class UnreadableListError extends Error {}

export type ParseList = (content: Buffer) => Iterable<ListedEntry>;

const decoder = new TextDecoder('utf-8', { fatal: true });

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(decoder.decode(content));
  } catch (error) {
    throw new UnreadableListError('no JSON', { cause: error });
  }
}

/** Not by a schema: it would check and copy a million strings. */
function toStrings(value: unknown, name: string): string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    throw new UnreadableListError(`${name} is no list of texts`);
  }
  return value;
}

function parseObject(content: Buffer): Record<string, unknown> {
  const value = parseJson(content);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnreadableListError('no object');
  return value as Record<string, unknown>;
}

function* toEntries(form: ListedEntry['form'], texts: readonly string[]): Generator<ListedEntry> {
  for (const text of texts) yield { form, text };
}

/** `["scam.example", …]`, without the whole list in memory: it may have a million entries. */
function* hostArray(content: Buffer): Generator<ListedEntry> {
  for (const text of scanStrings(content)) yield { form: 'address', text };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = /^\s*\[\s*$/;
const BETWEEN = /^\s*,\s*$/;
const CLOSING = /^\s*\]\s*$/;
const EMPTY = /^\s*\[\s*\]\s*$/;

/** The texts of a JSON list of nothing but texts, one by one. */
function* scanStrings(content: Buffer): Generator<string> {
  let position = 0;
  let separator = OPENING;
  for (;;) {
    const start = content.indexOf(QUOTE, position);
    const before = content.toString('utf8', position, start < 0 ? content.length : start);
    if (start < 0) {
      if (!(separator === OPENING ? EMPTY : CLOSING).test(before)) throw new UnreadableListError('no list of texts');
      return;
    }
    if (!separator.test(before)) throw new UnreadableListError('no list of texts');
    const end = findEnd(content, start);
    const text = content.toString('utf8', start + 1, end);
    yield text.includes('\\') ? String(parseJson(content.subarray(start, end + 1))) : text;
    position = end + 1;
    separator = BETWEEN;
  }
}

/** The quote that ends a text: the next one that no backslash escapes. */
function findEnd(content: Buffer, start: number): number {
  for (let end = content.indexOf(QUOTE, start + 1); end >= 0; end = content.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (content[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  throw new UnreadableListError('a text has no end');
}

/** `["0x…", …]` */
const walletArray: ParseList = (content) => toEntries('wallet', toStrings(parseJson(content), 'the file'));

/** `{ "allow": […], "deny": ["scam.example"], "denySub": ["x.com/account"] }`. Its allowed hosts are ignored. */
function* polkadot(content: Buffer): Generator<ListedEntry> {
  const { deny, denySub = [] } = parseObject(content);
  yield* toEntries('address', toStrings(deny, 'deny'));
  yield* toEntries('address', toStrings(denySub, 'denySub'));
}

/** `{ "metadata": { "total_count": 2 }, "detected_urls": […] }`. The count is of another step, often higher. */
function* spmedia(content: Buffer): Generator<ListedEntry> {
  yield* toEntries('address', toStrings(parseObject(content)['detected_urls'], 'detected_urls'));
}

/** `[{ "address": "0x…", "comment": "…", "date": "2020-11-17" }, …]`. Comments name people, and stay there. */
const addressObjects = z.array(z.object({ address: z.string() }));
function* myEtherWallet(content: Buffer): Generator<ListedEntry> {
  const { success, data } = addressObjects.safeParse(parseJson(content));
  if (!success) throw new UnreadableListError('no list of addresses');
  for (const { address } of data) yield { form: 'wallet', text: address };
}

/** `{ "scam.example": ["0x…", …], … }`: sites, and the wallets to which they send. */
function* scamSniffer(content: Buffer): Generator<ListedEntry> {
  for (const [host, wallets] of Object.entries(parseObject(content))) {
    yield { form: 'address', text: host };
    for (const text of toStrings(wallets, 'wallets')) yield { form: 'wallet', text, reference: host || undefined };
  }
}

/** `{ "description": "…", "list": [".bank.example", …] }` */
function* mispWarningList(content: Buffer): Generator<ListedEntry> {
  yield* toEntries('address', toStrings(parseObject(content)['list'], 'list'));
}

export const parsers = {
  hostArray,
  walletArray,
  polkadot,
  spmedia,
  myEtherWallet,
  scamSniffer,
  mispWarningList,
} satisfies Record<string, ParseList>;
export type ParserName = keyof typeof parsers;
