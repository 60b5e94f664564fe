import type { Severity } from '@hakiki/contract/alert-values';
import type { Language } from '@hakiki/contract/site';

/** For emails and feeds; pages have their own texts. */
export const severityNames: Record<Language, Record<Severity, string>> = {
  en: { Low: 'Low', Medium: 'Medium', High: 'High', Critical: 'Critical' },
  fr: { Low: 'Faible', Medium: 'Moyenne', High: 'Élevée', Critical: 'Critique' },
};
