/** What a decision is made of. */
import type { UserId } from '@hakiki/contract/accounts';
import type { DecisionId } from '@hakiki/contract/decisions';
import type { ProposalId } from '@hakiki/contract/proposals-admin';
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { PublicText } from '@hakiki/contract/private-data';
import type { PublicStatement } from '@hakiki/contract/public-statements';
import type { Language } from '@hakiki/contract/site';
import type { AuditDetail } from '../audit/service.ts';

/** Why, and on what grounds. A reason is shown to everybody where the status is public. */
export interface Grounds {
  reason?: string | undefined;
  evidence?: string | undefined;
}

export interface Person {
  user: { id: UserId };
  /** Tokens of the texts whose private details they have looked at; see `private-data-gate.ts`. */
  acknowledged?: readonly string[];
}

/** Who decided: a person, with whoever confirmed it; nobody when the account of who proposed it is gone. */
export interface Deciders {
  actor: Person | null;
  confirmedBy?: UserId | undefined;
  /** What was proposed and is carried out by this. */
  proposal?: ProposalId;
  /** Where whoever has looked at the private details is not the actor: the second person, or the lone proposer at the time. */
  acknowledged?: readonly string[];
}

/** What people read, and the hash by which the audit knows it. */
export interface Said {
  statement: PublicStatement;
  hash: string;
}

export interface NewDecision extends Deciders, Grounds {
  subject: DecisionSubject;
  subjectId: string;
  from: string;
  to: string;
  /** What people read about it, where that can warn them. */
  said?: { before: Said; after: Said };
  /** The provider of the register that it is about. */
  listedName?: string | null;
  /** Free texts that become public by this, besides those of the statement. */
  published: readonly PublicText[];
  /** When what is decided here for the first time had arrived. */
  arrivedAt?: Date | undefined;
  /** The decision that is taken back. */
  reverses?: DecisionId;
  /** A mask over private data that this applies or takes back. */
  mask?: { id: string; isTakenBack: boolean };
  /** For the audit alone. */
  detail?: AuditDetail;
}

/** A public thing as masks see it, locked. */
export interface MaskedThing {
  status: string;
  title: string;
  /** Of its text, where it is known. */
  language?: Language;
  said?: Said;
  /** Of companies: no mask hides them. */
  names: readonly string[];
  /** Its free texts by their place. */
  texts: Readonly<Record<string, string>>;
}

/** Who decides about what: enough to know whether they sent it themselves. */
export type Judged = Pick<NewDecision, 'actor' | 'confirmedBy' | 'subject' | 'subjectId' | 'arrivedAt'>;

export interface NewProposal extends Grounds {
  actor: Person;
  subject: DecisionSubject;
  subjectId: string;
  title: string;
  from: string;
  to: string;
  changes: object;
  said: Said | undefined;
  /** Free texts that would become public. */
  published: readonly PublicText[];
}
