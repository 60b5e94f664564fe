import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { m } from '../../paraglide/messages.js';

/** The page was opened without the token of its mail; a new one can be asked for. */
export const MissingToken = ({ path }: { path: string }) => (
  <Notice icon="empty" title={m.reset_no_token()}>
    <p className="text-muted">{m.reset_no_token_text()}</p>
    <Link to={path} className={buttonClass('secondary')}>
      {m.reset_new_link()}
    </Link>
  </Notice>
);
