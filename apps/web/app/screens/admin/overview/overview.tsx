import { Link } from 'react-router';
import { LongText } from '../../../components/long-text.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { m } from '../../../paraglide/messages.js';
import { ModeratedSection } from '../parts/section.tsx';
import { OverviewCards } from './cards.tsx';
import { OverviewCharts } from './charts.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Money } from './money.tsx';
import { finishMessage, messagesQuery, overviewQuery } from './queries.ts';
import { Proposals } from '../proposals/proposals.tsx';
import { SortingNotice } from '../parts/sorting.tsx';

export const OverviewTab = () => (
  <>
    <FirstSteps />
    <OverviewCards />
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={pathTo('/admin/queue')} className={buttonClass('primary')}>
        {m.overview_queue()}
      </Link>
      <span className="text-muted">{m.overview_queue_text()}</span>
    </p>
    <QueueNotes />
    <Proposals />
    <Money />
    <OverviewCharts />
    <SalesMessages />
  </>
);

/** Cases that are not in the queue, so that they are not forgotten. */
function QueueNotes() {
  const overview = useQuery(overviewQuery);
  if (overview.status !== 'ready') return null;
  const { snoozed, sorting } = overview.data;
  return (
    <div className="mt-3 flex flex-col gap-3">
      {snoozed > 0 && (
        <p>
          <Link
            to={pathTo('/admin/queue?only=snoozed')}
            className="inline-flex min-h-8 items-center font-semibold text-brand underline max-md:min-h-11"
          >
            {m.overview_snoozed({ count: snoozed })}
          </Link>
        </p>
      )}
      <SortingNotice sorting={sorting} />
    </div>
  );
}

const SalesMessages = () => (
  <ModeratedSection
    title={m.overview_messages()}
    query={messagesQuery}
    texts={{
      loading: m.overview_messages_loading(),
      failed: m.overview_messages_failed(),
      none: m.overview_messages_none(),
    }}
    renderItem={({ name, email, company, phone, subject, message, createdAt }) => (
      <>
        <p className="font-semibold">{subject}</p>
        <p className="text-sm text-muted">
          {[name, company, phone].filter(Boolean).join(', ')},{' '}
          <a href={`mailto:${email}`} className="text-brand underline">
            {email}
          </a>
          , <Timestamp at={createdAt} />
        </p>
        <LongText text={message} />
      </>
    )}
    getActions={() => ({
      successTitle: m.overview_message_updated(),
      approve: finishMessage,
      approveLabel: m.overview_message_done(),
    })}
  />
);
