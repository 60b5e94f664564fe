/** Announcements that seem to name a provider. Names are ambiguous, so a moderator decides. */
import type { NewsMention } from '@hakiki/contract/news-mentions';
import { LongText } from '../../../components/long-text.tsx';
import { QueryFailure } from '../../../components/query-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { decideMention, mentionsQuery } from './queries.ts';

export function NewsMentions() {
  const mentions = useQuery(mentionsQuery);
  if (mentions.status === 'loading') {
    return <div role="status" aria-label={m.newsdesk_loading()} className="skeleton h-40" />;
  }
  if (mentions.status === 'failed') return <QueryFailure message={m.newsdesk_failed()} query={mentions} />;
  const { items, total } = mentions.data;
  if (items.length === 0) return <p className="text-muted">{m.newsdesk_named_none()}</p>;
  return (
    <>
      {total > items.length && (
        <p className="mb-3 text-sm text-muted">
          {m.admin_waiting_shown({ shown: formatNumber(items.length), total: formatNumber(total) })}
        </p>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {items.map((mention) => (
          <li
            key={`${mention.itemId} ${mention.providerId}`}
            className="flex min-w-0 flex-col gap-2 rounded-card border border-line bg-surface p-4 wrap-anywhere"
          >
            <Mention mention={mention} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Mention({ mention }: { mention: NewsMention }) {
  const { itemId, providerId, providerName, words, title, summary, sourceName, sourceUrl, publishedAt } = mention;
  const lang = getStoredTextLang(mention.language);
  const { run, isRunning } = useMutation(decideMention, {
    success: ({ isNamed }) => ({ title: isNamed ? m.newsdesk_named_confirmed() : m.newsdesk_named_dismissed() }),
    failure: changeFailure,
  });
  const decide = (isNamed: boolean) => void run({ params: { itemId, providerId }, body: { isNamed } });
  return (
    <>
      <h3 lang={lang} className="font-semibold">
        {title}
      </h3>
      <p className="text-sm text-muted">
        {sourceName}, {formatDate(publishedAt)}
      </p>
      {summary && (
        <div lang={lang}>
          <LongText text={summary} />
        </div>
      )}
      <p>{m.newsdesk_named_found({ words, provider: providerName })}</p>
      <p className="flex flex-wrap gap-x-4">
        <NewTabLink href={sourceUrl}>{m.newsdesk_open()}</NewTabLink>
        <NewTabLink href={providerPath(providerId)}>{providerName}</NewTabLink>
      </p>
      <div className="mt-auto flex flex-wrap gap-3 pt-2">
        <button type="button" disabled={isRunning} onClick={() => decide(true)} className={buttonClass('secondary')}>
          {m.newsdesk_named_yes()}
        </button>
        <button type="button" disabled={isRunning} onClick={() => decide(false)} className={buttonClass('danger')}>
          {m.newsdesk_named_no()}
        </button>
      </div>
    </>
  );
}
