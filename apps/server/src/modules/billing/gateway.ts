/**
 * What we need of a payment provider, in words that belong to none. What it tells us by itself is a hint; what it answers when it is
 * asked is the truth. Amounts are whole minor units with their currency.
 */
export interface Money {
  cents: number;
  currency: 'ZAR';
}

type Operation = 'start' | 'verify' | 'lookup' | 'cancel' | 'pause' | 'refund' | 'list';

interface Capabilities {
  recurring: boolean;
  /** By an API call; otherwise somebody pays back by hand and notes it. */
  refund: boolean;
  currencies: readonly Money['currency'][];
}

export interface Checkout {
  /** Ours; it comes back with every notification of this agreement. */
  agreementId: string;
  payer: { firstName: string; lastName: string; email: string; phone: string };
  item: string;
  first: Money;
  /** Charged every month from then on, until it is cancelled. */
  monthly: Money;
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
}

/** Leads the browser on: the fields in the order in which they were signed. */
export interface SignedForm {
  url: string;
  fields: Record<string, string>;
  signature: string;
}

/** What the gateway says in a notification whose signature and merchant are right. Nothing of it is proven before `confirm`. */
export interface Notification {
  /** `other` is looked at by a person and grants nothing. */
  kind: 'charged' | 'cancelled' | 'other';
  agreementId: string | undefined;
  /** What the gateway calls the agreement: renewals are matched by it first. */
  token: string | undefined;
  /** What the gateway calls this charge: unique. */
  chargeId: string | undefined;
  gross: Money | undefined;
  fee: Money | undefined;
  /** Came from an address in the published ranges; if not, it is held and not dropped. */
  isFromGateway: boolean;
  /**
   * The signed part in one canonical spelling: the same statement always has the same bytes, whatever was appended or encoded
   * differently. It is hashed and stored, and read again by `verify` and `confirm`.
   */
  signed: Uint8Array;
}

export type Refusal = { refused: 'signature' | 'merchant' | 'malformed' };

/** `unknown`: asked, and not answered in a way that could be understood. Asked again later. */
type Confirmation = 'confirmed' | 'denied' | 'unknown';

export interface AgreementState {
  status: 'active' | 'paused' | 'ended' | 'locked' | 'unknown';
  /** When the next charge is due, as YYYY-MM-DD. */
  nextChargeOn: string | undefined;
  amount: Money | undefined;
}

export interface ListedCharge {
  chargeId: string;
  agreementId: string | undefined;
  gross: Money;
  fee: Money;
  /** Money that came, or money that was given back. */
  direction: 'in' | 'out';
  on: string;
}

/** A row of the list that could not be understood: reported, and no reason to leave the other rows out. */
interface UnreadableRow {
  direction: 'unreadable';
  /** The gateway's own number, or the place in the list where there is none. */
  chargeId: string;
}

export type ListedRow = ListedCharge | UnreadableRow;

/** The gateway did not do it: told apart, so that a retry happens where it helps. */
export class GatewayError extends Error {
  readonly isPassing: boolean;

  constructor(words: string, { isPassing, cause }: { isPassing: boolean; cause?: unknown }) {
    super(words, { cause });
    this.isPassing = isPassing;
  }
}

export interface Gateway {
  name: string;
  capabilities: Capabilities;
  /** Offline: the names of the settings that are missing for it; none when it can be done. */
  readiness: (operation: Operation) => string[];
  start: (checkout: Checkout) => SignedForm;
  verify: (raw: Uint8Array, headers: Headers, peer: string) => Notification | Refusal;
  confirm: (notification: Notification) => Promise<Confirmation>;
  lookup: (token: string) => Promise<AgreementState>;
  /** Done when it answers; already ended is done too. */
  cancel: (token: string) => Promise<void>;
  /** Leaves out the next so many charges. */
  pause: (token: string, cycles: number) => Promise<void>;
  refund: (chargeId: string, amount: Money, reason: string) => Promise<void>;
  /** Everything of one day, as YYYY-MM-DD, for the reconciliation. */
  list: (on: string) => Promise<ListedRow[]>;
}
