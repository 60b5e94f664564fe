/**
 * The public API. It uses the same public queries as the site's pages, without a user, so that a key shows nothing that
 * a visitor cannot see. Test keys get fixed sample data.
 */
import { alertTypes, severities } from '@hakiki/contract/alert-values';
import type { Alert, AlertId } from '@hakiki/contract/alerts';
import { normaliseCountry } from '@hakiki/contract/countries';
import { type Provider, type ProviderId, providerTypes, verificationStatuses } from '@hakiki/contract/directory';
import type { BodyOf, QueryOf } from '@hakiki/contract/endpoint';
import type { Evidence } from '@hakiki/contract/evidence';
import type { Report, ReportId } from '@hakiki/contract/reports';
import type { Review } from '@hakiki/contract/reviews';
import { getShownRisk, riskFilters } from '@hakiki/contract/risk';
import { filterKnown } from '@hakiki/contract/schema';
import { defaultLanguage } from '@hakiki/contract/site';
import type { CheckAnswer } from '@hakiki/contract/check';
import type {
  checkV1Inputs,
  Compliance,
  FraudAlert,
  FraudAlertDetail,
  listV1Alerts,
  listV1Providers,
  listV1Reviews,
  submitV1Report,
} from '@hakiki/contract/v1';
import {
  sampleAlerts,
  sampleEvidence,
  sampleProviders,
  sampleReport,
  sampleReviews,
  toSampleAlertDetail,
  toSampleAnswer,
} from '@hakiki/contract/v1-samples';
import { notFound } from '../../../platform/app-error.ts';
import type { Settings } from '../../../platform/config/settings.ts';
import type { Database } from '../../../platform/db/database.ts';
import { uuidv7 } from '../../../platform/db/uuid.ts';
import type { KeyActor } from '../../../platform/http/actor.ts';
import { type Page, page, pageWithNext } from '../../../platform/http/route.ts';
import { runIdempotent, type IdempotencyContext } from '../../../platform/idempotency/idempotency.ts';
import type { CheckService } from '../../check/service.ts';
import type { DirectoryService } from '../../directory/service.ts';
import type { AlertsService } from '../../reports/alerts/service.ts';
import type { ReportsService } from '../../reports/issues/service.ts';
import type { ReviewsService } from '../../reviews/service.ts';

interface Deps {
  database: Database;
  alerts: Pick<AlertsService, 'listPublic' | 'getPublished'>;
  check: Pick<CheckService, 'checkAll'>;
  directory: Pick<DirectoryService, 'list' | 'listChanged' | 'listEvidence' | 'get'>;
  reports: Pick<ReportsService, 'accept'>;
  reviews: Pick<ReviewsService, 'listByProvider'>;
  settings: Pick<Settings, 'publicUrl'>;
}

export type V1Service = ReturnType<typeof createV1Service>;

type ProviderQuery = QueryOf<typeof listV1Providers>;
type ReviewQuery = QueryOf<typeof listV1Reviews>;
type AlertQuery = QueryOf<typeof listV1Alerts>;

/** The provider page has more fields than the list; the API returns the same fields everywhere. */
const toListedProvider = (provider: Provider): Provider => ({
  id: provider.id,
  name: provider.name,
  otherNames: provider.otherNames,
  type: provider.type,
  description: provider.description,
  logoUrl: provider.logoUrl,
  website: provider.website,
  verificationStatus: provider.verificationStatus,
  flaggedReasons: provider.flaggedReasons,
  riskScore: provider.riskScore,
  rating: provider.rating,
  reviewCount: provider.reviewCount,
  countries: provider.countries,
  established: provider.established,
  userCount: provider.userCount,
  licenseInfo: provider.licenseInfo,
  regulatoryCompliance: provider.regulatoryCompliance,
  userSatisfaction: provider.userSatisfaction,
  securityMeasures: provider.securityMeasures,
  certifications: provider.certifications,
  securityFeatures: provider.securityFeatures,
  insurance: provider.insurance,
});

const toCompliance = (provider: Provider, evidence: readonly Evidence[]): Compliance => ({
  providerId: provider.id,
  verificationStatus: provider.verificationStatus,
  riskScore: provider.riskScore,
  licenseInfo: provider.licenseInfo,
  regulatoryCompliance: provider.regulatoryCompliance,
  userSatisfaction: provider.userSatisfaction,
  securityMeasures: provider.securityMeasures,
  certifications: provider.certifications,
  evidence: [...evidence],
});

/** The site's reviews also have the reply of the business. */
const toReview = (review: Review): Review => ({
  id: review.id,
  rating: review.rating,
  experience: review.experience,
  issueType: review.issueType,
  userLocation: review.userLocation,
  language: review.language,
  createdAt: review.createdAt,
});

const toFraudAlert = (alert: Alert): FraudAlert => ({
  id: alert.id,
  title: alert.title,
  description: alert.description,
  advice: alert.advice,
  language: alert.language,
  alertType: alert.alertType,
  severity: alert.severity,
  reportCount: alert.reportCount,
  affectedCountries: alert.affectedCountries,
  createdAt: alert.createdAt,
  providerId: alert.affectedProvider ?? null,
});

const toPage = <Row>(rows: readonly Row[], { limit, offset }: { limit: number; offset: number }) => ({
  rows: rows.slice(offset, offset + limit),
  total: rows.length,
});

function listSampleAlerts({ providerId, country, alertType, severity, limit, offset }: AlertQuery) {
  const found = sampleAlerts.filter(
    (alert) =>
      (!providerId || alert.providerId === providerId) &&
      (!country || alert.affectedCountries.includes(normaliseCountry(country))) &&
      filterKnown(alertTypes, alertType).includes(alert.alertType) &&
      filterKnown(severities, severity).includes(alert.severity),
  );
  return toPage(found, { limit, offset });
}

function getSampleAlert(id: AlertId): FraudAlertDetail {
  const found = sampleAlerts.find((alert) => alert.id === id);
  if (!found) throw notFound('ALERT_NOT_FOUND');
  return toSampleAlertDetail(found);
}

function listSamples({ search, country, type, verificationStatus, riskScore, limit, offset }: ProviderQuery) {
  const searchText = search?.trim().toLowerCase() ?? '';
  const found = sampleProviders.filter(
    (provider) =>
      provider.name.toLowerCase().includes(searchText) &&
      (!country || provider.countries.includes(normaliseCountry(country))) &&
      filterKnown(providerTypes, type).includes(provider.type) &&
      filterKnown(verificationStatuses, verificationStatus).includes(provider.verificationStatus) &&
      filterKnown(riskFilters, riskScore).includes(getShownRisk(provider) ?? 'Unassessed'),
  );
  return toPage(found, { limit, offset });
}

function getSample(id: ProviderId): Provider {
  const found = sampleProviders.find((provider) => provider.id === id);
  if (!found) throw notFound('PROVIDER_NOT_FOUND');
  return found;
}

function listSampleReviews(id: ProviderId, { limit, offset }: ReviewQuery) {
  const all = sampleReviews[getSample(id).id] ?? [];
  return toPage(all, { limit, offset });
}

export function createV1Service({ database, alerts, check, directory, reports, reviews, settings }: Deps) {
  /** Readers of the API are on another origin. */
  const withAbsoluteUrl = (provider: Provider): Provider =>
    provider.logoUrl === null ? provider : { ...provider, logoUrl: settings.publicUrl + provider.logoUrl };

  const withAbsolutePictureUrl = (evidence: Evidence): Evidence =>
    evidence.pictureUrl === null ? evidence : { ...evidence, pictureUrl: settings.publicUrl + evidence.pictureUrl };

  const withAbsoluteSources = (answer: CheckAnswer): CheckAnswer => ({
    ...answer,
    reasons: answer.reasons.map((reason) => {
      const { source } = reason;
      return source.url?.startsWith('/')
        ? { ...reason, source: { ...source, url: settings.publicUrl + source.url } }
        : reason;
    }),
  });

  const findProvider = async ({ isTest }: KeyActor, id: ProviderId): Promise<Provider> =>
    isTest ? getSample(id) : withAbsoluteUrl(toListedProvider(await directory.get(id)));

  return {
    async listProviders(actor: KeyActor, query: ProviderQuery): Promise<Page<Provider[]>> {
      const { updated_since: since, after, ...filter } = query;
      if (since === undefined || actor.isTest) {
        const { rows, total } = actor.isTest ? listSamples(query) : await directory.list(filter);
        return page(rows.map(withAbsoluteUrl), total);
      }
      const { rows, next } = await directory.listChanged(since, after, query.limit);
      return pageWithNext(rows.map(withAbsoluteUrl), next && { updated_since: next.since, after: next.after });
    },

    getProvider: findProvider,

    async getCompliance(actor: KeyActor, id: ProviderId): Promise<Compliance> {
      const provider = await findProvider(actor, id);
      const evidence = actor.isTest ? sampleEvidence[id] : await directory.listEvidence(id);
      return toCompliance(provider, (evidence ?? []).map(withAbsolutePictureUrl));
    },

    async listReviews(actor: KeyActor, id: ProviderId, query: ReviewQuery): Promise<Page<Review[]>> {
      const { rows, total } = actor.isTest ? listSampleReviews(id, query) : await reviews.listByProvider(id, query);
      return page(rows.map(toReview), total);
    },

    async listAlerts(actor: KeyActor, query: AlertQuery): Promise<Page<FraudAlert[]>> {
      if (actor.isTest) {
        const { rows, total } = listSampleAlerts(query);
        return page(rows, total);
      }
      const { providerId, alertType, ...filter } = query;
      const { rows, total } = await alerts.listPublic({ ...filter, provider: providerId, type: alertType });
      return page(rows.map(toFraudAlert), total);
    },

    async getAlert(actor: KeyActor, id: AlertId): Promise<FraudAlertDetail> {
      if (actor.isTest) return getSampleAlert(id);
      const { alert, ...published } = await alerts.getPublished(id);
      if (!alert) return { ...published, alert: null };
      const { checkedAt, provider, indicators, lostRand, reply } = alert;
      return { ...published, alert: { ...toFraudAlert(alert), checkedAt, provider, indicators, lostRand, reply } };
    },

    async checkAll(actor: KeyActor, body: BodyOf<typeof checkV1Inputs>): Promise<CheckAnswer[]> {
      if (actor.isTest) return body.inputs.map(toSampleAnswer);
      return (await check.checkAll(body)).map(withAbsoluteSources);
    },

    /** Idempotent: a repeated request creates one report. The key replaces the proof that a form requires. */
    async submitReport(
      actor: KeyActor,
      content: BodyOf<typeof submitV1Report>,
      repeat: IdempotencyContext | undefined,
    ): Promise<Report> {
      if (actor.isTest) {
        const { reporterLocation, providerId } = content;
        if (providerId) getSample(providerId);
        return sampleReport({
          ...content,
          reporterLocation: reporterLocation || null,
          providerId: providerId ?? null,
        });
      }
      return database.transaction((tx) =>
        runIdempotent(tx, repeat, async () => {
          const context = { id: uuidv7<ReportId>(), actor, language: defaultLanguage };
          return (await reports.accept(tx, content, context)).item;
        }),
      );
    },
  };
}
