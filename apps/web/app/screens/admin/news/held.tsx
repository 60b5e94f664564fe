/** A held batch of a source: why it is held, what is new, and what was reworded. */
import type { AdminNews, HeldBatch } from '@hakiki/contract/news-admin';
import { newsLooksNeeded } from '@hakiki/contract/news-values';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { Moment } from '../../../components/moment.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { failureOf } from '../../../lib/api/api.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { storedLang } from '../../../lib/language/stored-language.ts';
import { categoryLabel, priorityLabel } from '../../../lib/news/news-words.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside } from '../parts/links.tsx';
import { Part } from '../parts/part.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { ReasonDialog } from './reason-dialog.tsx';
import { deskPath, discardBatch, heldRead, releaseBatch } from './reads.ts';
import { oddityLabel } from './words.ts';

export function HeldNews({ sourceId }: { sourceId: string }) {
  const held = useRead(heldRead(sourceId));
  return (
    <div className="flex flex-col gap-4">
      <Link
        to={deskPath()}
        className="inline-flex min-h-11 items-center gap-1 self-start text-brand underline-offset-4 hover:underline"
      >
        <Icon name="chevron-left" className="size-4" /> {m.newsdesk_back()}
      </Link>
      {held.status === 'loading' && <div role="status" aria-label={m.newsdesk_loading()} className="skeleton h-80" />}
      {held.status === 'failed' &&
        (failureOf(held.error).code === 'NEWS_BATCH_NOT_FOUND' ? (
          <Notice icon="empty" title={m.newsdesk_held_none()} />
        ) : (
          <ReadFailure sentence={m.newsdesk_failed()} read={held} />
        ))}
      {held.status === 'ready' && <Batch batch={held.data} />}
    </div>
  );
}

function Batch({ batch }: { batch: HeldBatch }) {
  const { sourceName, createdAt, oddities, isEarly, items, copies, rewordings, total } = batch;
  return (
    <article className="flex min-w-0 flex-col gap-6">
      <header className="flex flex-col gap-2">
        <h2 className="text-xl font-bold wrap-anywhere">{m.newsdesk_held_title({ source: sourceName })}</h2>
        <p className="text-sm text-muted">
          {m.newsdesk_held_since()} <Moment at={createdAt} />
        </p>
      </header>
      <Part title={m.newsdesk_why()}>
        <ul className="flex list-disc flex-col gap-1 ps-5">
          {isEarly && <li>{m.newsdesk_early({ needed: newsLooksNeeded })}</li>}
          {oddities.map((oddity) => (
            <li key={oddity} className="font-semibold">
              {oddityLabel(oddity)}
            </li>
          ))}
        </ul>
      </Part>
      <Settling batch={batch} />
      {items.length > 0 && (
        <Part title={m.newsdesk_new()}>
          {total > items.length + copies.length && (
            <p className="text-sm text-muted">
              {m.admin_waiting_shown({ shown: formatNumber(items.length), total: formatNumber(total) })}
            </p>
          )}
          <ol className="grid gap-3 lg:grid-cols-2">
            {items.map((item) => (
              <li key={item.id} className="grid min-w-0">
                <HeldItem item={item} />
              </li>
            ))}
          </ol>
        </Part>
      )}
      {rewordings.length > 0 && (
        <Part title={m.newsdesk_rewordings()}>
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
                <LinkBeside href={sourceUrl}>{m.newsdesk_open()}</LinkBeside>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {copies.length > 0 && (
        <Part title={m.newsdesk_copies()}>
          <ul className="flex flex-col gap-1">
            {copies.map(({ sourceUrl, title, sourceName: known }) => (
              <li key={sourceUrl} className="wrap-anywhere">
                {title} <span className="text-muted">{m.newsdesk_copy_of({ source: known })}</span>{' '}
                <LinkBeside href={sourceUrl}>{m.newsdesk_open()}</LinkBeside>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </article>
  );
}

const HeldItem = ({ item }: { item: AdminNews }) => (
  <article className="flex min-w-0 flex-col gap-1 rounded-card border border-line bg-surface p-4 wrap-anywhere">
    <h4 lang={storedLang(item.language)} className="font-semibold">
      {item.title}
    </h4>
    <p className="text-sm text-muted">
      {formatDate(item.publishedAt)} · {categoryLabel(item.category)} · {priorityLabel(item.priority)}
    </p>
    {item.summary && (
      <p lang={storedLang(item.language)} className="text-sm">
        {item.summary}
      </p>
    )}
    <p className="mt-auto">
      <LinkBeside href={item.sourceUrl}>{new URL(item.sourceUrl).host}</LinkBeside>
    </p>
  </article>
);

/** Settles the version that was shown: the server rejects it if the source has sent more meanwhile. */
function Settling({ batch: { id, version, sourceName } }: { batch: HeldBatch }) {
  const navigate = useNavigate();
  const [isDiscarding, setDiscarding] = useState(false);
  const release = useWrite(releaseBatch, {
    success: () => ({ title: m.newsdesk_released({ source: sourceName }) }),
    failure: changeFailure,
  });
  const discard = useWrite(discardBatch, {
    success: () => ({ title: m.newsdesk_discarded({ source: sourceName }) }),
    failure: changeFailure,
  });
  const settled = (isDone: boolean) => {
    if (isDone) void navigate(deskPath());
    return isDone;
  };
  return (
    <div className="flex flex-wrap gap-3">
      <button
        type="button"
        disabled={release.isRunning}
        onClick={() => void release.run({ params: { id }, body: { version } }).then((reply) => settled(Boolean(reply)))}
        className={buttonClass('primary')}
      >
        {m.newsdesk_release()}
      </button>
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
          isSaving={discard.isRunning}
          onClose={() => setDiscarding(false)}
          onSave={async (reason) => settled(Boolean(await discard.run({ params: { id }, body: { version, reason } })))}
        >
          <p className="text-muted">{m.newsdesk_discard_text()}</p>
        </ReasonDialog>
      )}
    </div>
  );
}
