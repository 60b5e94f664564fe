import { Link } from 'react-router';
import { LongText } from '../../../components/long-text.tsx';
import { Moment } from '../../../components/moment.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { to } from '../../../lib/pages/paths.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { m } from '../../../paraglide/messages.js';
import { Acts, AdminSection, WaitingList, type Moderation } from '../parts/section.tsx';
import { OverviewCards } from './cards.tsx';
import { OverviewCharts } from './charts.tsx';
import { Money } from './money.tsx';
import { finishMessage, messagesRead, overviewRead } from './reads.ts';
import { Proposals } from '../proposals/proposals.tsx';
import { SortingNotice } from '../parts/sorting.tsx';

export const OverviewTab = () => (
  <>
    <OverviewCards />
    <p className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Link to={to('/admin/queue')} className={buttonClass('primary')}>
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
  const overview = useRead(overviewRead);
  if (overview.status !== 'ready') return null;
  const { putOff, sorting } = overview.data;
  return (
    <div className="mt-3 flex flex-col gap-3">
      {putOff > 0 && (
        <p>
          <Link
            to={to('/admin/queue?only=put-off')}
            className="inline-flex min-h-8 items-center font-semibold text-brand underline max-md:min-h-11"
          >
            {m.overview_put_off({ count: putOff })}
          </Link>
        </p>
      )}
      <SortingNotice sorting={sorting} />
    </div>
  );
}

const ofMessages = (): Moderation => ({
  done: m.overview_message_updated(),
  acts: [{ label: m.overview_message_done(), write: finishMessage }],
});

const SalesMessages = () => (
  <AdminSection title={m.overview_messages()}>
    <WaitingList
      read={messagesRead}
      words={{
        loading: m.overview_messages_loading(),
        failed: m.overview_messages_failed(),
        none: m.overview_messages_none(),
      }}
      renderItem={({ id, name, email, company, phone, subject, message, createdAt }) => (
        <>
          <p className="font-semibold">{subject}</p>
          <p className="text-sm text-muted">
            {[name, company, phone].filter(Boolean).join(', ')},{' '}
            <a href={`mailto:${email}`} className="text-brand underline">
              {email}
            </a>
            , <Moment at={createdAt} />
          </p>
          <LongText text={message} />
          <Acts id={id} {...ofMessages()} />
        </>
      )}
    />
  </AdminSection>
);
