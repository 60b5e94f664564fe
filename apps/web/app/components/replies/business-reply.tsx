import type { PublicReply } from '@hakiki/contract/public-reply';
import { formatDate } from '../../lib/language/format.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { LanguageLabel } from '../language-label.tsx';
import { m } from '../../paraglide/messages.js';

/** Plain text without links, so that nobody follows a link of a business that we warn of. */
export function BusinessReply({ reply, className = '' }: { reply: PublicReply; className?: string }) {
  return (
    <figure data-testid="business-reply" className={`border-l-4 border-line-strong py-1 pl-4 ${className}`}>
      <figcaption>
        <strong>{m.reply_title()}</strong>{' '}
        <time dateTime={reply.repliedAt} className="text-sm text-muted">
          {formatDate(reply.repliedAt)}
        </time>{' '}
        <LanguageLabel language={reply.language} />
      </figcaption>
      <blockquote
        lang={getStoredTextLang(reply.language)}
        className="mt-1 max-w-[68ch] whitespace-pre-line wrap-anywhere"
      >
        {reply.text}
      </blockquote>
      <p className="mt-1 text-sm text-muted">{m.reply_own_words()}</p>
    </figure>
  );
}
