/**
 * News from invented authorities: every category, priority and country of the filter, enough for a second page, and one
 * in French. For staff there are a held batch, a silent source, hidden items, and an item from two hosts. Two items
 * mention a provider: one mention is confirmed and public, one waits for a decision.
 */
import type { ProviderId } from '@hakiki/contract/directory';
import type { NewsId } from '@hakiki/contract/news';
import type { NewsBatchId } from '@hakiki/contract/news-admin';
import type { MentionState, NewsCategory, NewsPriority } from '@hakiki/contract/news-values';
import type { Language } from '@hakiki/contract/site';
import type { newsBatches, newsCopies, newsItems, newsMentions, newsSourceStates } from '../modules/news/tables.ts';
import { Random, timedId } from './random.ts';
import { timeline } from './timeline.ts';

interface Notice {
  category: NewsCategory;
  title: string;
  summary: string;
  tags: string[];
  priority?: NewsPriority;
}

interface Authority {
  name: string;
  country: string;
  path: string;
  language?: Language;
}

const authorities: readonly Authority[] = [
  { name: 'Demo Conduct Authority', country: 'south africa', path: 'south-africa' },
  { name: 'Demo Securities Board', country: 'nigeria', path: 'nigeria' },
  { name: 'Demo Capital Markets Office', country: 'kenya', path: 'kenya' },
  { name: 'Demo Central Bank Office', country: 'ghana', path: 'ghana' },
  { name: 'Demo Payments Authority', country: 'uganda', path: 'uganda' },
];

/** Each authority publishes these. */
const notices: readonly Notice[] = [
  {
    category: 'warning',
    title: 'Public warning about schemes that promise daily returns',
    summary:
      'Demo notice. The authority has not licensed any person to offer crypto products with guaranteed daily returns. Members of the public are asked to check the register before they deposit money.',
    tags: ['ponzi', 'unlicensed'],
    priority: 'high',
  },
  {
    category: 'regulation',
    title: 'Draft rules for providers of crypto services open for comment',
    summary:
      'Demo notice. The draft sets out licensing conditions, the separation of client assets and the reporting of incidents. Comments are received for thirty days.',
    tags: ['licensing', 'consultation'],
  },
  {
    category: 'enforcement',
    title: 'Administrative penalty for the use of client funds',
    summary:
      'Demo notice. A provider that used client funds to pay its own costs has been fined, and its licence is suspended until the funds are restored.',
    tags: ['client funds', 'penalty'],
    priority: 'high',
  },
  {
    category: 'guidance',
    title: 'How to read a proof of reserves',
    summary:
      'Demo notice. The note explains what a proof of reserves shows, what it leaves out, and which questions a client may ask.',
    tags: ['consumers'],
    priority: 'low',
  },
  {
    category: 'guidance',
    title: 'Frequently asked questions on customer due diligence',
    summary: 'Demo notice. Answers to questions that licensed providers asked most often during the last quarter.',
    tags: ['due diligence'],
  },
];

const inFrench: readonly (Authority & Notice)[] = [
  {
    name: 'Autorité Démo des Marchés',
    country: 'senegal',
    path: 'senegal',
    language: 'fr',
    category: 'warning',
    title: 'Mise en garde contre des plateformes non agréées',
    summary:
      'Avis de démonstration. L’autorité rappelle qu’aucune plateforme promettant un rendement garanti n’est agréée et invite le public à consulter le registre.',
    tags: ['non agréé'],
  },
];

interface NoticeWithMention extends Authority, Notice {
  provider: string;
  mention: MentionState;
}

const noticesWithMentions: readonly NoticeWithMention[] = [
  {
    ...authorities[1]!,
    category: 'warning',
    title: 'Public warning: Goldeka Trade Club holds no licence',
    summary:
      'Demo notice. Goldeka Trade Club is not registered to take deposits or to trade for others. Whoever has paid in is asked to report it to the board.',
    tags: ['unlicensed'],
    priority: 'high',
    provider: 'Goldeka Trade Club',
    mention: 'confirmed',
  },
  {
    ...authorities[0]!,
    category: 'enforcement',
    title: 'Inspection of wallets that do not answer their clients',
    summary: 'Demo notice. Among those inspected is Kwikasha Wallet, which has been asked for its records.',
    tags: ['inspection'],
    provider: 'Kwikasha Wallet',
    mention: 'suggested',
  },
];

type NewsRow = Omit<typeof newsItems.$inferInsert, 'id'> & { id: NewsId };

/** The source of the held batch. Its content is invented, too. */
const HELD_SOURCE = 'cbk';
const heldTitles = [
  'Demo notice: the office has moved to another floor',
  'Demo notice: best odds and a welcome bonus for new players',
];
const hiddenTitles = ['Demo notice: tender for office furniture', 'Demo notice: vacancies in the library'];

/** Items that only staff see. */
function createStaffOnlyRows(seed: number): NewsRow[] {
  const createRows = (titles: readonly string[], state: 'held' | 'hidden', sourceId: string | null) =>
    titles.map((title, index): NewsRow => {
      const publishedAt = new Date(timeline.end - (2 + index) * timeline.day);
      return {
        id: timedId<NewsId>(new Random(seed, `demo-news-${state}`, index), publishedAt.getTime()),
        title,
        summary: 'Demo notice. Nobody has to do anything about it.',
        category: 'guidance',
        tags: [],
        sourceName: 'Demo Capital Markets Office',
        sourceCountry: 'kenya',
        sourceUrl: `https://authorities.example/kenya/${state}/${index + 1}`,
        sourceId,
        priority: 'low',
        language: 'en',
        publishedAt,
        fetchedAt: new Date(publishedAt.getTime() + timeline.day / 24),
        state,
      };
    });
  return [...createRows(heldTitles, 'held', HELD_SOURCE), ...createRows(hiddenTitles, 'hidden', null)];
}

export function demoBatchRows(seed: number): (typeof newsBatches.$inferInsert)[] {
  const at = timeline.end - timeline.day;
  return [
    {
      id: timedId<NewsBatchId>(new Random(seed, 'demo-news-batch', 0), at),
      sourceId: HELD_SOURCE,
      anomalies: ['words'],
      createdAt: new Date(at),
    },
  ];
}

/** One source has a held batch, the other has been silent since the end of the generated history. */
export const demoSourceRows = (): (typeof newsSourceStates.$inferInsert)[] => {
  const end = new Date(timeline.end);
  return [
    { id: HELD_SOURCE, lastRunAt: end, fault: 'odd: words', failures: 1, releases: 1, lastGoodAt: null },
    { id: 'sarb', lastRunAt: end, fault: 'too-slow', failures: 9, releases: 3, lastGoodAt: end },
  ];
};

/** The first item is also on a second host. */
export const demoCopyRows = (seed: number): (typeof newsCopies.$inferInsert)[] => [
  {
    sourceUrl: 'https://press.authorities.example/notices/1',
    itemId: demoNewsRows(seed)[0]!.id,
    sourceId: 'demo',
    sourceName: 'Bureau de presse de l’Autorité Démo',
    state: 'shown',
    fetchedAt: new Date(timeline.end),
  },
];

export const demoMentionRows = (
  seed: number,
  findProviderId: (name: string) => ProviderId | undefined,
): (typeof newsMentions.$inferInsert)[] => {
  const items = demoNewsRows(seed);
  return noticesWithMentions.map(({ title, provider, mention }) => {
    const item = items.find((one) => one.title === title)!;
    const createdAt = item.fetchedAt!;
    return {
      itemId: item.id,
      providerId: findProviderId(provider)!,
      words: provider.toLowerCase(),
      state: mention,
      createdAt,
      decidedAt: mention === 'suggested' ? null : new Date(createdAt.getTime() + timeline.day / 24),
    };
  });
};

export function demoNewsRows(seed: number): NewsRow[] {
  const all: readonly (Authority & Notice)[] = [
    ...inFrench,
    ...notices.flatMap((notice) => authorities.map((authority) => ({ ...authority, ...notice }))),
    ...noticesWithMentions,
  ];
  const shown = all.map((one, index): NewsRow => {
    const { name, country, path, language = 'en', category, title, summary, tags, priority = 'normal' } = one;
    const publishedAt = new Date(timeline.end - (3 + 4 * index) * timeline.day);
    return {
      category,
      title,
      summary,
      tags,
      id: timedId<NewsId>(new Random(seed, 'demo-news', index), publishedAt.getTime()),
      sourceName: name,
      sourceCountry: country,
      sourceUrl: `https://authorities.example/${path}/notices/${index + 1}`,
      priority,
      language,
      publishedAt,
      sourceId: null,
      fetchedAt: new Date(publishedAt.getTime() + timeline.day / 24),
      state: 'shown',
    };
  });
  return [...shown, ...createStaffOnlyRows(seed)];
}
