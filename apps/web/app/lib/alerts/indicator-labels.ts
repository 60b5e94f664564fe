/** Labels for the kinds of indicators that a report names. */
import type { IndicatorKind } from '@hakiki/contract/indicator-values';
import { m } from '../../paraglide/messages.js';

export const indicatorLabels: Record<IndicatorKind, () => string> = {
  website: m.follow_indicator_website,
  bitcoin: m.follow_indicator_bitcoin,
  evm: m.follow_indicator_evm,
  tron: m.follow_indicator_tron,
  phone: m.follow_indicator_phone,
  handle: m.follow_indicator_handle,
  solana: m.follow_indicator_solana,
  ton: m.follow_indicator_ton,
  litecoin: m.follow_indicator_litecoin,
  xrp: m.follow_indicator_xrp,
  email: m.follow_indicator_email,
  till: m.follow_indicator_till,
  paybill: m.follow_indicator_paybill,
  app: m.follow_indicator_app,
  bankAccount: m.follow_indicator_bank_account,
};
