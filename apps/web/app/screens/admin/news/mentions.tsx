/** Announcements that seem to name a provider. Names are ambiguous, so a moderator decides. */
import type { NewsMention } from '@hakiki/contract/news-mentions';
import { LongText } from '../../../components/long-text.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { formatDate } from '../../../lib/language/format.ts';
import { getStoredTextLang } from '../../../lib/language/stored-language.ts';
import { providerPath } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { NewTabLink } from '../parts/links.tsx';
import { changeFailure } from '../parts/proposal-labels.ts';
import { ModeratedList } from '../parts/section.tsx';
import { decideMention, mentionsQuery } from './queries.ts';

export const NewsMentions = () => (
  <div className="flex flex-col gap-3">
    <ModeratedList
      query={mentionsQuery}
      texts={{ loading: m.newsdesk_loading(), failed: m.newsdesk_failed(), none: m.newsdesk_named_none() }}
      renderItem={(mention) => <Mention mention={mention} />}
    />
  </div>
);

function Mention({ mention }: { mention: NewsMention }) {
  const { itemId, providerId, providerName, words, title, summary, sourceName, sourceUrl, publishedAt } = mention;
  const lang = getStoredTextLang(mention.language);
  const { run, isRunning } = useMutation(decideMention, {
    success: ({ isNamed }) => ({ title: isNamed ? m.newsdesk_named_confirmed() : m.newsdesk_named_dismissed() }),
    failure: changeFailure,
  });
  const decide = (isNamed: boolean) => void run({ params: { itemId, providerId }, body: { isNamed } });
  return (
    <div className="contents wrap-anywhere">
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
    </div>
  );
}
