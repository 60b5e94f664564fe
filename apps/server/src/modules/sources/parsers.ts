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
  return value as string[];
}

function parseObject(content: Buffer): Record<string, unknown> {
  const value = parseJson(content);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UnreadableListError('no object');
  return value as Record<string, unknown>;
}

function* toEntries(form: ListedEntry['form'], texts: readonly string[]): Generator<ListedEntry> {
  for (const text of texts) yield { form, text };
}

/** `["scam.example", …]` */
const hostArray: ParseList = (content) => toEntries('address', toStrings(parseJson(content), 'the file'));

/** `["0x…", …]` */
const walletArray: ParseList = (content) => toEntries('wallet', toStrings(parseJson(content), 'the file'));

/** `{ "allow": […], "deny": ["scam.example"], "denySub": ["x.com/account"] }`. What it allows is not for us to vouch for. */
function* polkadot(content: Buffer): Generator<ListedEntry> {
  const { deny, denySub = [] } = parseObject(content);
  yield* toEntries('address', toStrings(deny, 'deny'));
  yield* toEntries('address', toStrings(denySub, 'denySub'));
}

/** `{ "metadata": { "total_count": 2 }, "detected_urls": […] }`. The count tells whether the file is whole. */
const spmediaFile = z.object({ metadata: z.object({ total_count: z.int() }) });
function* spmedia(content: Buffer): Generator<ListedEntry> {
  const file = parseObject(content);
  const urls = toStrings(file['detected_urls'], 'detected_urls');
  const { success, data } = spmediaFile.safeParse(file);
  if (!success || data.metadata.total_count !== urls.length) throw new UnreadableListError('another count');
  yield* toEntries('address', urls);
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
