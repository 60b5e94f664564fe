/** What Hakiki knows, in one sentence that makes sense in somebody else's chat. */
import type { Alert } from '@hakiki/contract/alerts';
import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import { severityLabel } from '../lib/alerts/labels.ts';
import { m } from '../paraglide/messages.js';
import { statusLabel } from './providers/verdict-badge.tsx';

export function formatProviderShare({ name, verificationStatus }: Pick<Provider, 'name' | 'verificationStatus'>) {
  const status = statusLabel(verificationStatus);
  return isFlaggedOrSuspended(verificationStatus)
    ? m.provider_share_warned({ name, status })
    : m.provider_share({ name, status });
}

export const formatAlertShare = ({ title, severity }: Pick<Alert, 'title' | 'severity'>): string =>
  m.alert_share_text({ title, severity: severityLabel(severity) });
