/** Announcements of financial authorities. */
import { normaliseCountry } from '@hakiki/contract/countries';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { ComplianceNews, listComplianceNews } from '@hakiki/contract/news';
import type { Settings } from '../../platform/config/settings.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queue } from '../../platform/jobs/jobs.ts';
import type { AuditService } from '../audit/service.ts';
import type { DecisionsService } from '../moderation/workflow/service.ts';
import { createNewsModeration } from './moderation/moderation.ts';
import { listNewest } from './listing.ts';
import { createMentions } from './moderation/mentions.ts';
import { presentNews, withOtherSources } from './present.ts';
import { createReaders } from './readers/readers.ts';

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  audit: AuditService;
  decisions: Pick<DecisionsService, 'listOpenProposals' | 'createWorkflow'>;
  settings: Pick<Settings, 'fetchesNews' | 'publicUrl'>;
}

export type NewsService = ReturnType<typeof createNewsService>;

export function createNewsService({ database, queue, audit, decisions, settings }: Deps) {
  const { db } = database;
  return {
    moderation: createNewsModeration({ database, queue, audit, decisions, settings }),
    mentions: createMentions({ database, audit }),
    readers: createReaders({ database, settings }),

    async list(query: QueryOf<typeof listComplianceNews>): Promise<{ rows: ComplianceNews[]; total: number }> {
      const { limit, offset, category } = query;
      const filter = { country: normaliseCountry(query.country ?? ''), category };
      const { rows, total } = await listNewest(database, filter, limit, offset);
      return { rows: await withOtherSources(db, rows, presentNews), total };
    },
  };
}
