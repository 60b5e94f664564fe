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
};
