/** The writers of the simple formats. */
import { generateRssFeed } from 'feedsmith';
import { writeJsonFeed } from '../../platform/json-feed.ts';
import { isHost, isWallet } from './entry.ts';
import { hostLists, toHostLines } from './formats/host-lists.ts';
import { addressesHeader, toAddressLine, toChangeLine, toJsonLine, toPageUrl } from './formats/records.ts';
import { createOutputFile } from './output-file.ts';
import type { Item, ReleaseInfo, Writer } from './writer.ts';

export async function createHostListWriter(info: ReleaseInfo): Promise<Writer> {
  const files = await Promise.all(
    hostLists.map(async (list) => ({ list, output: await createOutputFile(info.folder, list.name) })),
  );
  for (const { list, output } of files) await output.write(list.header(info));
  return {
    async write({ listed }) {
      const hosts = listed.filter(isHost);
      for (const { list, output } of files) await output.write(toHostLines(list, hosts), hosts.length);
    },
    finish: () => Promise.all(files.map(({ output }) => output.close())),
  };
}

export async function createRecordWriter(info: ReleaseInfo): Promise<Writer> {
  const addresses = await createOutputFile(info.folder, 'addresses.csv');
  const records = await createOutputFile(info.folder, 'indicators.jsonl.gz');
  const ownFile = await createOutputFile(info.folder, 'gpl3/indicators.jsonl.gz');
  await addresses.write(addressesHeader);
  return {
    async write(batch) {
      const wallets = batch.listed.filter(({ kind }) => isWallet(kind));
      await addresses.write(wallets.map((entry) => toAddressLine(info.publicUrl, entry)).join(''), wallets.length);
      await records.write(batch.listed.map(toJsonLine).join(''), batch.listed.length);
      await ownFile.write(batch.ownFile.map(toJsonLine).join(''), batch.ownFile.length);
    },
    finish: () => Promise.all([addresses.close(), records.close(), ownFile.close()]),
  };
}

/** The changes of the day, after those that earlier releases of the day announced. */
export async function createChangesWriter(
  info: ReleaseInfo,
  earlier: { content: Buffer; entries: number },
): Promise<Writer> {
  const output = await createOutputFile(info.folder, `changes/${info.generatedAt.toISOString().slice(0, 10)}.jsonl`);
  await output.write(earlier.content, earlier.entries);
  return {
    write: ({ changes }) => output.write(changes.map(toChangeLine).join(''), changes.length),
    finish: async () => [await output.close()],
  };
}

const FEED_ITEMS = 50;

interface Feed {
  /** Without its ending. */
  name: string;
  title: string;
  description: string;
  includes: (item: Item) => boolean;
  /** When it came into this feed. */
  dateOf: (item: Item) => number;
  describe: (item: Item) => string;
}

/** For people: what is new, and what we withdrew. */
const feeds: readonly Feed[] = [
  {
    name: 'feed',
    title: 'Hakiki: newest checked scam indicators',
    description: 'Websites, wallets and chat names of scams, as authorities and our moderators checked them.',
    includes: ({ entry }) => entry?.tier === 'official' || entry?.tier === 'checked',
    dateOf: ({ record }) => record.createdAt,
    describe: ({ entry }) =>
      `${entry!.tier}; seen from ${entry!.firstSeen} to ${entry!.lastSeen}; listed by ${entry!.sources.join(', ')}`,
  },
  {
    name: 'withdrawn',
    title: 'Hakiki: withdrawn scam indicators',
    description: 'Websites, wallets and chat names that were listed and are not any more. Remove them from your lists.',
    includes: ({ record }) => record.state === 'withdrawn',
    dateOf: ({ record }) => record.changedAt,
    describe: () => 'withdrawn: there is no warning about it any more',
  },
];

export async function createFeedWriter(info: ReleaseInfo): Promise<Writer> {
  const collected = feeds.map((feed) => ({ feed, newest: [] as Item[] }));
  return {
    write({ items }) {
      for (const one of collected) {
        const found = items.filter(one.feed.includes);
        if (found.length > 0)
          one.newest = [...one.newest, ...found].toSorted(newestFirst(one.feed)).slice(0, FEED_ITEMS);
      }
      return Promise.resolve();
    },
    finish: async () => (await Promise.all(collected.map(({ feed, newest }) => writeFeed(info, feed, newest)))).flat(),
  };
}

/** The key makes the order the same in every release. */
const newestFirst =
  ({ dateOf }: Feed) =>
  (one: Item, other: Item): number =>
    dateOf(other) - dateOf(one) || one.record.key.compare(other.record.key);

async function writeFeed({ folder, publicUrl }: ReleaseInfo, feed: Feed, items: readonly Item[]) {
  const { name, title, description, describe, dateOf } = feed;
  const link = `${publicUrl}/open-data`;
  const rows = items.map((item) => ({
    id: item.record.key.toString('hex'),
    url: toPageUrl(publicUrl, item.kind, item.value),
    title: `${item.kind}: ${item.value}`,
    text: describe(item),
    date: new Date(dateOf(item)),
    tags: [item.kind, item.entry?.tier ?? item.record.state],
  }));
  const json = writeJsonFeed({
    title,
    home_page_url: link,
    feed_url: `${publicUrl}/feeds/v1/${name}.json`,
    items: rows.map(({ id, url, title, text, date, tags }) => ({
      id,
      url,
      title,
      content_text: text,
      date_published: date,
      tags,
    })),
  });
  const rss = generateRssFeed({
    title,
    description,
    link,
    items: rows.map(({ id, url, title, text, date }) => ({
      title,
      link: url,
      description: text,
      guid: { value: id, isPermaLink: false },
      pubDate: date,
    })),
  });
  return Promise.all(
    [
      { file: `${name}.json`, content: json },
      { file: `${name}.xml`, content: rss },
    ].map(async ({ file, content }) => {
      const output = await createOutputFile(folder, file);
      await output.write(content, items.length);
      return output.close();
    }),
  );
}
