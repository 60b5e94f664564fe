import type { Provider } from '@hakiki/contract/directory';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { to } from '../../lib/paths.ts';
import { m } from '../../paraglide/messages.js';
import { REPORT_ANCHOR } from './provider-tabs.tsx';

/** Opened by the 'Report Issue' button, the focus goes to where the report is written. */
export function ReportIssues({ provider }: { provider: Provider }) {
  const place = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  useEffect(() => {
    if (hash === `#${REPORT_ANCHOR}`) place.current?.focus();
  }, [hash, key]);
  return (
    <section
      ref={place}
      id={REPORT_ANCHOR}
      tabIndex={-1}
      aria-labelledby="report-heading"
      className="flex flex-col gap-4"
    >
      <h2 id="report-heading" className="text-xl font-semibold">
        {m.report_heading({ name: provider.name })}
      </h2>
      <p className="max-w-[68ch]">{m.report_prepare()}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={to('/report')} className={buttonClass('primary')}>
          {m.report_continue()}
        </Link>
        <Link to={to('/safety')} className={buttonClass('secondary')}>
          {m.report_first_hour()}
        </Link>
      </div>
    </section>
  );
}
