/** The right of reply: public statements about the business, its replies to them, and their status. */
import type { Answerable, OwnReply } from '@hakiki/contract/replies';
import { replyRules } from '@hakiki/contract/reply-values';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { FormTextArea, PostForm, SubmitButton } from '../../components/forms/form.tsx';
import { QueryFailure } from '../../components/query-failure.tsx';
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
import { repliesRead, replyForm, withdrawReply } from './replies-form.ts';

/** Renders nothing without a listing, since there are no statements about the business then. */
export function Replies({ mayWrite }: { mayWrite: boolean }) {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<string>();
  const replies = useQuery(repliesRead(page));
  if (replies.status === 'loading') {
    return <div role="status" aria-label={m.replies_loading()} className="skeleton h-40" />;
  }
  if (replies.status === 'failed') return <QueryFailure message={m.replies_failed()} query={replies} />;
  const { items, total } = replies.data;
  if (total === 0) return null;
  return (
    <section id="replies" aria-labelledby="replies-title" className="flex flex-col gap-4">
      <h3 id="replies-title" className="text-xl font-bold">
        {m.replies_title()}
      </h3>
      <p className="max-w-[68ch]">{m.replies_lead({ days: replyRules.days })}</p>
      <ul className="flex flex-col gap-4">
        {items.map((subject) => (
          <li key={subject.subjectId} className="rounded-card border border-line bg-surface p-4">
            <Said subject={subject} />
            {subject.published && (
              <Stand reply={subject.published} standing={m.replies_published()} mayWrite={mayWrite} />
            )}
            {subject.latest && (
              <Stand reply={subject.latest} standing={<Standing reply={subject.latest} />} mayWrite={mayWrite} />
            )}
            {mayWrite &&
              (open === subject.subjectId ? (
                <Writing subject={subject} onDone={() => setOpen(undefined)} />
              ) : (
                <button
                  type="button"
                  onClick={() => setOpen(subject.subjectId)}
                  className={buttonClass('secondary', 'needs-scripts mt-3')}
                >
                  {subject.published || subject.latest ? m.replies_again() : m.replies_reply()}
                  <span className="sr-only">: {getSubjectName(subject)}</span>
                </button>
              ))}
          </li>
        ))}
      </ul>
      {total > replyRules.page && <Pages page={page} total={total} onPage={setPage} />}
    </section>
  );
}

function Said({ subject }: { subject: Answerable }) {
  return (
    <>
      <h4 className="font-semibold wrap-anywhere">
        <Link to={getSubjectPath(subject)} className="text-brand underline underline-offset-4">
          {getSubjectName(subject)}
        </Link>
      </h4>
      {subject.saidAt && <p className="text-sm text-muted">{formatDate(subject.saidAt)}</p>}
      {subject.excerpt && <p className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere">{subject.excerpt}</p>}
    </>
  );
}

function Stand({ reply, standing, mayWrite }: { reply: OwnReply; standing: ReactNode; mayWrite: boolean }) {
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
      <p className="font-semibold">{standing}</p>
      {mayWrite && reply.status !== 'rejected' && (
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

function Standing({ reply }: { reply: OwnReply }) {
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

function Writing({ subject, onDone }: { subject: Answerable; onDone: () => void }) {
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

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const last = Math.ceil(total / replyRules.page);
  return (
    <div className="flex flex-wrap gap-3">
      {page > 1 && (
        <button type="button" onClick={() => onPage(page - 1)} className={buttonClass('secondary')}>
          {m.replies_newer()}
        </button>
      )}
      {page < last && (
        <button type="button" onClick={() => onPage(page + 1)} className={buttonClass('secondary')}>
          {m.replies_older()}
        </button>
      )}
    </div>
  );
}
