/** What Hakiki knows, in one sentence that makes sense without context, e.g. in a chat. */
import type { Alert } from '@hakiki/contract/alerts';
import type { Provider } from '@hakiki/contract/directory';
import { isFlaggedOrSuspended } from '@hakiki/contract/directory-values';
import { alertTypeLabel, severityLabel } from '../lib/alerts/labels.ts';
import { getStoredTextLang } from '../lib/language/stored-language.ts';
import { m } from '../paraglide/messages.js';
import { languageLabel } from './language-label.tsx';
import { statusLabel } from './providers/verdict-badge.tsx';

export function formatProviderShare({ name, verificationStatus }: Pick<Provider, 'name' | 'verificationStatus'>) {
  const status = statusLabel(verificationStatus);
  return isFlaggedOrSuspended(verificationStatus)
    ? m.provider_share_warned({ name, status })
    : m.provider_share({ name, status });
}

/** A title in another language is labelled, and follows the kind of scam in the sender's language. */
export function formatAlertShare(alert: Pick<Alert, 'title' | 'severity' | 'alertType' | 'language'>): string {
  const { title, alertType } = alert;
  const severity = severityLabel(alert.severity);
  const lang = getStoredTextLang(alert.language);
  if (!lang) return m.alert_share_text({ title, severity });
  return m.alert_share_foreign({ title, severity, type: alertTypeLabel(alertType), language: languageLabel(lang) });
}
