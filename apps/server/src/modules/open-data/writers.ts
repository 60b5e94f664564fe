/** The writers of the simple formats. */
import { generateJsonFeed, generateRssFeed } from 'feedsmith';
import { type Entry, isHost, isWallet } from './entry.ts';
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
const FEED_TITLE = 'Hakiki: newest checked scam indicators';

/** The newest entries that an authority or a moderator of ours has checked, for people. */
export async function createFeedWriter(info: ReleaseInfo): Promise<Writer> {
  let newest: Item[] = [];
  const { publicUrl } = info;
  const toTitle = ({ kind, value }: Item) => `${kind}: ${value}`;
  return {
    write({ items }) {
      const checked = items.filter(({ entry }) => entry?.tier === 'official' || entry?.tier === 'checked');
      newest = [...newest, ...checked].toSorted(byAge).slice(0, FEED_ITEMS);
      return Promise.resolve();
    },
    async finish() {
      const json = generateJsonFeed({
        title: FEED_TITLE,
        home_page_url: `${publicUrl}/open-data`,
        feed_url: `${publicUrl}/feeds/v1/feed.json`,
        items: newest.map((item) => ({
          id: item.record.key.toString('hex'),
          url: toPageUrl(publicUrl, item.kind, item.value),
          title: toTitle(item),
          content_text: describe(item.entry!),
          date_published: new Date(item.record.createdAt),
          tags: [item.kind, item.entry!.tier],
        })),
      });
      const rss = generateRssFeed({
        title: FEED_TITLE,
        description: 'Websites, wallets and chat names of scams, as authorities and our moderators checked them.',
        link: `${publicUrl}/open-data`,
        items: newest.map((item) => ({
          title: toTitle(item),
          link: toPageUrl(publicUrl, item.kind, item.value),
          description: describe(item.entry!),
          guid: { value: item.record.key.toString('hex'), isPermaLink: false },
          pubDate: new Date(item.record.createdAt),
        })),
      });
      return Promise.all(
        [
          { name: 'feed.json', content: JSON.stringify(json) },
          { name: 'feed.xml', content: rss },
        ].map(async ({ name, content }) => {
          const output = await createOutputFile(info.folder, name);
          await output.write(content, newest.length);
          return output.close();
        }),
      );
    },
  };
}

const describe = ({ tier, sources, firstSeen, lastSeen }: Entry): string =>
  `${tier}; seen from ${firstSeen} to ${lastSeen}; listed by ${sources.join(', ')}`;

/** The newest first; the key makes the order the same in every release. */
const byAge = (one: Item, other: Item): number =>
  other.record.createdAt - one.record.createdAt || one.record.key.compare(other.record.key);
