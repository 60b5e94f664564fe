/** A held batch of a source: why it is held, what is new, and what was reworded. */
import type { NewsId } from '@hakiki/contract/news';
import type { AdminNews, HeldBatch } from '@hakiki/contract/news-admin';
import { requiredNewsReviews } from '@hakiki/contract/news-values';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Timestamp } from '../../../components/timestamp.tsx';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { QueryFailure, Skeleton } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { parseFailure } from '../../../lib/api/api.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { categoryLabel, priorityLabel } from '../../../lib/news/news-labels.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { ShownCount } from '../parts/section.tsx';
import { TitledSection } from '../parts/titled-section.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ReasonDialog } from '../parts/reason-dialog.tsx';
import { newsPath, discardBatch, heldBatchQuery, releaseBatch } from './queries.ts';
import { anomalyLabel } from './labels.ts';

export function HeldNews({ sourceId }: { sourceId: string }) {
  const held = useQuery(heldBatchQuery(sourceId));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={newsPath()}
        className="inline-flex min-h-11 items-center gap-1 self-start text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.newsdesk_back()}
      </Link>
      {held.status === 'loading' && <Skeleton label={m.newsdesk_loading()} className="h-80" />}
      {held.status === 'failed' &&
        (parseFailure(held.error).code === 'NEWS_BATCH_NOT_FOUND' ? (
          <Notice icon="empty" title={m.newsdesk_held_none()} />
        ) : (
          <QueryFailure message={m.newsdesk_failed()} query={held} />
        ))}
      {held.status === 'ready' && <Batch batch={held.data} />}
    </div>
  );
}

function Batch({ batch }: { batch: HeldBatch }) {
  const { sourceName, createdAt, anomalies, isEarly, items, copies, rewordings, total } = batch;
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setLeftOut((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  return (
    <article className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h2 className="text-xl font-bold wrap-anywhere">{m.newsdesk_held_title({ source: sourceName })}</h2>
        <p className="text-sm text-muted">
          {m.newsdesk_held_since()} <Timestamp at={createdAt} />
        </p>
      </header>
      <TitledSection title={m.newsdesk_why()}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {isEarly && <li>{m.newsdesk_early({ needed: requiredNewsReviews })}</li>}
          {anomalies.map((anomaly) => (
            <li key={anomaly} className="font-semibold">
              {anomalyLabel(anomaly)}
            </li>
          ))}
        </ul>
      </TitledSection>
      <BatchActions batch={batch} leftOut={leftOut} />
      {items.length > 0 && (
        <TitledSection title={m.newsdesk_new()}>
          {total > items.length + copies.length && <ShownCount shown={items.length} total={total} />}
          <ol className="grid gap-3 lg:grid-cols-2">
            {items.map((item) => (
              <li key={item.id} className="grid min-w-0">
                <HeldItem item={item} isLeftOut={leftOut.has(item.id)} onToggle={() => toggle(item.id)} />
              </li>
            ))}
          </ol>
        </TitledSection>
      )}
      {rewordings.length > 0 && (
        <TitledSection title={m.newsdesk_rewordings()}>
          <ul className="flex flex-col gap-3">
            {rewordings.map(({ sourceUrl, before, title }) => (
              <li key={sourceUrl} className="border-s-2 border-line ps-3 wrap-anywhere">
                <p>
                  <span className="text-muted">{m.newsdesk_before()}</span> <del>{before}</del>
                </p>
                <p>
                  <span className="text-muted">{m.newsdesk_after()}</span>{' '}
                  <ins className="font-semibold no-underline">{title}</ins>
                </p>
                <NewTabLink href={sourceUrl}>{m.newsdesk_open()}</NewTabLink>
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
      {copies.length > 0 && (
        <TitledSection title={m.newsdesk_copies()}>
          <ul className="flex flex-col gap-1">
            {copies.map(({ sourceUrl, title, sourceName: knownSource }) => (
              <li key={sourceUrl} className="wrap-anywhere">
                {title} <span className="text-muted">{m.newsdesk_copy_of({ source: knownSource })}</span>{' '}
                <NewTabLink href={sourceUrl}>{m.newsdesk_open()}</NewTabLink>
              </li>
            ))}
          </ul>
        </TitledSection>
      )}
    </article>
  );
}

interface HeldItemProps {
  item: AdminNews;
  isLeftOut: boolean;
  onToggle: () => void;
}

const HeldItem = ({ item, isLeftOut, onToggle }: HeldItemProps) => (
  <article className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 wrap-anywhere">
    <h4
      lang={getStoredTextLang(item.language)}
      className={`font-semibold ${isLeftOut ? 'text-muted line-through' : ''}`}
    >
      {item.title}
    </h4>
    <p className="text-sm text-muted">
      {formatDate(item.publishedAt)} · {categoryLabel(item.category)} · {priorityLabel(item.priority)}
    </p>
    {item.summary && (
      <p lang={getStoredTextLang(item.language)} className="text-sm">
        {item.summary}
      </p>
    )}
    <p className="mt-auto flex flex-wrap items-center justify-between gap-x-4">
      <NewTabLink href={item.sourceUrl}>{new URL(item.sourceUrl).host}</NewTabLink>
      <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
        <input type="checkbox" checked={isLeftOut} onChange={onToggle} className="size-4 accent-brand" />
        {m.newsdesk_leave_out()}
        <span className="sr-only">: {item.title}</span>
      </label>
    </p>
  </article>
);

/** Settles the version that was shown: the server rejects it if the source has sent more meanwhile. */
function BatchActions({
  batch: { id, version, sourceName },
  leftOut,
}: {
  batch: HeldBatch;
  leftOut: ReadonlySet<string>;
}) {
  const navigate = useNavigate();
  const [isDiscarding, setDiscarding] = useState(false);
  const leave = () => void navigate(newsPath());
  return (
    <div className="flex flex-wrap gap-3">
      <MutationButton
        mutation={releaseBatch}
        getInput={() => ({
          params: { id },
          body: { version, ...(leftOut.size > 0 && { leaveOut: [...leftOut] as NewsId[] }) },
        })}
        success={() => ({ title: m.newsdesk_released({ source: sourceName }) })}
        failure={changeFailure}
        onSettled={(reply) => reply && leave()}
        className={buttonClass('primary')}
      >
        {leftOut.size > 0 ? m.newsdesk_release_without({ count: leftOut.size }) : m.newsdesk_release()}
      </MutationButton>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDiscarding(true)}
        className={buttonClass('danger')}
      >
        {m.newsdesk_discard()}
      </button>
      {isDiscarding && (
        <ReasonDialog
          title={m.newsdesk_discard_title({ source: sourceName })}
          saveLabel={m.newsdesk_discard()}
          hint={m.newsdesk_reason_hint()}
          mutation={discardBatch}
          getInput={(reason) => ({ params: { id }, body: { version, reason } })}
          success={() => ({ title: m.newsdesk_discarded({ source: sourceName }) })}
          onClose={() => setDiscarding(false)}
          onDone={leave}
        >
          <p className="text-muted">{m.newsdesk_discard_text()}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
