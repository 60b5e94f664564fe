/**
 * What lower modules (intake, directory, reports) need from moderation modules that lie above them. app.ts passes the
 * implementations, so that imports between modules go one way only.
 */
import type { UserId } from '@hakiki/contract/accounts';
import type { AlertId } from '@hakiki/contract/alerts';
import type { AdminAlert } from '@hakiki/contract/alerts-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { CaseId } from '@hakiki/contract/cases';
import type { DecisionId, PublicDecision } from '@hakiki/contract/decisions';
import type { Db } from '../../../platform/db/database.ts';

/** A change of a filing's status, and the people who made it. */
export interface FilingChange {
  from: string;
  to: string;
  context: {
    actor: { user: { id: string } } | null;
    confirmedBy?: string | undefined;
    reverses?: DecisionId;
    /** Decided by sampling; not read individually. */
    isSampled?: boolean;
  };
}

/** The case that a filing belongs to. */
export interface CaseHooks {
  /** Call it in the transaction that stores the filing. */
  markUnsorted: (tx: Db, filingId: string) => Promise<unknown>;
  recordAsked: (tx: Db, filingId: string, askedBy: UserId) => Promise<void>;
  recordAnswered: (tx: Db, filingId: string) => Promise<void>;
  /** Call it after an edit of the text. */
  reindexText: (tx: Db, filingId: string, text: string) => Promise<void>;
  /** Call it at the end of a change of an alert or report; throws if its case is claimed by another moderator. */
  assertClaimAllowsDecision: (tx: Db, filingId: string, change: FilingChange) => Promise<void>;
  /** Call it when a proposed provider was decided, or its decision was undone. */
  updateUndecidedCount: (tx: Db, filingId: string, isDecided: boolean) => Promise<void>;
  /** Another public alert about the case of this filing. */
  findOtherPublicAlert: (tx: Db, filingId: string) => Promise<{ id: AlertId } | undefined>;
  listCaseIds: (db: Db, filingIds: readonly string[]) => Promise<Map<string, CaseId>>;
  claims: { recordShown: (db: Db, userId: string, filingIds: readonly string[]) => Promise<unknown> };
}

/** SQL of the case and the claim on it, for lists of the console. */
export interface CaseSql {
  columns: string;
  joins: (filingId: string) => string;
}

/** The columns of `CaseSql`. */
export interface CaseColumns {
  caseId: CaseId | null;
  claimedBy: string | null;
  claimedById: string | null;
  claimedUntil: Date | null;
}

/** Null for the viewer's own claim. */
export const presentClaim = (
  { claimedBy, claimedById, claimedUntil }: Omit<CaseColumns, 'caseId'>,
  viewerId: string | undefined,
): AdminAlert['claim'] =>
  claimedBy && claimedUntil && claimedById !== viewerId
    ? { by: claimedBy, until: new Date(claimedUntil).toISOString() }
    : null;

export interface PublicHistory {
  /** The public history, without names of people. The caller checks first that the subject is public. */
  listPublic: (subject: DecisionSubject, subjectId: string) => Promise<PublicDecision[]>;
}

/** SQL of the notices that a public page shows beside its subject. */
export interface NoticeSql {
  /** The start of the oldest open appeal. */
  appealSince: (subjectId: string) => string;
  /** The published reply of the provider that the subject is about. */
  reply: (subjectId: string, providerId: string) => string;
  /** The published watch over withdrawals; `provider` is an alias of the table. */
  withdrawalWatch: (provider: string) => string;
}
