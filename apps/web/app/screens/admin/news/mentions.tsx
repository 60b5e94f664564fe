/** Announcements that seem to name a provider. Names are ambiguous, so a moderator decides. */
import type { NewsMention } from '@hakiki/contract/news-mentions';
import { LongText } from '../../../components/long-text.tsx';
import { ReadFailure } from '../../../components/read-failure.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { useWrite } from '../../../lib/api/use-write.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { storedLang } from '../../../lib/language/stored-language.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { LinkBeside } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-words.ts';
import { decideMention, mentionsRead } from './reads.ts';

export function NewsMentions() {
  const mentions = useRead(mentionsRead);
  if (mentions.status === 'loading') {
    return <div role="status" aria-label={m.newsdesk_loading()} className="skeleton h-40" />;
  }
  if (mentions.status === 'failed') return <ReadFailure sentence={m.newsdesk_failed()} read={mentions} />;
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
  const lang = storedLang(mention.language);
  const { run, isRunning } = useWrite(decideMention, {
    success: ({ isNamed }) => ({ title: isNamed ? m.newsdesk_named_confirmed() : m.newsdesk_named_dismissed() }),
    failure: changeFailure,
  });
  const say = (isNamed: boolean) => void run({ params: { itemId, providerId }, body: { isNamed } });
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
        <LinkBeside href={sourceUrl}>{m.newsdesk_open()}</LinkBeside>
        <LinkBeside href={providerPath(providerId)}>{providerName}</LinkBeside>
      </p>
      <div className="mt-auto flex flex-wrap gap-3 pt-2">
        <button type="button" disabled={isRunning} onClick={() => say(true)} className={buttonClass('secondary')}>
          {m.newsdesk_named_yes()}
        </button>
        <button type="button" disabled={isRunning} onClick={() => say(false)} className={buttonClass('danger')}>
          {m.newsdesk_named_no()}
        </button>
      </div>
    </>
  );
}
