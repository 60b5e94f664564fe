/** Types of a decision, a proposal and the people behind them. */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { PublicText } from '@hakiki/contract/private-data';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import type { Language } from '@hakiki/contract/site';
import type { AuditDetail } from '../../audit/service.ts';

/** The reason is public where the status is public; the evidence is for staff only. */
export interface Grounds {
  reason?: string | undefined;
  evidence?: string | undefined;
}

export interface DecidingUser {
  user: { id: UserId };
  /** Tokens of the texts whose private details this user has reviewed; see `private-data-gate.ts`. */
  acknowledged?: readonly string[];
}

/** The actor is null when the account of the proposer was deleted. */
export interface DecisionActors {
  actor: DecidingUser | null;
  confirmedBy?: UserId | undefined;
  /** The proposal that this decision applies. */
  proposal?: ProposalId;
  /** Set when the actor is not the person who has reviewed the private details. */
  acknowledged?: readonly string[];
}

/** The public statement about an entity, with the hash that the audit log stores. */
export interface PublicSnapshot {
  statement: PublicStatement;
  hash: string;
}

export interface NewDecision extends DecisionActors, Grounds {
  subject: DecisionSubject;
  subjectId: string;
  from: string;
  to: string;
  /** Set for entities whose statement can warn the public. */
  publicSnapshots?: { before: PublicSnapshot; after: PublicSnapshot };
  /** Name of the listed provider that the entity is about. */
  listedName?: string | null;
  /** Free texts that become public with this decision, in addition to those of the statement. */
  published: readonly PublicText[];
  /** Time of arrival; set for the first decision only. */
  arrivedAt?: Date | undefined;
  /** The decision that this one undoes. */
  reverses?: DecisionId;
  /** The mask over private data that this decision applies or undoes. */
  mask?: { id: string; isReverted: boolean };
  /** Stored in the audit log only. */
  auditDetail?: AuditDetail;
}

/** A locked public entity whose texts can be masked. */
export interface MaskableEntity {
  status: string;
  title: string;
  /** Language of its texts, if known. */
  language?: Language;
  publicSnapshot?: PublicSnapshot;
  /** Company names, which a mask must never hide. */
  names: readonly string[];
  /** Free texts by field path. */
  texts: Readonly<Record<string, string>>;
}

/** The fields needed to check that nobody decides about their own filing. */
export type OwnershipCheck = Pick<NewDecision, 'actor' | 'confirmedBy' | 'subject' | 'subjectId' | 'arrivedAt'>;

export interface NewProposal extends Grounds {
  actor: DecidingUser;
  subject: DecisionSubject;
  subjectId: string;
  title: string;
  from: string;
  to: string;
  changes: object;
  publicSnapshot: PublicSnapshot | undefined;
  /** Free texts that would become public. */
  published: readonly PublicText[];
}
