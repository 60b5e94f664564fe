import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { Notice } from '../../components/ui/notice.tsx';
import { m } from '../../paraglide/messages.js';

/** Shown when a page is opened without the token from its email. Offers to request a new one. */
export const MissingToken = ({ path }: { path: string }) => (
  <Notice icon="empty" title={m.reset_no_token()}>
    <p className="text-muted">{m.reset_no_token_text()}</p>
    <Link to={path} className={buttonClass('secondary')}>
      {m.reset_new_link()}
    </Link>
  </Notice>
);
