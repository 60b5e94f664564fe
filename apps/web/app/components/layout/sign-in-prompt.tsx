import { Link } from 'react-router';
import { useLoginPath, useSignUpPath } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { buttonClass } from '../ui/button.ts';

/** Shown to a visitor on a personal page. */
export function SignInPrompt({
  title = m.sign_in_title(),
  text = m.sign_in_text(),
}: {
  title?: string;
  text?: string;
}) {
  return (
    <div className="flex max-w-[68ch] flex-col gap-4 py-8">
      <h1 className="title-page">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      <div className="flex flex-wrap gap-3">
        <Link to={useLoginPath()} className={buttonClass('primary')}>
          {m.nav_log_in()}
        </Link>
        <Link to={useSignUpPath()} className={buttonClass('secondary')}>
          {m.nav_join()}
        </Link>
      </div>
    </div>
  );
}
