/** Reports of an issue with a provider. Public once our team looks into them. */
import { type ReportStatus, severities } from '@hakiki/contract/alert-values';
import type { QueryOf } from '@hakiki/contract/endpoint';
import type { Receipt } from '@hakiki/contract/filed';
import type { listReports, NewReport, Report, ReportFigures, ReportId } from '@hakiki/contract/reports';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import type { AlertsService } from '../alerts/service.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { presentReport, presentTeaser } from './present.ts';
import * as store from './store.ts';

export type ReportContent = Omit<NewReport, 'proof' | 'language'>;

interface Needs {
  database: Database;
  alerts: AlertsService;
  audit: AuditService;
  cases: CasesService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type ReportsService = ReturnType<typeof createReportsService>;

/** Of those public, by severity: how many there are in all, and how many of one. */
const sumOf = (counts: readonly { facet: string; value: string; n: number }[], among: readonly string[] = severities) =>
  counts.filter(({ facet, value }) => facet === 'severity' && among.includes(value)).reduce((sum, { n }) => sum + n, 0);

/** What a sender says about the issue. A form sends an empty text for what was left out. */
const told = ({ reportType, severity, description, reporterLocation, providerId }: ReportContent) => ({
  reportType,
  severity,
  description,
  reporterLocation: reporterLocation || null,
  providerId: providerId ?? null,
});

export function createReportsService({ database, alerts, audit, cases, directory, filings, indicators }: Needs) {
  return {
    async accept(
      tx: Db,
      content: ReportContent,
      { id, actor, language }: { id: ReportId; actor: Actor; language: Language },
    ): Promise<{ item: Report; receipt: Receipt }> {
      const { email, providerId } = content;
      if (providerId) await directory.requirePublic(tx, providerId);
      const row = await store.insertReport(tx, { id, ...told(content) });
      const receipt = await filings.open(tx, { id, kind: 'report', actor, language, contact: { email }, details: {} });
      await audit.record(tx, { actor: actorOf(actor), action: 'report.submitted', subject: id });
      return { item: presentReport(row), receipt };
    },

    preview: (content: ReportContent, id: ReportId): Report =>
      presentReport({
        id,
        ...told(content),
        fraudAlertId: null,
        status: 'pending',
        createdAt: new Date(),
      }),

    /** What waits is its sender's alone to see, and never in the total. */
    async list(
      actor: Actor,
      { severity, limit, offset }: QueryOf<typeof listReports>,
    ): Promise<{ rows: Report[]; total: number }> {
      const asked = severity?.length
        ? severities.filter((known) => severity.includes(known.toLowerCase()))
        : severities;
      const filter = { among: asked, limit, offset };
      const [counts, rows] = await Promise.all([
        store.readCounts(database),
        actor.kind === 'user'
          ? store.listFor(database, actor.user.id, filter).then((found) => found.map(presentReport))
          : store.listTeasers(database, filter).then((found) => found.map(presentTeaser)),
      ]);
      return { rows, total: sumOf(counts, asked) };
    },

    async readFigures(): Promise<ReportFigures> {
      const [ofAlerts, ofReports] = await Promise.all([alerts.readCounts(), store.readCounts(database)]);
      return {
        activeAlerts: sumOf(ofAlerts),
        totalReports: sumOf(ofReports),
        criticalIssues: sumOf(ofAlerts, ['Critical']) + sumOf(ofReports, ['Critical']),
      };
    },

    /** Public reports by severity and by type. */
    readCounts: () => store.readCounts(database),

    /** Compares what is kept, here and of the alerts, with what is true and corrects it; answers the number of corrections. */
    async reconcile() {
      const ofAlerts = await database.transaction((tx) => alerts.reconcile(tx));
      const reportCounts = await database.transaction((tx) => store.repairCounts(tx));
      return { alertCounts: ofAlerts.counts, alertLinks: ofAlerts.links, reportCounts };
    },

    /** A moderator's decision; the console that calls it comes later. A report that waits again is nobody else's to see. */
    async setStatus(actor: UserActor, id: ReportId, status: ReportStatus): Promise<void> {
      await database.transaction(async (tx) => {
        const before = await store.lockStatus(tx, id);
        if (!before) throw notFound('REPORT_NOT_FOUND');
        if (before === status) throw new AppError('ALREADY_DECIDED');
        await store.setStatus(tx, id, status);
        await audit.record(tx, {
          actor: actorOf(actor),
          action: 'report.status-changed',
          subject: id,
          detail: { before, after: status },
        });
        if (before === 'pending') {
          await indicators.publish(tx, id);
          await cases.settle(tx, id, true);
        } else if (status === 'pending') {
          await indicators.retract(tx, id);
          await cases.settle(tx, id, false);
        }
        if (status !== 'pending') await filings.tellOfDecision(tx, id, status);
      });
    },
  };
}
