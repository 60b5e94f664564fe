import { Link } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { Notice } from '../../../components/ui/notice.tsx';
import { m } from '../../../paraglide/messages.js';
import { consolePath, useConsoleUrl } from './console-url.ts';

interface Props {
  /** Whether the complete list is empty, not only the page. */
  total: number;
  title: string;
  hint: string;
}

/** A list without rows: nothing matches, or the last page has become empty. */
export function AdminEmpty({ total, title, hint }: Props) {
  const { tab, toPagePath } = useConsoleUrl();
  if (total > 0) {
    return (
      <Notice icon="empty" title={m.admin_page_empty()}>
        <Link to={toPagePath(1)} className={buttonClass('secondary')}>
          {m.admin_first_page()}
        </Link>
      </Notice>
    );
  }
  return (
    <Notice icon="empty" title={title}>
      <p className="text-muted">{hint}</p>
      <Link to={consolePath(tab)} className={buttonClass('secondary')}>
        {m.admin_clear_filters()}
      </Link>
    </Notice>
  );
}
