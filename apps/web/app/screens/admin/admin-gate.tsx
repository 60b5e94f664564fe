import type { User } from '@hakiki/contract/accounts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Brand } from '../../components/brand.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { Notice } from '../../components/ui/notice.tsx';
import { failureOf } from '../../lib/api.ts';
import { authUser, useAuth } from '../../lib/auth.ts';
import { to } from '../../lib/paths.ts';
import { read } from '../../lib/reads.ts';
import { useRead } from '../../lib/use-read.ts';
import { learn } from '../../lib/server-words.ts';
import { staffErrorWords, staffFieldWords } from '../../lib/staff-words.ts';
import { m } from '../../paraglide/messages.js';

learn(staffFieldWords, staffErrorWords);

const adminAccess = read('/api/admin/access');

/** What the gate has to know. */
export const gateReads = [authUser, adminAccess];

/** The gate of the console. It only spares people a dead end: the server decides on every call what an admin may see. */
export function AdminGate({ children }: { children: ReactNode }) {
  const auth = useAuth();
  if (auth.status === 'loading') return <Loading />;
  if (auth.status === 'visitor') {
    return (
      <Closed icon="lock" title={m.admin_access_required()} text={m.admin_access_required_text()}>
        <Link to={to('/')} className={buttonClass('primary')}>
          {m.admin_login()}
        </Link>
      </Closed>
    );
  }
  if (!auth.user.isAdmin) return <Closed icon="ban" title={m.admin_denied()} text={m.admin_denied_text()} />;
  return (
    <Portal admin={auth.user}>
      <Access>{children}</Access>
    </Portal>
  );
}

const Loading = () => (
  <main className="flex flex-1 items-center justify-center px-4 py-12">
    <p role="status" className="text-lg text-muted">
      {m.admin_loading()}
    </p>
  </main>
);

/** Why the console stays shut, and the way out. */
function Closed({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName;
  title: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <main className="mx-auto flex w-full max-w-120 flex-1 flex-col items-center justify-center gap-4 px-4 py-12 text-center">
      <Icon name={icon} className="size-10 text-muted" />
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-lg text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-3">
        {children}
        <Link to={to('/')} className={buttonClass(children ? 'secondary' : 'primary')}>
          {m.go_home()}
        </Link>
      </div>
    </main>
  );
}

function Portal({ admin, children }: { admin: User; children: ReactNode }) {
  return (
    <>
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-300 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
          <div className="w-full md:w-auto">
            <Brand />
          </div>
          <h1 className="text-xl font-bold">{m.admin_title()}</h1>
          <Link to={to('/')} className={buttonClass('secondary', 'ms-auto lg:order-last lg:ms-0')}>
            <Icon name="chevron-left" className="size-4" />
            {m.admin_back_to_site()}
          </Link>
          <p className="max-w-full truncate rounded-full bg-brand-soft px-3 py-1 text-sm font-semibold text-brand lg:ms-auto">
            {m.admin_badge({ name: admin.firstName || admin.email })}
          </p>
        </div>
      </header>
      <main className="mx-auto w-full max-w-300 flex-1 px-4 py-8">{children}</main>
    </>
  );
}

/** An admin without a second factor is told how to get one instead of a console whose every call is refused. */
function Access({ children }: { children: ReactNode }) {
  const access = useRead(adminAccess);
  if (access.status === 'loading') return <p role="status">{m.admin_loading()}</p>;
  if (access.status === 'ready') return children;
  if (failureOf(access.error).code !== 'ADMIN_SECOND_FACTOR_REQUIRED') {
    return <ReadFailure sentence={m.admin_access_failed()} read={access} />;
  }
  return (
    <Notice icon="lock" title={m.admin_second_factor_title()}>
      <p className="max-w-[68ch] text-muted">{m.admin_second_factor_text()}</p>
      {/* A new document: it holds the section already when the browser jumps to it. */}
      <a href={`${to('/account')}#two-factor`} className={buttonClass('primary')}>
        {m.admin_second_factor_set_up()}
      </a>
    </Notice>
  );
}
