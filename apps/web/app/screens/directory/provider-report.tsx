import type { Provider } from '@hakiki/contract/directory';
import { firstHourPath } from '@hakiki/contract/site';
import { lazy, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { LazyPart } from '../../components/lazy-part.tsx';
import { ISSUE_ANCHOR, pathTo } from '../../lib/pages/paths.ts';
import { Skeleton } from '../../components/query-states.tsx';
import { textLinkClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';

/** Loaded lazily: readers of the other tabs do not download the form. */
const IssueForm = lazy(() => import('./issue-report.tsx'));

/** The 'Report Issue' button moves the focus to this form. */
export function ReportIssues({ provider }: { provider: Provider }) {
  const sectionElement = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${ISSUE_ANCHOR}`) sectionElement.current?.focus();
  }, [hash, key]);
  return (
    <section
      ref={sectionElement}
      id={ISSUE_ANCHOR}
      tabIndex={-1}
      aria-labelledby="report-heading"
      className="flex flex-col gap-4"
    >
      <h2 id="report-heading" className="title-section">
        {m.report_heading({ name: provider.name })}
      </h2>
      <p className="max-w-[68ch]">{m.report_prepare()}</p>
      <p>
        <Link to={pathTo(firstHourPath)} className={textLinkClass('underline-offset-4')}>
          {m.report_first_hour()}
        </Link>
      </p>
      <LazyPart fallback={<Skeleton label={m.issue_loading()} className="h-96" />}>
        <IssueForm key={provider.id} providerId={provider.id} />
      </LazyPart>
    </section>
  );
}
