import { waitingTimes } from '@hakiki/contract/limits';
import { firstHourPath } from '@hakiki/contract/site';
import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { pageHead } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/contribute.ts';

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: '/report', title: m.report_title(), description: m.report_description() });

export default function Contribute() {
  return (
    <>
      <h1 className="title-page">{m.report_title()}</h1>
      <p className="mt-2 max-w-[68ch] text-muted">{m.report_lead()}</p>
      {/* First: minutes count, and a report can wait. */}
      <Link
        to={pathTo(firstHourPath)}
        className="mt-6 flex min-h-11 items-center gap-2 rounded-card bg-accent-soft p-4 font-semibold text-accent underline underline-offset-4"
      >
        <Icon name="clock" /> {m.report_lost_money()}
      </Link>
      <div className="mt-5 grid gap-5 md:grid-cols-2">
        <FormCard
          icon="warning"
          title={m.report_card_scam()}
          text={m.report_card_scam_text(waitingTimes.scamReportHours)}
          href={pathTo('/report-scam')}
        />
        <FormCard
          icon="file-check"
          title={m.report_card_submit()}
          text={m.report_card_submit_text(waitingTimes.providerSubmissionBusinessDays)}
          href={pathTo('/submit-provider')}
        />
      </div>
      <section aria-labelledby="look-first" className="mt-8">
        <h2 id="look-first" className="title-card">
          {m.report_see_first()}
        </h2>
        <p className="mt-1 text-muted">{m.report_see_first_text()}</p>
        <div className="mt-3 flex flex-wrap gap-3">
          <Link to={pathTo('/reports')} className={buttonClass('secondary')}>
            {m.report_to_reports()}
          </Link>
          <Link to={pathTo('/directory')} className={buttonClass('secondary')}>
            {m.report_to_directory()}
          </Link>
        </div>
      </section>
    </>
  );
}

/** The whole card is clickable, but screen readers see a single link. */
function FormCard({ icon, title, text, href }: { icon: IconName; title: string; text: string; href: string }) {
  return (
    <section className="relative flex flex-col gap-2 rounded-card border border-line bg-surface p-5 has-hover:border-brand hover:border-brand md:p-6">
      <Icon name={icon} className="size-8 text-brand" />
      <h2 className="title-section">
        <Link to={href} className="text-brand underline-offset-4 after:absolute after:inset-0 hover:underline">
          {title}
        </Link>
      </h2>
      <p className="text-muted">{text}</p>
    </section>
  );
}
