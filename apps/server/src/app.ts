/** Creates all modules of the product and connects them. */
import { accountListLimits } from '@hakiki/contract/account';
import { currentSecret } from './platform/app-secret.ts';
import type { Settings } from './platform/config/settings.ts';
import type { Database } from './platform/db/database.ts';
import type { Route } from './platform/http/route.ts';
import { listDefinedJobs } from './platform/jobs/job.ts';
import type { Queue } from './platform/jobs/jobs.ts';
import type { Log } from './platform/log/log.ts';
import { createRateLimiter, type RateLimiter } from './platform/rate-limit/rate-limiter.ts';
import { accountsAdminRoutes } from './modules/accounts/admin-routes.ts';
import { accountsRoutes } from './modules/accounts/routes.ts';
import { createAccountsService } from './modules/accounts/service.ts';
import { adminRoutes } from './modules/moderation/queue/overview-routes.ts';
import { createAdminService } from './modules/moderation/queue/overview.ts';
import { alertsAdminRoutes } from './modules/reports/alerts/admin-routes.ts';
import { alertsRoutes } from './modules/reports/alerts/routes.ts';
import { createAlertsService } from './modules/reports/alerts/service.ts';
import { apiKeysRoutes } from './modules/public-api/routes.ts';
import { createApiKeysService } from './modules/public-api/service.ts';
import { appealsAdminRoutes } from './modules/moderation/appeals/admin-routes.ts';
import { appealsRoutes } from './modules/moderation/appeals/routes.ts';
import { createAppealsService } from './modules/moderation/appeals/service.ts';
import { appealSinceQuery } from './modules/moderation/appeals/read-model.ts';
import { disputesAdminRoutes } from './modules/moderation/disputes/admin-routes.ts';
import { createDisputesService } from './modules/moderation/disputes/service.ts';
import { createAuditService } from './modules/audit/service.ts';
import { billingAdminRoutes } from './modules/billing/admin-routes.ts';
import { invoicesAdminRoutes } from './modules/billing/invoices/invoices-admin-routes.ts';
import { invoicesRoutes } from './modules/billing/invoices/invoices-routes.ts';
import { createInvoices } from './modules/billing/invoices/invoices.ts';
import { createLedger } from './modules/billing/ledger/ledger.ts';
import { billingRoutes } from './modules/billing/routes.ts';
import { createBillingService } from './modules/billing/service.ts';
import { businessAdminRoutes } from './modules/business/admin-routes.ts';
import { pageViewsSql } from './modules/business/read-model.ts';
import { businessRoutes } from './modules/business/routes.ts';
import { createBusinessService } from './modules/business/service.ts';
import { caseSql, createCasesService } from './modules/moderation/cases/service.ts';
import { checkAdminRoutes } from './modules/check/admin-routes.ts';
import { checkRoutes } from './modules/check/routes.ts';
import { createCheckService } from './modules/check/service.ts';
import { chatRoutes } from './modules/chat/routes.ts';
import { createChatService } from './modules/chat/service.ts';
import { contactAdminRoutes } from './modules/contact/admin-routes.ts';
import { contactRoutes } from './modules/contact/routes.ts';
import { createContactService } from './modules/contact/service.ts';
import { dashboardRoutes } from './modules/dashboard/routes.ts';
import { createDashboardService } from './modules/dashboard/service.ts';
import { decisionLogRoutes } from './modules/moderation/decision-log/routes.ts';
import { createDecisionLogService } from './modules/moderation/decision-log/service.ts';
import { decisionsAdminRoutes } from './modules/moderation/workflow/admin-routes.ts';
import { createProposalsService } from './modules/moderation/workflow/proposals-service.ts';
import { createDecisionsService, type NoticeSql } from './modules/moderation/workflow/service.ts';
import { directoryAdminRoutes } from './modules/directory/admin-routes.ts';
import { directoryRoutes } from './modules/directory/routes.ts';
import { createDirectoryService } from './modules/directory/service.ts';
import { experiencesAdminRoutes } from './modules/reviews/experiences/admin-routes.ts';
import { experiencesRoutes } from './modules/reviews/experiences/routes.ts';
import { earlyWarningAdminRoutes } from './modules/early-warning/admin-routes.ts';
import { createEarlyWarningService } from './modules/early-warning/service.ts';
import { withdrawalWatchSql } from './modules/early-warning/read-model.ts';
import { createExperiencesService } from './modules/reviews/experiences/service.ts';
import { createContactOpenings } from './modules/contact-access/service.ts';
import { contactOpeningsRoutes } from './modules/contact-access/admin-routes.ts';
import { createEvidenceService } from './modules/evidence/service.ts';
import { evidenceRoutes } from './modules/evidence/routes.ts';
import { filingsAdminRoutes } from './modules/filings/admin-routes.ts';
import { createHistoryService } from './modules/moderation/history/service.ts';
import { createIntakeService } from './modules/intake/service.ts';
import { filingsRoutes } from './modules/filings/routes.ts';
import { createFilingsService } from './modules/filings/service.ts';
import { createIndicatorsService } from './modules/indicators/service.ts';
import { createKeysService } from './secret-rotation.ts';
import { familiesAdminRoutes } from './modules/families/admin-routes.ts';
import { familiesRoutes } from './modules/families/routes.ts';
import { createFamiliesService, familyHooks } from './modules/families/service.ts';
import { createFirstSteps, firstStepRoutes } from './first-steps.ts';
import { workCountRoutes } from './work-counts.ts';
import { licencesAdminRoutes } from './modules/licences/admin-routes.ts';
import { sourcesAdminRoutes } from './modules/sources/admin-routes.ts';
import { createSourcesService } from './modules/sources/service.ts';
import { licencesRoutes } from './modules/licences/routes.ts';
import { createLicencesService } from './modules/licences/service.ts';
import { lookupRoutes } from './modules/lookup/routes.ts';
import { createLookupService } from './modules/lookup/service.ts';
import { mcpRoutes } from './modules/mcp/routes.ts';
import { createMcpService } from './modules/mcp/service.ts';
import { newsAdminRoutes } from './modules/news/admin-routes.ts';
import { newsRoutes } from './modules/news/routes.ts';
import { openDataRoutes } from './modules/open-data/routes.ts';
import { createOpenDataService } from './modules/open-data/service.ts';
import { masksAdminRoutes } from './modules/moderation/masks/admin-routes.ts';
import { createMasksService } from './modules/moderation/masks/service.ts';
import { createNewsService } from './modules/news/service.ts';
import { publicFormsRoutes } from './modules/public-forms/routes.ts';
import { createPublicFormsService } from './modules/public-forms/service.ts';
import { referralsAdminRoutes } from './modules/billing/referrals/admin-routes.ts';
import { referralsRoutes } from './modules/billing/referrals/routes.ts';
import { createReferralsService } from './modules/billing/referrals/service.ts';
import { regtechRoutes } from './modules/regtech/routes.ts';
import { createRegtechService } from './modules/regtech/service.ts';
import { repliesAdminRoutes } from './modules/business/replies/admin-routes.ts';
import { repliesRoutes } from './modules/business/replies/routes.ts';
import { createRepliesService } from './modules/business/replies/service.ts';
import { publicReplySql } from './modules/business/replies/read-model.ts';
import { reportsAdminRoutes } from './modules/reports/issues/admin-routes.ts';
import { reportsRoutes } from './modules/reports/issues/routes.ts';
import { createReportsService } from './modules/reports/issues/service.ts';
import { rescueAdminRoutes } from './modules/rescue/admin-routes.ts';
import { rescueRoutes } from './modules/rescue/routes.ts';
import { createRescueService } from './modules/rescue/service.ts';
import { reviewsAdminRoutes } from './modules/reviews/admin-routes.ts';
import { reviewsRoutes } from './modules/reviews/routes.ts';
import { createReviewsService } from './modules/reviews/service.ts';
import { tasksAdminRoutes } from './modules/moderation/tasks/admin-routes.ts';
import { createTasksService } from './modules/moderation/tasks/service.ts';
import { triageAdminRoutes } from './modules/moderation/queue/admin-routes.ts';
import { createTriageService } from './modules/moderation/queue/service.ts';
import { v1Routes } from './modules/public-api/v1/routes.ts';
import { createV1Service } from './modules/public-api/v1/service.ts';
import { webhooksRoutes } from './modules/webhooks/routes.ts';
import { createWebhooksService } from './modules/webhooks/service.ts';

/** Notes that public pages show beside their subject. */
export const noticeSql: NoticeSql = {
  appealSince: appealSinceQuery,
  reply: publicReplySql,
  withdrawalWatch: withdrawalWatchSql,
};

export type Services = ReturnType<typeof createServices>;

interface Deps {
  database: Database;
  queue: Pick<Queue, 'enqueue'>;
  limiter: RateLimiter;
  log: Log;
  settings: Settings;
}

export function createServices({ database, queue, limiter, log, settings }: Deps) {
  const audit = createAuditService();
  const decisionLog = createDecisionLogService({ database });
  const history = createHistoryService({ database });
  const indicators = createIndicatorsService({ settings, hooks: familyHooks });
  const families = createFamiliesService({ database, audit, indicators, log });
  const cases = createCasesService({ database, indicators });
  const intake = createIntakeService({ database, queue, cases, settings });
  const evidence = createEvidenceService({ database, audit, settings });
  const filings = createFilingsService({ database, queue, audit, cases, evidence, indicators, settings });
  const decisions = createDecisionsService({
    database,
    audit,
    cases,
    queue,
    assertNotOwnFilings: (tx, ids, people) => intake.assertNotOwnFilings(tx, ids, people),
  });
  const directory = createDirectoryService({
    database,
    audit,
    cases,
    decisions,
    history,
    intake,
    noticeSql,
    pageViewsSql,
    drawLogo: evidence.drawLogo,
    drawPicture: evidence.drawPicture,
  });
  const reviews = createReviewsService({ database, audit, decisions, directory, noticeSql });
  const experiences = createExperiencesService({ database, audit, decisions });
  const earlyWarning = createEarlyWarningService({ database, audit, decisions, intake });
  const contact = createContactService({ database, queue, audit, decisions, settings });
  const reportDeps = { database, audit, cases, caseSql, decisions, directory, history, intake, indicators, noticeSql };
  const alerts = createAlertsService(reportDeps);
  const reports = createReportsService({ ...reportDeps, alerts });
  const appeals = createAppealsService({
    database,
    queue,
    alerts,
    audit,
    decisions,
    directory,
    intake,
    readFilingState: (id) => filings.getState(id),
    reports,
    settings,
  });
  const disputes = createDisputesService({
    database,
    audit,
    decisions,
    indicators,
    intake,
    readFilingState: (id) => filings.getState(id),
  });
  const licences = createLicencesService({ database, audit });
  const sources = createSourcesService({ database, queue, audit, indicators, settings });
  const check = createCheckService({ database, alerts, audit, directory, families, indicators, licences, log });
  const lookup = createLookupService({ database, alerts, directory, indicators, licences });
  const rescue = createRescueService({ database, audit, licences });
  const mcp = createMcpService({ check, licences, rescue, settings });
  const openData = createOpenDataService({ folder: settings.openData.folder, publicUrl: settings.publicUrl });
  const triage = createTriageService({
    database,
    alerts,
    audit,
    cases,
    filings,
    intake,
    reports,
    startUnreadTask: (tx, actor, rest) => tasks.startUnreadTask(tx, actor, rest),
  });
  const dashboard = createDashboardService({ database, alerts, directory, reports });
  const news = createNewsService({ database, queue, audit, decisions, settings });
  const regtech = createRegtechService({ database, publicUrl: settings.publicUrl });
  const webhooks = createWebhooksService({ database, audit, settings });
  const referrals = createReferralsService({ database, decisions });
  const ledger = createLedger();
  const invoices = createInvoices({ database, queue, audit, ledger, settings });
  const accounts = createAccountsService({
    database,
    queue,
    limiter,
    audit,
    createPlanWorkflow: decisions.createWorkflow,
    log,
    settings,
    exportUserData: async (actor) => ({
      filings: await filings.listForExport(actor, accountListLimits.filings),
      visits: await dashboard.listVisits(actor, accountListLimits.visits),
      watches: await dashboard.watches.list(actor),
      alertPreferences: await alerts.getPreferences(actor),
      newsPreferences: await news.readers.get(actor),
      referrals: await referrals.listOwn(actor, { limit: accountListLimits.referrals, offset: 0 }),
      invoices: await invoices.listOwn(actor, { limit: accountListLimits.invoices, offset: 0 }),
      business: await business.exportUserData(actor, () => replies.listForExport(actor, accountListLimits.replies)),
      apiKeys: await apiKeys.list(actor),
      webhooks: await webhooks.list(actor),
    }),
    releaseClaims: (tx, userId) => triage.releaseAll(tx, userId),
    deleteUserData: async (tx, userId) => {
      await business.colleagues.transferOwnership(tx, userId);
      await intake.unlinkOwner(tx, userId);
    },
    onPlanEnded: (tx, userId, reason) => billing.subscriptions.onPlanEnded(tx, userId, reason),
    referralHooks: referrals,
  });
  const apiKeys = createApiKeysService({ database, queue, limiter, audit, log });
  const v1 = createV1Service({ database, alerts, check, directory, reports, reviews, settings });
  const contactOpenings = createContactOpenings({ database, queue, audit, factors: accounts.factors, settings });
  const tasks = createTasksService({
    database,
    queue,
    audit,
    accounts,
    alerts,
    cases,
    directory,
    intake,
    reports,
    triage,
    settings,
  });
  const admin = createAdminService({ database, accounts, cases, directory });
  const billing = createBillingService({
    database,
    queue,
    limiter,
    log,
    accounts,
    audit,
    decisions,
    invoices,
    ledger,
    referrals,
    cleanFile: evidence.clean,
    settings,
  });
  const business = createBusinessService({
    database,
    queue,
    limiter,
    audit,
    decisions,
    directory,
    evidence,
    billing: {
      annualFeeCents: invoices.listingFeeCents,
      getPaymentStatus: (userIds) => invoices.getListingPaymentStatus(userIds),
      listAnnual: (userIds) => invoices.listAnnual(userIds),
    },
    settings,
  });
  const replies = createRepliesService({ database, audit, decisions });
  const masks = createMasksService({
    database,
    audit,
    decisions,
    modules: {
      alert: alerts.maskAdapter,
      experience: experiences.maskAdapter,
      provider: directory.maskAdapter,
      reply: replies.maskAdapter,
      report: reports.maskAdapter,
      review: reviews.maskAdapter,
    },
    deleteExports: () => tasks.deleteExports(),
    settings,
  });
  const proposals = createProposalsService({
    database,
    audit,
    cases,
    adapters: {
      alert: alerts.moderationAdapter,
      appeal: appeals.moderationAdapter,
      change: business.moderationAdapter,
      dispute: disputes.moderationAdapter,
      experience: experiences.moderationAdapter,
      news: news.moderation.moderationAdapter,
      provider: directory.moderationAdapter,
      report: reports.moderationAdapter,
      review: reviews.moderationAdapter,
      watch: earlyWarning.moderationAdapter,
    },
    afterApply: (tx, id, by) => appeals.closeWithProposal(tx, id, by),
    settings,
  });
  const publicForms = createPublicFormsService({
    database,
    queue,
    limiter,
    alerts,
    appeals,
    contact,
    directory,
    disputes,
    experiences,
    reports,
    settings,
  });
  const chat = createChatService({ database, queue, limiter, check, rescue, publicForms, settings });
  const keys = createKeysService({
    database,
    audit,
    parts: [
      ...accounts.keyRotations,
      ...intake.keyRotations,
      ...filings.keyRotations,
      ...evidence.keyRotations,
      ...billing.depositProofs.keyRotations,
      ...business.documents.keyRotations,
      ...business.colleagues.keyRotations,
      ...publicForms.keyRotations,
      ...masks.keyRotations,
      ...tasks.keyRotations,
      ...webhooks.keyRotations,
      ...indicators.keyRotations(database),
      ...chat.keyRotations,
    ],
    settings,
  });
  return {
    accounts,
    admin,
    alerts,
    apiKeys,
    appeals,
    audit,
    billing,
    business,
    cases,
    chat,
    check,
    contact,
    contactOpenings,
    dashboard,
    decisionLog,
    decisions,
    proposals,
    directory,
    disputes,
    earlyWarning,
    evidence,
    experiences,
    families,
    filings,
    firstSteps: createFirstSteps({ accounts, directory, news, sources, settings }),
    intake,
    invoices,
    keys,
    licences,
    sources,
    lookup,
    masks,
    mcp,
    news,
    publicForms,
    referrals,
    regtech,
    replies,
    reports,
    indicators,
    openData,
    rescue,
    reviews,
    tasks,
    triage,
    v1,
    webhooks,
  };
}

export const createLimiter = ({ database, log, settings }: Pick<Deps, 'database' | 'log' | 'settings'>): RateLimiter =>
  createRateLimiter({
    database,
    log,
    redisUrl: settings.redisUrl,
    secret: currentSecret(settings.appSecret),
    scale: settings.rateLimitScale,
  });

export const createRoutes = (services: Services): Route[] => [
  ...familiesRoutes(services),
  ...familiesAdminRoutes(services),
  ...accountsRoutes(services),
  ...accountsAdminRoutes(services),
  ...adminRoutes(services),
  ...workCountRoutes(services),
  ...firstStepRoutes(services),
  ...decisionsAdminRoutes(services),
  ...masksAdminRoutes(services),
  ...directoryRoutes(services),
  ...directoryAdminRoutes(services),
  ...licencesRoutes(services),
  ...licencesAdminRoutes(services),
  ...sourcesAdminRoutes(services),
  ...lookupRoutes(services),
  ...checkRoutes(services),
  ...mcpRoutes(services),
  ...chatRoutes(services),
  ...checkAdminRoutes(services),
  ...openDataRoutes(services),
  ...rescueRoutes(services),
  ...rescueAdminRoutes(services),
  ...reviewsRoutes(services),
  ...reviewsAdminRoutes(services),
  ...experiencesRoutes(services),
  ...experiencesAdminRoutes(services),
  ...alertsRoutes(services),
  ...alertsAdminRoutes(services),
  ...appealsRoutes(services),
  ...appealsAdminRoutes(services),
  ...disputesAdminRoutes(services),
  ...reportsRoutes(services),
  ...reportsAdminRoutes(services),
  ...filingsRoutes(services),
  ...filingsAdminRoutes(services),
  ...evidenceRoutes(services),
  ...triageAdminRoutes(services),
  ...earlyWarningAdminRoutes(services),
  ...contactOpeningsRoutes(services),
  ...tasksAdminRoutes(services),
  ...dashboardRoutes(services),
  ...referralsRoutes(services),
  ...referralsAdminRoutes(services),
  ...regtechRoutes(services),
  ...decisionLogRoutes(services),
  ...newsRoutes(services),
  ...newsAdminRoutes(services),
  ...webhooksRoutes(services),
  ...contactRoutes(services),
  ...contactAdminRoutes(services),
  ...billingRoutes(services),
  ...billingAdminRoutes(services),
  ...invoicesRoutes(services),
  ...invoicesAdminRoutes(services),
  ...businessRoutes(services),
  ...businessAdminRoutes(services),
  ...repliesRoutes(services),
  ...repliesAdminRoutes(services),
  ...publicFormsRoutes(services),
  ...apiKeysRoutes(services),
  ...v1Routes(services),
];

/** Jobs that the server may enqueue while it handles requests: all that its modules define. */
export const jobsEnqueuedByServer = listDefinedJobs();
