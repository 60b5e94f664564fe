/**
 * The list of scams that this device has saved for when there is no connection (service-worker/). It is a filter: it
 * has no false negatives, and about one false positive in 250.
 */
import { readPublicLocally } from '@hakiki/contract/local-readings';
import { savedLists } from '@hakiki/contract/open-data-values';
import { toHashedText } from '@hakiki/contract/private-check-values';

export interface SavedListAnswer {
  verdict: 'maybeListed' | 'notListed';
  /** When the list was made. */
  savedOn: string;
}

const HEADER_BYTES = 24;
const MAGIC = 0x484b_4649;

/** The longest list that is saved. */
export async function findSavedList(): Promise<
  { name: keyof typeof savedLists.paths; response: Response } | undefined
> {
  if (!('caches' in globalThis)) return undefined;
  for (const name of ['all', 'core'] as const) {
    const response = await caches.match(savedLists.paths[name], { cacheName: savedLists.cache });
    if (response) return { name, response };
  }
  return undefined;
}

export const getListDate = ({ headers }: Response): string =>
  new Date(headers.get('Last-Modified') ?? headers.get('Date') ?? 0).toISOString();

/** Undefined if no list is saved, or nothing in the input can be on one: it has no phone numbers. */
export async function checkSavedList(input: string): Promise<SavedListAnswer | undefined> {
  const values = readPublicLocally(input);
  const list = values.length > 0 ? await findSavedList() : undefined;
  if (!list) return undefined;
  const savedOn = getListDate(list.response);
  const filter = new DataView(await list.response.arrayBuffer());
  if (filter.byteLength < HEADER_BYTES || filter.getUint32(0) !== MAGIC) return undefined;
  for (const value of values) {
    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toHashedText(value)));
    if (mayContain(filter, new DataView(hash))) return { verdict: 'maybeListed', savedOn };
  }
  return { verdict: 'notListed', savedOn };
}

/** See `open-data/formats/binary-fuse.ts` of the server for the layout. */
function mayContain(filter: DataView, key: DataView): boolean {
  const [seed, segmentLength, starts] = [12, 16, 20].map((at) => filter.getUint32(at)) as [number, number, number];
  const mask = segmentLength - 1;
  const rest = mix(key.getUint32(4) ^ seed);
  const first = Math.floor((mix(key.getUint32(0) ^ seed) / 2 ** 32) * starts);
  const slot = (at: number) => filter.getUint8(HEADER_BYTES + at);
  const stored =
    slot(first) ^
    slot((first + segmentLength) ^ ((rest >>> 16) & mask)) ^
    slot((first + 2 * segmentLength) ^ (rest & mask));
  return stored === (mix(key.getUint32(8) ^ seed) & 0xff);
}

/** Mixes 32 bits (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85eb_ca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2_ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Asks the service worker for the long list. Resolves to whether it is saved now. */
export async function saveLongList(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return false;
  const { port1, port2 } = new MessageChannel();
  const isSaved = new Promise<boolean>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data === true), { once: true });
    port1.start();
  });
  active.postMessage({ saveList: 'all' }, [port2]);
  return isSaved;
}
