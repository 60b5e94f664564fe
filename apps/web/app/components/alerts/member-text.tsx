import { Link } from 'react-router';
import { toTeaser } from '../../lib/alerts/teaser.ts';
import type { Language } from '../../lib/language/language.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { getStoredTextLang } from '../../lib/language/stored-language.ts';
import { m } from '../../paraglide/messages.js';
import { LongText } from '../long-text.tsx';
import { buttonClass } from '../ui/button.ts';
import { Icon } from '../ui/icon.tsx';

interface DescribedItem {
  title: string;
  description: string;
  descriptionCut?: true | undefined;
  /** The language of the text, if known. */
  language?: Language;
}

interface Props {
  item: DescribedItem;
  isMember: boolean;
  /** The page that shows the full text to everybody, if there is one. */
  openPath?: string | undefined;
}

/** Members get the full text. For a visitor, who gets only the beginning, a blur shows that there is more. */
export function MemberText({ item, isMember, openPath }: Props) {
  const text = toTeaser(item);
  if (isMember || !item.descriptionCut) {
    return (
      <div lang={getStoredTextLang(item.language)}>
        <LongText text={text} />
      </div>
    );
  }
  return (
    <div className="relative grid items-center">
      <p
        data-teaser
        lang={getStoredTextLang(item.language)}
        className="col-start-1 row-start-1 min-h-11 blur-[3px] select-none"
      >
        {text}
      </p>
      <p className="z-10 col-start-1 row-start-1 flex flex-wrap justify-center gap-2 justify-self-center">
        {openPath && (
          <Link to={openPath} className={buttonClass('primary')}>
            {m.reports_read_open()}
            <span className="sr-only">: {item.title}</span>
          </Link>
        )}
        <Link to={pathTo('/signup')} className={buttonClass('secondary')}>
          {!openPath && <Icon name="lock" className="size-4" />}
          {openPath ? m.reports_sign_up() : m.reports_sign_up_to_read()}
          <span className="sr-only">{openPath ? `: ${item.title}` : m.reports_for_members({ title: item.title })}</span>
        </Link>
      </p>
    </div>
  );
}
