import type { User } from '@hakiki/contract/accounts';
import type { ReactNode } from 'react';
import type { StaffRole } from '@hakiki/contract/admin-values';
import { Link } from 'react-router';
import { Brand } from '../../../components/layout/brand.tsx';
import { Toaster } from '../../../components/layout/toaster.tsx';
import { QueryFailure } from '../../../components/query-states.tsx';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon, type IconName } from '../../../components/ui/icon.tsx';
import { Notice } from '../../../components/ui/notice.tsx';
import { parseFailure } from '../../../lib/api/api.ts';
import { authUser, useAuth } from '../../../lib/api/auth.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { defineQuery } from '../../../lib/api/queries.ts';
import { getStaffRole } from './staff-role.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { registerErrorTexts } from '../../../lib/errors/server-error-texts.ts';
import { errorTexts as businessErrorTexts } from '../../../paraglide/business_errors.js';
import { errorTexts as staffErrorTexts } from '../../../paraglide/staff_errors.js';
import { m } from '../../../paraglide/messages.js';
import { RetryDialogs } from '../../../components/staff/retry-dialog-host.tsx';
import { ConsoleRail } from './rail.tsx';

registerErrorTexts(staffErrorTexts);
registerErrorTexts(businessErrorTexts);

const adminAccess = defineQuery('/api/admin/access');

export const gateQueries = [authUser, adminAccess];

interface Props {
  /** True for the queue and the news, which moderators may use; the rest of the console is for administrators. */
  isForModerators?: boolean;
  children: ReactNode;
}

/** Hides the console from others. This is only for convenience: the server checks the permission on every call. */
export function AdminGate({ isForModerators = false, children }: Props) {
  const auth = useAuth();
  if (auth.status === 'loading') return <Loading />;
  if (auth.status === 'visitor') {
    return (
      <AccessDenied icon="lock" title={m.admin_access_required()} text={m.admin_access_required_text()}>
        <Link to={pathTo('/')} className={buttonClass('primary')}>
          {m.admin_login()}
        </Link>
      </AccessDenied>
    );
  }
  const role = getStaffRole(auth.user);
  if (!role) return <AccessDenied icon="ban" title={m.admin_denied()} text={m.admin_denied_text()} />;
  return (
    <ConsoleFrame user={auth.user} role={role}>
      <SecondFactorGate>{role === 'admin' || isForModerators ? children : <ForAdministrators />}</SecondFactorGate>
    </ConsoleFrame>
  );
}

const Loading = () => (
  <main className="flex flex-1 items-center justify-center px-4 py-12">
    <p role="status" className="text-lg text-muted">
      {m.admin_loading()}
    </p>
  </main>
);

/** Why access is denied, and a way back. */
function AccessDenied({
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
        <Link to={pathTo('/')} className={buttonClass(children ? 'secondary' : 'primary')}>
          {m.go_home()}
        </Link>
      </div>
    </main>
  );
}

const roleTexts: Record<StaffRole, { title: () => string; badge: (given: { name: string }) => string }> = {
  admin: { title: m.admin_title, badge: m.admin_badge },
  moderator: { title: m.admin_title_moderation, badge: m.admin_badge_moderator },
};

/**
 * The console's header: title and user with role, and links back to the site. A toast takes the place of title and user
 * for a moment, and fits its height. On a phone only the first row is sticky. The navigation is a rail on the left.
 */
function ConsoleFrame({ user, role, children }: { user: User; role: StaffRole; children: ReactNode }) {
  const access = useQuery(adminAccess);
  return (
    <>
      <header className="contents border-line bg-surface lg:sticky lg:top-0 lg:z-20 lg:block lg:border-b">
        <div className="mx-auto max-w-350 items-center gap-3 px-4 py-1.5 max-lg:contents lg:flex">
          <div className="@container sticky top-0 z-20 flex items-center gap-3 border-b border-line bg-surface px-4 py-1.5 lg:contents">
            <Brand />
            <div className="relative flex min-w-0 flex-1 justify-end">
              <div className="min-w-0 text-end leading-tight in-[header:has([data-toast])]:opacity-0">
                <h1 className="font-bold">{roleTexts[role].title()}</h1>
                <p className="truncate text-sm text-muted">
                  {roleTexts[role].badge({ name: user.firstName || user.email })}
                </p>
              </div>
              <div className="absolute inset-0 flex items-center">
                <Toaster />
              </div>
            </div>
          </div>
          <div className="flex flex-wrap items-center justify-end gap-2 border-b border-line bg-surface px-4 py-1 lg:contents">
            <Link to={pathTo('/')} className={buttonClass('secondary', exitLinkClass)}>
              <Icon name="chevron-left" className="size-4" />
              {m.admin_back_to_site()}
            </Link>
            {/* A plain navigation: the server ends the session and redirects to the home page. */}
            <a href="/api/logout" className={buttonClass('secondary', exitLinkClass)}>
              {m.nav_log_out()}
            </a>
          </div>
        </div>
      </header>
      <div className="mx-auto flex w-full max-w-350 flex-1 flex-col lg:grid lg:grid-cols-[14rem_minmax(0,1fr)]">
        <ConsoleRail staffRole={role} isOpen={access.status === 'ready'} />
        <main className="w-full min-w-0 flex-1 px-4 py-4">{children}</main>
      </div>
      <RetryDialogs user={user} />
    </>
  );
}

/** Both links fit side by side on a phone, also in French. */
const exitLinkClass = 'whitespace-nowrap max-md:px-2.5 max-md:text-sm';

/** Shown to a moderator in the administrators' sections. */
const ForAdministrators = () => (
  <Notice icon="lock" title={m.admin_denied()}>
    <p className="max-w-[68ch] text-muted">{m.admin_denied_moderator()}</p>
    <Link to={pathTo('/admin/queue')} className={buttonClass('primary')}>
      {m.overview_queue()}
    </Link>
  </Notice>
);

/** Shows how to set up a second factor if it is missing, because the server would reject every call. */
function SecondFactorGate({ children }: { children: ReactNode }) {
  const access = useQuery(adminAccess);
  if (access.status === 'loading') return <p role="status">{m.admin_loading()}</p>;
  if (access.status === 'ready') return children;
  if (parseFailure(access.error).code !== 'ADMIN_SECOND_FACTOR_REQUIRED') {
    return <QueryFailure message={m.admin_access_failed()} query={access} />;
  }
  return (
    <Notice icon="lock" title={m.admin_second_factor_title()}>
      <p className="max-w-[68ch] text-muted">{m.admin_second_factor_text()}</p>
      {/* A full page load: the section must be rendered when the browser jumps to it. */}
      <a href={`${pathTo('/account')}#two-factor`} className={buttonClass('primary')}>
        {m.admin_second_factor_set_up()}
      </a>
    </Notice>
  );
}
