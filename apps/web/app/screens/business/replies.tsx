/** The right of reply: public statements about the business, its replies to them, and their status. */
import type { Answerable, OwnReply } from '@hakiki/contract/replies';
import { type ReplyList, replyRules } from '@hakiki/contract/reply-values';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FormTextArea, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure, Skeleton } from '../../components/query-states.tsx';
import { rejectionLabel, getSubjectName, getSubjectPath } from '../../components/replies/reply-labels.ts';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { useQuery } from '../../lib/api/use-query.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { showToast } from '../../lib/browser/toast.ts';
import { useForm } from '../../lib/forms/use-form.ts';
import { formatDate } from '../../lib/language/format.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { repliesQuery, replyForm, withdrawReply } from './replies-form.ts';

interface Props {
  providerId: string;
  canWrite: boolean;
}

/** Renders nothing without a listing, since there are no statements about the business then. */
export function Replies({ providerId, canWrite }: Props) {
  const statements = useQuery(repliesQuery(1));
  if (statements.status === 'loading') return <Skeleton label={m.replies_loading()} className="h-40" />;
  if (statements.status === 'failed') return <QueryFailure message={m.replies_failed()} query={statements} />;
  if (statements.data.total === 0) return null;
  return (
    <section id="replies" aria-labelledby="replies-title" className="flex flex-col gap-4">
      <h3 id="replies-title" className="title-section">
        {m.replies_title()}
      </h3>
      <p className="max-w-[68ch]">{m.replies_lead({ days: replyRules.days })}</p>
      <Subjects providerId={providerId} canWrite={canWrite} />
      <ReviewSubjects providerId={providerId} canWrite={canWrite} />
    </section>
  );
}

/** Folded and loaded when it is opened: a business may have hundreds. */
function ReviewSubjects(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="needs-scripts rounded-card border border-line-strong bg-surface px-4"
    >
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">{m.replies_reviews()}</summary>
      {isOpen && (
        <div className="flex flex-col gap-4 pb-4">
          <Subjects of="reviews" {...props} />
        </div>
      )}
    </details>
  );
}

function Subjects({ of, providerId, canWrite }: Props & { of?: ReplyList }) {
  const [page, setPage] = useState(1);
  const [openSubjectId, setOpenSubjectId] = useState<string>();
  const replies = useQuery(repliesQuery(page, of));
  if (replies.status === 'loading') return <Skeleton label={m.replies_loading()} className="h-40" />;
  if (replies.status === 'failed') return <QueryFailure message={m.replies_failed()} query={replies} />;
  const { items, total } = replies.data;
  if (total === 0) return <p>{m.no_reviews_yet()}</p>;
  return (
    <>
      <ul className="flex flex-col gap-4">
        {items.map((subject) => (
          <li key={subject.subjectId} className="rounded-card border border-line bg-surface p-4">
            <StatementSummary subject={subject} providerId={providerId} />
            {subject.published && (
              <ReplyItem reply={subject.published} status={m.replies_published()} canWrite={canWrite} />
            )}
            {subject.latest && (
              <ReplyItem reply={subject.latest} status={<ReplyStatus reply={subject.latest} />} canWrite={canWrite} />
            )}
            {canWrite &&
              (openSubjectId === subject.subjectId ? (
                <ReplyForm subject={subject} onDone={() => setOpenSubjectId(undefined)} />
              ) : (
                <button
                  type="button"
                  onClick={() => setOpenSubjectId(subject.subjectId)}
                  className={buttonClass('secondary', 'needs-scripts mt-3')}
                >
                  {subject.published || subject.latest ? m.replies_again() : m.replies_reply()}
                  <span className="sr-only">: {getSubjectName(subject)}</span>
                </button>
              ))}
          </li>
        ))}
      </ul>
      {total > replyRules.page && <PageButtons page={page} total={total} onPage={setPage} />}
    </>
  );
}

function StatementSummary({ subject, providerId }: { subject: Answerable; providerId: string }) {
  return (
    <>
      <h4 className="font-semibold wrap-anywhere">
        <Link to={getSubjectPath(subject, providerId)} className="text-brand underline underline-offset-4">
          {getSubjectName(subject)}
        </Link>
      </h4>
      {subject.saidAt && <p className="text-sm text-muted">{formatDate(subject.saidAt)}</p>}
      {subject.excerpt && <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">{subject.excerpt}</p>}
    </>
  );
}

function ReplyItem({ reply, status, canWrite }: { reply: OwnReply; status: ReactNode; canWrite: boolean }) {
  const { run, isRunning } = useMutation(withdrawReply, {
    success: () => ({ title: m.replies_withdrawn() }),
    failure: { title: m.replies_not_withdrawn, fallback: m.replies_try_again },
  });
  return (
    <div className="mt-3 flex flex-col gap-1 border-l-4 border-line-strong pl-4">
      <p className="flex flex-wrap gap-x-2">
        <strong>{m.replies_yours()}</strong>
        <span className="text-muted">{formatDate(reply.createdAt)}</span>
      </p>
      <p lang={getStoredTextLang(reply.language)} className="max-w-[68ch] whitespace-pre-line wrap-anywhere">
        {reply.text}
      </p>
      <p className="font-semibold">{status}</p>
      {canWrite && reply.status !== 'rejected' && (
        <button
          type="button"
          disabled={isRunning}
          onClick={() => void run({ params: { id: reply.id } })}
          className="needs-scripts min-h-11 self-start text-brand underline underline-offset-4"
        >
          {m.replies_withdraw()}
        </button>
      )}
    </div>
  );
}

function ReplyStatus({ reply }: { reply: OwnReply }) {
  if (reply.status === 'rejected') {
    return (
      <>
        <Icon name="warning" className="mr-1 inline size-4" />
        {m.replies_rejected({ reason: reply.reason ? rejectionLabel(reply.reason) : '' })}
      </>
    );
  }
  const date = formatDate(reply.dueAt);
  return (
    <>
      <Icon name="clock" className="mr-1 inline size-4" />
      {reply.isOverdue ? m.replies_overdue({ date }) : m.replies_waiting({ date })}
    </>
  );
}

function ReplyForm({ subject, onDone }: { subject: Answerable; onDone: () => void }) {
  const form = useForm(replyForm, {
    onDone() {
      showToast({ title: m.replies_sent(), description: m.replies_sent_text({ days: replyRules.days }) });
      onDone();
    },
  });
  return (
    <div className="mt-4">
      <PostForm state={form} label={getSubjectName(subject)}>
        <input type="hidden" name="kind" value={subject.kind} />
        <input type="hidden" name="subjectId" value={subject.subjectId} />
        <input type="hidden" name="language" value={currentLanguage()} />
        <FormTextArea
          name="text"
          label={m.replies_text()}
          hint={m.replies_hint()}
          rows={5}
          max={replyRules.text}
          defaultValue={subject.latest?.text ?? subject.published?.text}
        />
        <div className="flex flex-wrap gap-3">
          <SubmitButton>{m.replies_send()}</SubmitButton>
          <button type="button" onClick={onDone} className={buttonClass('secondary')}>
            {m.replies_cancel()}
          </button>
        </div>
      </PostForm>
    </div>
  );
}

function PageButtons({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const lastPage = Math.ceil(total / replyRules.page);
  return (
    <div className="flex flex-wrap gap-3">
      {page > 1 && (
        <button type="button" onClick={() => onPage(page - 1)} className={buttonClass('secondary')}>
          {m.replies_newer()}
        </button>
      )}
      {page < lastPage && (
        <button type="button" onClick={() => onPage(page + 1)} className={buttonClass('secondary')}>
          {m.replies_older()}
        </button>
      )}
    </div>
  );
}
