/** Links between the sections of the console: a case in the queue, a row in its tab, the public page. */
import type { DecisionSubject } from '@hakiki/contract/admin-values';
import type { FilingKind } from '@hakiki/contract/filing-values';
import { textLimits } from '@hakiki/contract/limits';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../components/ui/icon.tsx';
import { providerPath, pathTo } from '../../../lib/pages/paths.ts';
import { NewTabAnchor } from '../../../components/new-tab-anchor.tsx';
import { consolePath } from './console-url.ts';

export const casePath = (caseId: string): string => pathTo(`/admin/queue?case=${caseId}`);

interface Subject {
  subject: DecisionSubject | FilingKind;
  subjectId: string;
  /** The text by which its list finds it. */
  searchText: string;
}

/** A list is searched by one line. */
const toSearchText = (searchText: string): string =>
  (searchText.split('\n')[0] ?? '').slice(0, textLimits.search).trim();

/** Its row in a tab, opened if the tab supports it. */
export function getRowPath({ subject, subjectId, searchText }: Subject): string | undefined {
  const search = toSearchText(searchText);
  if (subject === 'alert') return consolePath('alerts', { status: 'all', search, view: subjectId });
  if (subject === 'report') return consolePath('reports', { search });
  if (subject === 'provider' || subject === 'submission' || subject === 'change') {
    return consolePath('providers', { search });
  }
  if (subject === 'dispute') return pathTo(`/admin/disputes?dispute=${subjectId}`);
  if (subject === 'news') return pathTo(`/admin/news?${new URLSearchParams({ view: 'shown', search })}`);
  return undefined;
}

/** Its public page, if it has one. */
export function getPublicPath({ subject, subjectId }: Omit<Subject, 'searchText'>): string | undefined {
  if (subject === 'alert') return pathTo(`/alerts/${subjectId}`);
  return subject === 'provider' ? providerPath(subjectId) : undefined;
}

const linkClass = 'inline-flex min-h-8 items-center gap-1 text-sm font-semibold text-brand underline max-md:min-h-11';

export const ConsoleLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link to={href} className={linkClass}>
    {children}
  </Link>
);

/** Opens in a new tab, so that nothing typed on this page is lost. */
export const NewTabLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <NewTabAnchor href={href} className={linkClass}>
    <span className="min-w-0 wrap-anywhere">{children}</span>
    <Icon name="external" className="size-4" />
  </NewTabAnchor>
);
