/** A member's saved filter, personal feed and weekly email. */
import { randomBytes } from 'node:crypto';
import type { UserId } from '@hakiki/contract/accounts';
import { listLimits } from '@hakiki/contract/limits';
import type { NewsFeed, NewsPreferences } from '@hakiki/contract/news-readers';
import { africanCountries, type AfricanCountry } from '@hakiki/contract/country-codes';
import type { NewsCategory } from '@hakiki/contract/news-values';
import { AppError } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import { hashToken } from '../../../platform/derived-token.ts';
import { toJsonFeed, toRss } from '../import/feed-files.ts';
import { presentNews, withOtherSources } from '../present.ts';
import * as store from './readers-store.ts';
import { listNewest } from '../listing.ts';

interface Deps {
  database: Database;
  settings: Pick<Settings, 'publicUrl'>;
}

const present = (reader: store.Reader | undefined): NewsPreferences => ({
  country: africanCountries.find((country) => country === reader?.country) ?? null,
  category: reader?.category ?? null,
  getsLetter: reader?.getsLetter ?? false,
  feedMadeAt: reader?.feedMadeAt?.toISOString() ?? null,
});

export function createReaders({ database, settings: { publicUrl } }: Deps) {
  const { db } = database;
  const savePreferences = async (userId: UserId, preferences: Parameters<typeof store.upsertReader>[2]) =>
    present(await store.upsertReader(db, userId, preferences));

  return {
    get: async ({ user }: UserActor) => present(await store.findReader(db, user.id)),

    saveFilter: ({ user }: UserActor, filter: { country: AfricanCountry | null; category: NewsCategory | null }) =>
      savePreferences(user.id, filter),

    setWeeklyEmail: ({ user }: UserActor, getsLetter: boolean) => savePreferences(user.id, { getsLetter }),

    /** The response is the same for an unknown key. */
    async unsubscribe(key: string): Promise<{ hasLeft: true }> {
      await store.unsubscribe(db, key);
      return { hasLeft: true };
    },

    async createFeed({ user }: UserActor): Promise<NewsFeed> {
      const token = randomBytes(32).toString('base64url');
      const feedMadeAt = new Date();
      await store.upsertReader(db, user.id, { feedHash: hashToken(token), feedMadeAt });
      const address = `${publicUrl}/api/news-feed/${token}`;
      return { rss: `${address}/rss`, json: `${address}/json`, feedMadeAt: feedMadeAt.toISOString() };
    },

    deleteFeed: ({ user }: UserActor) => savePreferences(user.id, { feedHash: null, feedMadeAt: null }),

    /** The items that the owner of the feed may see, by their saved filter. */
    async readFeed(token: string, format: 'rss' | 'json'): Promise<Uint8Array<ArrayBuffer>> {
      const reader = await store.findByFeed(db, hashToken(token));
      if (!reader) throw new AppError('NEWS_FEED_NOT_FOUND');
      const filter = { country: reader.country ?? '', category: reader.category ?? undefined };
      const { rows } = await listNewest(database, filter, listLimits.newsFeed, 0);
      const items = await withOtherSources(db, rows, presentNews);
      return new TextEncoder().encode((format === 'rss' ? toRss : toJsonFeed)(items, `${publicUrl}/news`));
    },
  };
}
