/** Alerts: reported by anyone, public once our team has verified them. */
import {
  type Alert,
  type AlertId,
  type AlertPreferences,
  announcedSeverities,
  type MyReport,
  type NewAlert,
} from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import type { Receipt } from '@hakiki/contract/filed';
import type { Language } from '@hakiki/contract/site';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { Database, Db } from '../../platform/db/database.ts';
import type { Actor, UserActor } from '../../platform/http/actor.ts';
import { actorOf, type AuditService } from '../audit/service.ts';
import type { CasesService } from '../cases/service.ts';
import type { DirectoryService } from '../directory/service.ts';
import type { FilingsService } from '../filings/service.ts';
import type { IndicatorsService } from '../indicators/service.ts';
import { toLostCents } from './lost-amount.ts';
import { presentAlert, presentOwn, presentTeaser } from './present.ts';
import * as store from './store.ts';

export type AlertContent = Omit<NewAlert, 'proof' | 'language'>;

interface Needs {
  database: Database;
  audit: AuditService;
  cases: CasesService;
  directory: DirectoryService;
  filings: FilingsService;
  indicators: IndicatorsService;
}

export type AlertsService = ReturnType<typeof createAlertsService>;

export function createAlertsService({ database, audit, cases, directory, filings, indicators }: Needs) {
  async function decide(actor: UserActor, id: AlertId, decision: 'approved' | 'rejected'): Promise<Alert> {
    return database.transaction(async (tx) => {
      const before = await store.lockStatus(tx, id);
      if (!before) throw notFound('ALERT_NOT_FOUND');
      if (before !== 'pending') throw new AppError('ALREADY_DECIDED');
      const decided = await store.setDecision(tx, id, decision);
      await audit.record(tx, { actor: actorOf(actor), action: `alert.${decision}`, subject: id, detail: { before } });
      if (decision === 'approved') await indicators.publish(tx, id);
      await cases.settle(tx, id, true);
      await filings.tellOfDecision(tx, id, decision);
      return presentAlert(decided, actor);
    });
  }

  return {
    /** For what was proven to come from a person; its id may have been told before. */
    async accept(
      tx: Db,
      content: AlertContent,
      { id, actor, language }: { id: AlertId; actor: Actor; language: Language },
    ): Promise<{ item: MyReport; receipt: Receipt }> {
      const { title, description, alertType, severity, affectedCountries, affectedProvider, amountLost } = content;
      const providerId = affectedProvider && (await directory.findPublicByName(tx, affectedProvider));
      const row = await store.insertAlert(tx, {
        id,
        title,
        description,
        alertType,
        severity,
        affectedCountries,
        // A form sends an empty text for what was left out.
        affectedProviderId: providerId || null,
        affectedProviderName: affectedProvider || null,
        lostCents: toLostCents(amountLost ?? ''),
      });
      const { contactEmail: email, contactPhone: phone, evidenceDescription, additionalDetails } = content;
      const receipt = await filings.open(tx, {
        id,
        kind: 'alert',
        actor,
        language,
        contact: { email, phone },
        details: { amountLost, evidenceDescription, additionalDetails },
      });
      await audit.record(tx, { actor: actorOf(actor), action: 'alert.submitted', subject: id });
      return { item: presentOwn(row), receipt };
    },

    /** As it will stand among the sender's own once it has arrived. */
    preview: ({ affectedProvider, ...content }: AlertContent, id: AlertId): MyReport =>
      presentOwn({
        ...content,
        id,
        affectedProviderName: affectedProvider || null,
        status: 'pending',
        reportCount: 1,
        createdAt: new Date(),
      }),

    /** Visitors get the beginning of each description, all of them the same answer. */
    async listActive(actor: Actor): Promise<{ rows: Alert[]; total: number }> {
      if (actor.kind !== 'user') {
        const teasers = await store.listTeasers(database);
        return { rows: teasers.map(presentTeaser), total: teasers[0]?.total ?? 0 };
      }
      const rows = await store.listActive(database);
      return { rows: rows.map((row) => presentAlert(row, actor)), total: rows[0]?.total ?? 0 };
    },

    async listOwn({ user }: UserActor, limit: number): Promise<MyReport[]> {
      const rows = await store.listOwn(database, user.id, limit);
      return rows.map(presentOwn);
    },

    /** Acts on what is pending: whoever comes second learns that somebody was quicker. */
    approve: (actor: UserActor, id: AlertId) => decide(actor, id, 'approved'),
    reject: (actor: UserActor, id: AlertId) => decide(actor, id, 'rejected'),

    async getPreferences({ user }: UserActor): Promise<AlertPreferences> {
      const chosen = await store.findPreferences(database.db, user.id);
      return chosen ?? { severities: [...announcedSeverities], countries: [] };
    },

    async setPreferences({ user }: UserActor, wanted: AlertPreferences): Promise<AlertPreferences> {
      const preferences = {
        severities: announcedSeverities.filter((severity) => wanted.severities.includes(severity)),
        countries: [...new Set(wanted.countries.map(normaliseCountry).filter(Boolean))],
      };
      await store.putPreferences(database.db, user.id, preferences);
      return preferences;
    },

    /** Public alerts by severity and by country. */
    readCounts: () => store.readCounts(database),

    /** Compares what is kept with what is true and corrects it; answers the number of corrections. */
    reconcile: (tx: Db) => store.repairCounts(tx),
  };
}
