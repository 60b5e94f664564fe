/**
 * Providers that announcements mention. Names are detected when an announcement arrives; a moderator confirms each,
 * since many names are common words. Only confirmed mentions are shown on the provider's page.
 */
import type { ProviderId } from '@hakiki/contract/directory';
import { listLimits, paging } from '@hakiki/contract/limits';
import type { NewsId } from '@hakiki/contract/news';
import type { NewsMention, ProviderNews } from '@hakiki/contract/news-mentions';
import { AppError } from '../../../platform/app-error.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import type { UserActor } from '../../../platform/http/actor.ts';
import type { AuditService } from '../../audit/service.ts';
import * as store from './mentions-store.ts';

/** Maximum number of words in a name. */
const MAX_NAME_WORDS = 6;
const MIN_NAME_LENGTH = 4;
/** Limit per batch; more would be matches by chance. */
const MAX_MENTIONS = 200;

const toWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** All word sequences of a text that could be a name. */
function listPossibleNames(text: string): Set<string> {
  const words = toWords(text);
  const names = new Set<string>();
  for (let from = 0; from < words.length; from += 1) {
    for (let count = 1; count <= MAX_NAME_WORDS && from + count <= words.length; count += 1) {
      const name = words.slice(from, from + count).join(' ');
      if (name.length >= MIN_NAME_LENGTH) names.add(name);
    }
  }
  return names;
}

const COMPANY_FORMS = new Set(['ltd', 'limited', 'plc', 'inc', 'llc', 'pty', 'sarl', 'sa']);

/** 'savannah holdings pty ltd': at least two words besides the legal form. */
function isCompany(name: string): boolean {
  const words = name.split(' ');
  return COMPANY_FORMS.has(words.at(-1)!) && words.filter((word) => !COMPANY_FORMS.has(word)).length >= 2;
}

/** Runs in the transaction that stores the items. */
export async function detectMentions(
  tx: Db,
  items: readonly { id: NewsId; title: string; summary: string }[],
): Promise<void> {
  const itemNames = items.map(({ id, title, summary }) => ({ id, names: listPossibleNames(`${title} ${summary}`) }));
  const names = [...new Set(itemNames.flatMap((item) => [...item.names]))];
  if (names.length === 0) return;
  // A licence names the company, which may differ from the name of the service.
  const companies = names.filter(isCompany);
  const providers = await store.findProvidersNamed(tx, names, companies);
  const mentions = itemNames.flatMap((item) =>
    providers.flatMap(({ id: providerId, called }) => {
      const words = called.filter((name) => item.names.has(name)).toSorted((a, b) => b.length - a.length)[0];
      return words ? [{ itemId: item.id, providerId, words }] : [];
    }),
  );
  if (mentions.length > 0) await store.insertMentions(tx, mentions.slice(0, MAX_MENTIONS));
}

interface Deps {
  database: Database;
  audit: AuditService;
}

export function createMentions({ database, audit }: Deps) {
  return {
    /** Suggested mentions, oldest first. */
    async list(): Promise<{ rows: NewsMention[]; total: number }> {
      const [rows, total] = await Promise.all([
        store.listSuggested(database.db, paging.defaultLimit),
        store.countSuggested(database.db),
      ]);
      return { rows: rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() })), total };
    },

    decide: (
      actor: UserActor,
      itemId: NewsId,
      providerId: ProviderId,
      isNamed: boolean,
    ): Promise<{ isNamed: boolean }> =>
      database.transaction(async (tx) => {
        const mention = await store.lockMention(tx, itemId, providerId);
        if (!mention) throw new AppError('NEWS_NOT_FOUND');
        if (mention.state !== 'suggested') throw new AppError('ALREADY_DECIDED');
        await store.setMentionState(tx, itemId, providerId, isNamed ? 'confirmed' : 'dismissed');
        await audit.record(tx, {
          actor: { kind: 'user', id: actor.user.id },
          action: isNamed ? 'news.mention-confirmed' : 'news.mention-dismissed',
          subject: providerId,
          detail: { item: itemId },
        });
        return { isNamed };
      }),

    /** Public, newest first. Empty for a provider without a page. */
    async listByProvider(providerId: ProviderId): Promise<ProviderNews[]> {
      const rows = await store.listConfirmed(database, providerId, listLimits.providerNews);
      return rows.map((row) => ({
        id: row.id,
        title: row.title,
        sourceName: row.sourceName,
        sourceUrl: row.sourceUrl,
        publishedAt: row.publishedAt.toISOString(),
        language: row.language,
      }));
    },
  };
}
