/**
 * The port for a payment provider, in provider-neutral terms. A notification is only a hint; the provider's response to
 * our own request is authoritative. Amounts are whole minor units with their currency.
 */
export interface Money {
  cents: number;
  currency: 'ZAR';
}

type Operation = 'start' | 'verify' | 'lookup' | 'cancel' | 'pause' | 'refund' | 'list';

interface Capabilities {
  recurring: boolean;
  /** By an API call; otherwise staff refund by hand and record it. */
  refund: boolean;
  currencies: readonly Money['currency'][];
}

export interface Checkout {
  /** Our id; every notification of this agreement contains it. */
  agreementId: string;
  payer: { firstName: string; lastName: string; email: string; phone: string };
  item: string;
  first: Money;
  /** Charged every month until cancelled. */
  monthly: Money;
  returnUrl: string;
  cancelUrl: string;
  notifyUrl: string;
}

/** The form that the browser posts: the fields are in the order in which they were signed. */
export interface SignedForm {
  url: string;
  fields: Record<string, string>;
  signature: string;
}

/** A notification with a valid signature and merchant id. Its content is not trusted before `confirm`. */
export interface Notification {
  /** `other` is checked by a person and grants nothing. */
  kind: 'charged' | 'cancelled' | 'other';
  agreementId: string | undefined;
  /** The gateway's id of the agreement: renewals are matched by it first. */
  token: string | undefined;
  /** The gateway's id of the charge: unique. */
  chargeId: string | undefined;
  gross: Money | undefined;
  fee: Money | undefined;
  /** Sent from an address in the published ranges; otherwise the notice is held for a person, not dropped. */
  isFromGateway: boolean;
  /**
   * The signed part in one canonical encoding: the same notification always has the same bytes, whatever was appended
   * or encoded differently. It is hashed and stored, and read again by `verify` and `confirm`.
   */
  signed: Uint8Array;
}

export type Rejection = { refused: 'signature' | 'merchant' | 'malformed' };

/** `unknown`: no response or one that cannot be parsed; a job retries later. */
type Confirmation = 'confirmed' | 'denied' | 'unknown';

export interface AgreementState {
  status: 'active' | 'paused' | 'ended' | 'locked' | 'unknown';
  /** Date of the next charge, as YYYY-MM-DD. */
  nextChargeOn: string | undefined;
  amount: Money | undefined;
}

export interface ListedCharge {
  chargeId: string;
  agreementId: string | undefined;
  gross: Money;
  fee: Money;
  /** `in` is a payment, `out` a refund. */
  direction: 'in' | 'out';
  on: string;
}

/** A row of the list that could not be parsed: it is reported and the other rows are processed. */
interface UnreadableRow {
  direction: 'unreadable';
  /** The gateway's own number, or the position in the list if there is none. */
  chargeId: string;
}

export type ListedRow = ListedCharge | UnreadableRow;

/** A failed gateway call. `isTemporary` says whether a retry can help. */
export class GatewayError extends Error {
  readonly isTemporary: boolean;

  constructor(message: string, { isTemporary, cause }: { isTemporary: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}

export interface Gateway {
  name: string;
  capabilities: Capabilities;
  /** Works offline: the names of the missing settings; empty when the operation is possible. */
  listMissingSettings: (operation: Operation) => string[];
  start: (checkout: Checkout) => SignedForm;
  verify: (raw: Uint8Array, headers: Headers, peer: string) => Notification | Rejection;
  confirm: (notification: Notification) => Promise<Confirmation>;
  lookup: (token: string) => Promise<AgreementState>;
  /** Resolves when the gateway confirms; an agreement that has already ended counts as cancelled. */
  cancel: (token: string) => Promise<void>;
  /** Skips the next `cycles` charges. */
  pause: (token: string, cycles: number) => Promise<void>;
  refund: (chargeId: string, amount: Money, reason: string) => Promise<void>;
  /** All charges of one day, as YYYY-MM-DD, for the reconciliation. */
  listCharges: (on: string) => Promise<ListedRow[]>;
}
