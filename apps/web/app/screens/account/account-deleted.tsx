import { Link } from 'react-router';
import { buttonClass } from '../../components/ui/button.ts';
import { unlistedPage } from '../../lib/pages/head.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { m } from '../../paraglide/messages.js';
import { Card, NarrowPage } from './narrow-page.tsx';

export const meta = unlistedPage('/account-deleted', m.deleted_title, m.deleted_description);

/** Shown right after an account is deleted, without any data of that account. */
export default function AccountDeleted() {
  return (
    <NarrowPage title={m.deleted_title()} lead={m.deleted_next()}>
      <Card>
        <ul className="flex list-disc flex-col gap-2 ps-5">
          <li>{m.delete_erased()}</li>
          <li>{m.delete_kept()}</li>
          <li>{m.deleted_follow()}</li>
        </ul>
        <p className="flex flex-wrap gap-3">
          <Link to={pathTo('/follow')} className={buttonClass('primary')}>
            {m.follow_title()}
          </Link>
          <Link to={pathTo('/contact')} className={buttonClass('secondary')}>
            {m.footer_contact()}
          </Link>
        </p>
      </Card>
    </NarrowPage>
  );
}
