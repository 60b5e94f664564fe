/** Presents alerts: each kind of viewer gets only the fields they may see. */
import type { UserId } from '@hakiki/contract/accounts';
import type { Alert, AlertDetail, AlertId, MyReport, PublicIndicator, PublishedAlert } from '@hakiki/contract/alerts';
import type { ProviderId } from '@hakiki/contract/directory';
import { teaserLengths } from '@hakiki/contract/limits';
import type { LookupAlert } from '@hakiki/contract/lookup';
import { createTeaser } from '../../../platform/teaser.ts';
import type { OwnerTag } from '../../intake/service.ts';

/** The fields of an alert that everyone may see. */
export interface PublicRow {
  id: AlertId;
  title: string;
  description: string;
  advice: string | null;
  language: Alert['language'];
  alertType: Alert['alertType'];
  severity: Alert['severity'];
  status: Alert['status'];
  reportCount: number;
  affectedCountries: string[];
  createdAt: Date;
}

export type MatchingRow = Pick<
  PublicRow,
  'id' | 'title' | 'advice' | 'language' | 'alertType' | 'severity' | 'affectedCountries' | 'createdAt'
> & {
  isAbout: boolean;
  keys: Buffer[];
};

/** An alert that a search has found, with the searched indicators that its reports name. */
export type MatchingAlert = LookupAlert & { keys: Buffer[] };

export interface ListedRow extends PublicRow {
  affectedProviderId: ProviderId | null;
}

export interface AlertRow extends ListedRow {
  /** The filing's owner tag; null for a visitor's filing. */
  ownerTag: OwnerTag | null;
}

/** A signed-in member, with the owner tags of everything they filed. */
export interface Viewer {
  id: UserId;
  ownerTags: readonly OwnerTag[];
}

export interface OwnRow extends Omit<PublicRow, 'advice' | 'language'> {
  affectedProviderName: string | null;
  mergedInto: AlertId | null;
}

/** An alert as its own page shows it. */
export interface PublishedRow extends ListedRow {
  affectedProviderName: string | null;
  /** The provider's name in the register, if it has a page there. */
  listedName: string | null;
  checkedAt: Date;
  publishedAt: Date;
  withdrawnAt: Date | null;
  /** Null if too few of its reports give an amount in rand. */
  lostRand: number | null;
  appealSince: Date | null;
  reply: AlertDetail['reply'];
}

/** An alert is verified and active exactly while it is approved. */
export const toCommonFields = (row: PublicRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  advice: row.advice,
  language: row.language,
  alertType: row.alertType,
  severity: row.severity,
  isActive: row.status === 'approved',
  isVerified: row.status === 'approved',
  reportCount: row.reportCount,
  affectedCountries: row.affectedCountries,
  createdAt: row.createdAt.toISOString(),
  status: row.status,
});

export function presentTeaser(row: PublicRow): Alert {
  const { text, isCut } = createTeaser(row.description, teaserLengths.alert);
  return { ...toCommonFields(row), description: text, ...(isCut && { descriptionCut: true as const }) };
}

/** The full alert, without its reporter. Open to everyone, since a warning behind a sign-up protects few. */
export const presentPublic = (row: ListedRow): Alert => ({
  ...toCommonFields(row),
  affectedProvider: row.affectedProviderId,
});

function presentProvider({
  affectedProviderId,
  affectedProviderName,
  listedName,
}: PublishedRow): AlertDetail['provider'] {
  if (affectedProviderId && listedName) return { id: affectedProviderId, name: listedName };
  return affectedProviderName ? { id: null, name: affectedProviderName } : null;
}

/** For a withdrawn alert, returns only that it was withdrawn: its text may have been wrong. */
export function presentPublished(row: PublishedRow, indicators: PublicIndicator[]): PublishedAlert {
  const { id, publishedAt, withdrawnAt } = row;
  const isActive = row.status === 'approved';
  return {
    id,
    publishedAt: publishedAt.toISOString(),
    withdrawnAt: isActive ? null : (withdrawnAt ?? publishedAt).toISOString(),
    appealSince: row.appealSince?.toISOString() ?? null,
    alert: isActive
      ? {
          ...presentPublic(row),
          checkedAt: row.checkedAt.toISOString(),
          provider: presentProvider(row),
          indicators,
          lostRand: row.lostRand && Number(row.lostRand.toPrecision(2)),
          reply: row.reply,
        }
      : null,
  };
}

/** Names the reporter (`createdBy`) only to the reporter. */
export const presentForMember = (row: AlertRow, { id, ownerTags }: Viewer): Alert => ({
  ...presentPublic(row),
  ...(row.ownerTag && ownerTags.includes(row.ownerTag) && { createdBy: id }),
});

/** The fields that a lookup result shows. */
export const presentMatch = (row: MatchingRow): MatchingAlert => ({
  id: row.id,
  title: row.title,
  advice: row.advice,
  language: row.language,
  alertType: row.alertType,
  severity: row.severity,
  affectedCountries: row.affectedCountries,
  createdAt: row.createdAt.toISOString(),
  isAbout: row.isAbout,
  keys: row.keys,
});

export const presentOwn = (row: OwnRow): MyReport => ({
  id: row.id,
  title: row.title,
  alertType: row.alertType,
  severity: row.severity,
  description: row.description,
  affectedProvider: row.affectedProviderName,
  affectedCountries: row.affectedCountries,
  status: row.status,
  mergedInto: row.mergedInto,
  createdAt: row.createdAt.toISOString(),
});
