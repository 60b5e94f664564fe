import type { FamilyLink } from '@hakiki/contract/families-admin';
import type { Judgement, TraceKind } from '@hakiki/contract/family-values';
import { indicatorLabels } from '../../../lib/alerts/indicator-labels.ts';
import { m } from '../../../paraglide/messages.js';

export const judgementLabels: Record<Judgement, () => string> = {
  same: m.families_same,
  notSame: m.families_not_same,
  unsure: m.families_unsure,
};

export const stateLabels: Record<FamilyLink['state'], () => string> = {
  joined: m.families_joined,
  blocked: m.families_blocked,
  hint: m.families_hint,
  refused: m.families_refused,
  unsure: m.families_unsure,
};

export const traceLabels: Record<TraceKind, () => string> = {
  wallet: m.families_wallet,
  till: indicatorLabels.till,
  paybill: indicatorLabels.paybill,
  account: indicatorLabels.bankAccount,
  telegramId: m.families_telegram_id,
  phone: indicatorLabels.phone,
  email: indicatorLabels.email,
  chatName: indicatorLabels.handle,
};
