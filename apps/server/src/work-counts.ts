/** Counts the work that waits for staff, over all modules, for the navigation of the console. */
import { moderatorWorkKinds, type WorkKind, workKinds } from '@hakiki/contract/admin-values';
import { getWorkCounts, type WorkCounts } from '@hakiki/contract/overview-admin';
import type { UserActor } from './platform/http/actor.ts';
import { handle } from './platform/http/route.ts';
import type { BillingService } from './modules/billing/service.ts';
import type { ReferralsService } from './modules/billing/referrals/service.ts';
import type { BusinessService } from './modules/business/service.ts';
import type { RepliesService } from './modules/business/replies/service.ts';
import type { CheckService } from './modules/check/service.ts';
import type { ContactService } from './modules/contact/service.ts';
import type { AppealsService } from './modules/moderation/appeals/service.ts';
import type { DisputesService } from './modules/moderation/disputes/service.ts';
import type { FamiliesService } from './modules/families/service.ts';
import type { LicencesService } from './modules/licences/service.ts';
import type { MasksService } from './modules/moderation/masks/service.ts';
import type { TriageService } from './modules/moderation/queue/service.ts';
import type { SourcesService } from './modules/sources/service.ts';
import type { NewsService } from './modules/news/service.ts';
import type { RescueService } from './modules/rescue/service.ts';
import type { ExperiencesService } from './modules/reviews/experiences/service.ts';
import type { ReviewsService } from './modules/reviews/service.ts';

interface Deps {
  appeals: AppealsService;
  billing: BillingService;
  business: BusinessService;
  check: CheckService;
  contact: ContactService;
  disputes: DisputesService;
  experiences: ExperiencesService;
  families: FamiliesService;
  licences: LicencesService;
  masks: MasksService;
  news: NewsService;
  referrals: ReferralsService;
  replies: RepliesService;
  rescue: RescueService;
  reviews: ReviewsService;
  sources: SourcesService;
  triage: TriageService;
}

type Counted = { total: number; rows: readonly { dueAt?: string }[] };

const firstPage = { limit: 1, offset: 0 };
const oldest = { ...firstPage, order: 'oldest' } as const;
const withoutDate = async (counting: Promise<{ total: number }>): Promise<Counted> => ({
  total: (await counting).total,
  rows: [],
});
const sum = async (...countings: Promise<{ total: number }>[]): Promise<Counted> => ({
  total: (await Promise.all(countings)).reduce((total, counted) => total + counted.total, 0),
  rows: [],
});

function createCounters(deps: Deps): Record<WorkKind, (actor: UserActor) => Promise<Counted>> {
  const {
    appeals,
    billing,
    business,
    check,
    contact,
    disputes,
    experiences,
    families,
    licences,
    masks,
    news,
    referrals,
    replies,
    rescue,
    reviews,
    sources,
    triage,
  } = deps;
  return {
    cases: (actor) => triage.list(actor, oldest),
    reviews: () => withoutDate(reviews.listPending(oldest)),
    replies: () => replies.listModerated({ ...firstPage, status: 'pending' }),
    claims: () => withoutDate(business.claims.listPending(oldest)),
    documents: () => sum(business.listPendingChanges(oldest), business.listDocuments({ ...oldest, status: 'pending' })),
    experiences: () => withoutDate(experiences.listPending(oldest)),
    async news() {
      const [{ total }, sources] = await Promise.all([news.mentions.list(), news.moderation.listSources()]);
      return { total: total + sources.filter(({ held }) => held > 0).length, rows: [] };
    },
    appeals: (actor) => appeals.list(actor, { ...firstPage, state: 'open' }),
    disputes: () => disputes.list({ ...firstPage, state: 'open' }),
    families: async () => ({ total: await families.moderation.countBlocked(), rows: [] }),
    lookalikes: () => withoutDate(check.lookalikes.list({ ...firstPage, state: 'open' })),
    async masks(actor) {
      const rows = (await masks.list(actor)).filter(({ isOwn }) => !isOwn);
      return { total: rows.length, rows };
    },
    licences: async (actor) => ({ total: await licences.proposals.countWaiting(actor), rows: [] }),
    sources: async () => ({ total: await sources.countWaiting(), rows: [] }),
    contacts: async (actor) => ({ total: await rescue.countOpenWork(actor), rows: [] }),
    messages: () => withoutDate(contact.listOpen(oldest)),
    payments: () => withoutDate(billing.deposits.listPending(oldest)),
    refunds: () => withoutDate(billing.refunds.listRequested(oldest)),
    referrals: () => withoutDate(referrals.listReviews(oldest)),
    differences: () => withoutDate(billing.differences.listOpen(oldest)),
    async invoices() {
      const { overdueInvoices } = await billing.figures();
      return { total: overdueInvoices, rows: [] };
    },
  };
}

export function workCountRoutes(deps: Deps) {
  const counters = createCounters(deps);
  const count = async (actor: UserActor, kind: WorkKind): Promise<WorkCounts[number]> => {
    const { total, rows } = await counters[kind](actor);
    return { kind, count: total, dueAt: rows[0]?.dueAt ?? null };
  };
  return [
    handle(getWorkCounts, ({ actor }) => {
      const kinds = actor.canAdminister ? workKinds : moderatorWorkKinds;
      return Promise.all(kinds.map((kind) => count(actor, kind)));
    }),
  ];
}
