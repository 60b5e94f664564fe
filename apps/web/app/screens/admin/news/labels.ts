import type { NewsAnomaly, NewsSourceCondition } from '@hakiki/contract/news-values';
import { newsAnomalies } from '@hakiki/contract/news-values';
import type { IconName } from '../../../components/ui/icon.tsx';
import { m } from '../../../paraglide/messages.js';
import { fetchFaultLabel } from '../parts/fetch-fault.ts';

const anomalyLabels: Record<NewsAnomaly, () => string> = {
  count: m.newsdesk_odd_count,
  link: m.newsdesk_odd_link,
  date: m.newsdesk_odd_date,
  language: m.newsdesk_odd_language,
  words: m.newsdesk_odd_words,
  changed: m.newsdesk_odd_changed,
  private: m.newsdesk_odd_private,
};

export const anomalyLabel = (anomaly: NewsAnomaly): string => anomalyLabels[anomaly]();

/** Label of 'odd: count, words' or 'unreadable: format'; an unknown value is shown as stored. */
export function formatFault(fault: string): string {
  const [kind = '', details = ''] = fault.split(': ');
  if (kind !== 'odd') return fetchFaultLabel(fault);
  const knownAnomalies = details.split(', ').flatMap((name) => newsAnomalies.filter((anomaly) => anomaly === name));
  return knownAnomalies.map(anomalyLabel).join(' ');
}

export const conditionStyles: Record<NewsSourceCondition, { label: () => string; icon: IconName; className: string }> =
  {
    new: { label: m.newsdesk_condition_new, icon: 'info', className: 'bg-brand-soft text-brand' },
    good: { label: m.newsdesk_condition_good, icon: 'check-circle', className: 'bg-verified-soft text-verified' },
    held: { label: m.newsdesk_condition_held, icon: 'clock', className: 'bg-pending-soft text-pending' },
    failing: { label: m.newsdesk_condition_failing, icon: 'warning', className: 'bg-high-soft text-high' },
    silent: { label: m.newsdesk_condition_silent, icon: 'offline', className: 'bg-flagged-soft text-flagged' },
  };
