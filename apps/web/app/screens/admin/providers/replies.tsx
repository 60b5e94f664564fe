/** Replies of businesses, checked for insults, threats and private data. Their content is not judged. */
import { replyRejectReasons } from '@hakiki/contract/reply-values';
import type { ModeratedReply } from '@hakiki/contract/replies-admin';
import { useState } from 'react';
import { Link } from 'react-router';
import { MutationButton } from '../../../components/mutation-button.tsx';
import { rejectionLabel, getSubjectName, getSubjectPath } from '../../../components/replies/reply-labels.ts';
import { RadiosField } from '../../../components/ui/choice-field.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { masksPath } from '../masks/queries.ts';
import { ConsoleLink } from '../parts/links.tsx';
import { toOptions } from '../../../lib/forms/options.ts';
import { m } from '../../../paraglide/messages.js';
import { AdminDialog, DialogForm } from '../../../components/staff/dialog.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { AdminSection, RejectableList } from '../parts/section.tsx';
import { approveReply, publishedRepliesQuery, rejectReply, repliesQuery } from './queries.ts';

const getUpdatedToast = () => ({ title: m.providers_admin_reply_updated() });

export const Replies = () => (
  <AdminSection title={m.providers_admin_replies()}>
    <p className="-mt-2 max-w-[68ch] text-sm text-muted">{m.providers_admin_replies_lead()}</p>
    <RejectableList
      query={repliesQuery}
      texts={{
        loading: m.providers_admin_replies_loading(),
        failed: m.providers_admin_replies_failed(),
        none: m.providers_admin_replies_none(),
      }}
      approved={{
        title: m.providers_admin_replies_published(),
        query: publishedRepliesQuery,
        none: m.providers_admin_replies_published_none(),
      }}
      renderItem={(reply) => <ReplyFacts reply={reply} />}
      renderApproval={({ id }) => (
        <MutationButton
          mutation={approveReply}
          getInput={() => ({ params: { id } })}
          success={getUpdatedToast}
          failure={changeFailure}
        >
          {m.admin_act_approve()}
        </MutationButton>
      )}
      renderRejectDialog={(reply, onClose) => <RejectDialog reply={reply} onClose={onClose} />}
    />
  </AdminSection>
);

function ReplyFacts({ reply }: { reply: ModeratedReply }) {
  const date = formatDate(reply.dueAt);
  return (
    <>
      <p className="font-semibold wrap-anywhere">{reply.providerName}</p>
      {reply.status === 'pending' && (
        <p className={reply.isOverdue ? 'font-semibold text-flagged' : 'text-sm text-muted'}>
          {reply.isOverdue && <Icon name="warning" className="mr-1 inline size-4" />}
          {reply.isOverdue ? m.providers_admin_reply_overdue({ date }) : m.providers_admin_reply_due({ date })}
        </p>
      )}
      <p className="wrap-anywhere">
        <Link to={getSubjectPath(reply, reply.providerId)} className="text-brand underline underline-offset-4">
          {getSubjectName(reply)}
        </Link>
      </p>
      {reply.excerpt && <p className="text-sm whitespace-pre-line text-muted wrap-anywhere">{reply.excerpt}</p>}
      <blockquote
        lang={getStoredTextLang(reply.language)}
        className="border-l-4 border-line-strong pl-4 whitespace-pre-line wrap-anywhere"
      >
        {reply.text}
      </blockquote>
      {reply.status === 'approved' && (
        <ConsoleLink href={masksPath({ subject: 'reply', id: reply.id })}>{m.masks_link()}</ConsoleLink>
      )}
    </>
  );
}

function RejectDialog({ reply, onClose }: { reply: ModeratedReply; onClose: () => void }) {
  const [error, setError] = useState<string>();
  const { run, isRunning } = useMutation(rejectReply, { success: getUpdatedToast, failure: changeFailure });
  const reject = async (chosenReason: string | undefined) => {
    const reason = replyRejectReasons.find((reasonOption) => reasonOption === chosenReason);
    if (!reason) return setError(m.providers_admin_reply_reason_needed());
    if (await run({ params: { id: reply.id }, body: { reason } })) onClose();
  };
  return (
    <AdminDialog title={m.providers_admin_reply_reject()} onClose={onClose}>
      <DialogForm
        isSaving={isRunning}
        saveLabel={m.admin_act_reject()}
        onSubmit={(chosenReason) => void reject(chosenReason['reason'])}
      >
        <RadiosField
          id="reply-reason"
          name="reason"
          label={m.providers_admin_reply_reason()}
          hint={m.providers_admin_reply_reason_hint()}
          error={error}
          choices={toOptions(replyRejectReasons, rejectionLabel)}
        />
      </DialogForm>
    </AdminDialog>
  );
}
