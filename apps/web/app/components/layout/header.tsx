import type { User } from '@hakiki/contract/accounts';
import { NavLink, useLocation } from 'react-router';
import { useAuth } from '../../lib/api/auth.ts';
import {
  getAccountLinks,
  getDisplayName,
  getFirstHourLink,
  getHelpLinks,
  getReportLink,
  getSiteLinks,
  getTierBadge,
  getVisitorLinks,
  type NavigationLink,
} from '../../lib/pages/navigation.ts';
import { pathTo } from '../../lib/pages/paths.ts';
import { switchTheme } from '../../lib/browser/theme.ts';
import { m } from '../../paraglide/messages.js';
import { Brand } from './brand.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Toaster } from './toaster.tsx';
import { buttonClass } from '../ui/button.ts';
import { closeDrawer, Drawer, getOpenButtonProps } from '../ui/drawer.tsx';
import { Icon, type IconName } from '../ui/icon.tsx';
import { Spinner } from '../ui/spinner.tsx';

const MENU_ID = 'site-menu';

/** Narrower where the bar is short: French words are long. */
const linkClass =
  'inline-flex min-h-11 items-center rounded-control px-3 font-medium lg:whitespace-nowrap hover:bg-brand-soft lg:px-2 min-[75rem]:px-3';

/** Public pages contain the visitor's header and the user is loaded afterwards; personal pages contain both. */
export function Header() {
  const auth = useAuth();
  return <HeaderView user={auth.status === 'signed-in' ? auth.user : null} isLoading={auth.status === 'loading'} />;
}

function HeaderView({ user, isLoading = false }: { user: User | null; isLoading?: boolean }) {
  return (
    // Only the first row is sticky, within the whole page, so the header must not be a box of its own.
    <header className="contents">
      <div className="@container sticky top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-300 items-center gap-2 px-4 py-2.5 @max-[16rem]:gap-1 @max-[16rem]:px-2 @max-[16rem]:py-1">
          <div className="shrink-0">
            <Brand />
          </div>
          <nav aria-label={m.nav_main()} className="ms-2 hidden items-center gap-1 lg:flex min-[75rem]:ms-4">
            {getSiteLinks(user).map((link) => (
              <NavigationItem key={link.path} link={link} />
            ))}
          </nav>
          <Toaster />
          <div className="flex min-w-0 items-center gap-2">
            {isLoading && (
              <span className="needs-scripts inline-flex">
                <Spinner label={m.auth_loading()} className="size-4" />
              </span>
            )}
            <div className="hidden lg:block">
              <ThemeButton />
            </div>
            <div className="hidden min-w-0 items-center gap-2 lg:flex">
              <ActionLink link={getReportLink()} variant="danger" icon="flag" className={barActionClass} />
              {!user && <VisitorLinks />}
            </div>
            <MenuButton />
          </div>
        </div>
      </div>
      {user && <AccountBar user={user} />}
      <MobileMenu user={user} />
    </header>
  );
}

/** A second row, since the links of the site and those of the person do not fit into one with space for a toast. */
function AccountBar({ user }: { user: User }) {
  return (
    <div className="hidden border-b border-line bg-surface lg:block">
      <nav
        aria-label={m.nav_account()}
        className="mx-auto flex max-w-300 flex-wrap items-center gap-x-1 px-2 min-[75rem]:px-1"
      >
        {getAccountLinks(user).map((link) => (
          <NavigationItem key={link.path} link={link} />
        ))}
        <div className="ms-auto flex shrink-0 items-center gap-2">
          <SignedInUser user={user} />
          <LogoutLink />
        </div>
      </nav>
    </div>
  );
}

/** The signed-in user and the plan. */
function SignedInUser({ user }: { user: User }) {
  const badge = getTierBadge(user);
  return (
    <p className="flex min-w-0 items-center gap-2">
      <span className="sr-only">{m.nav_signed_in_as()}</span>
      <span className="max-w-40 truncate font-semibold" title={user.email}>
        {getDisplayName(user)}
      </span>
      {badge && (
        <span className="shrink-0 rounded-full bg-accent-soft px-2.5 py-0.5 text-sm font-semibold text-accent">
          {badge}
        </span>
      )}
    </p>
  );
}

function NavigationItem({ link, onClick }: { link: NavigationLink; onClick?: () => void }) {
  return (
    <NavLink
      to={pathTo(link.path)}
      onClick={onClick}
      className={({ isActive }) =>
        `${linkClass} ${
          isActive ? 'bg-brand-soft font-semibold text-brand underline decoration-2 underline-offset-4' : ''
        }`
      }
    >
      {link.label}
    </NavLink>
  );
}

/** Narrower where the bar is short, like the links. */
const barActionClass = 'shrink-0 whitespace-nowrap max-[75rem]:px-2.5 max-[75rem]:[&>svg]:hidden';

interface ActionLinkProps {
  link: NavigationLink;
  variant: Parameters<typeof buttonClass>[0];
  className: string;
  icon?: IconName;
  onClick?: (() => void) | undefined;
}

const ActionLink = ({ link, variant, className, icon, onClick }: ActionLinkProps) => (
  <NavLink to={pathTo(link.path)} onClick={onClick} className={buttonClass(variant, className)}>
    {icon && <Icon name={icon} className="size-4 shrink-0" />}
    {link.label}
  </NavLink>
);

function VisitorLinks({ onClick, isWide = false }: { onClick?: () => void; isWide?: boolean }) {
  const className = isWide ? 'w-full' : barActionClass;
  const { pathname, search } = useLocation();
  return getVisitorLinks(pathname + search).map((link, position) => (
    <ActionLink
      key={link.path}
      link={link}
      variant={position > 0 ? 'primary' : isWide ? 'secondary' : 'quiet'}
      className={className}
      onClick={onClick}
    />
  ));
}

/** First in the menu, since people who just lost money are in a hurry. */
const UrgentLinks = ({ onClick }: { onClick: () => void }) => (
  <div className="flex flex-wrap gap-2">
    <ActionLink link={getReportLink()} variant="danger" icon="flag" className="grow px-2!" onClick={onClick} />
    <ActionLink link={getFirstHourLink()} variant="danger" icon="clock" className="grow px-2!" onClick={onClick} />
  </div>
);

/** A plain navigation: the server ends the session and redirects to the home page. */
const LogoutLink = () => (
  <a href="/api/logout" className={linkClass}>
    {m.nav_log_out()}
  </a>
);

const ThemeButton = () => (
  <button
    type="button"
    className="needs-scripts inline-flex size-11 shrink-0 items-center justify-center rounded-control hover:bg-brand-soft"
    onClick={switchTheme}
  >
    <Icon name="theme" />
    <span className="sr-only">{m.theme_switch()}</span>
  </button>
);

const MenuButton = () => (
  <button
    type="button"
    {...getOpenButtonProps(MENU_ID)}
    className="inline-flex size-11 shrink-0 items-center justify-center rounded-control border border-line-strong lg:hidden"
  >
    <Icon name="menu" />
    <span className="sr-only">{m.nav_open_menu()}</span>
  </button>
);

/** Only in the menu, beside the links of the header: help and languages. On a phone the theme is here, too. */
const MenuHelp = ({ onClick }: { onClick: () => void }) => (
  <>
    <nav aria-label={m.help_links()} className="flex flex-col gap-1 border-t border-line pt-4">
      {getHelpLinks().map((link) => (
        <NavigationItem key={link.path} link={link} onClick={onClick} />
      ))}
    </nav>
    <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-3 pt-2">
      <LanguageSwitch />
      <ThemeButton />
    </div>
  </>
);

function MobileMenu({ user }: { user: User | null }) {
  const close = () => closeDrawer(MENU_ID);
  return (
    <Drawer id={MENU_ID} title={m.nav_menu()} closeLabel={m.nav_close_menu()}>
      <UrgentLinks onClick={close} />
      <nav aria-label={m.nav_menu()} className="flex flex-col gap-1">
        {getSiteLinks(user).map((link) => (
          <NavigationItem key={link.path} link={link} onClick={close} />
        ))}
      </nav>
      {user ? (
        <nav aria-label={m.nav_account()} className="flex flex-col gap-1 border-t border-line pt-4">
          <div className="px-3 pb-1">
            <p className="text-sm font-semibold text-muted">{m.nav_account()}</p>
            <SignedInUser user={user} />
          </div>
          {getAccountLinks(user).map((link) => (
            <NavigationItem key={link.path} link={link} onClick={close} />
          ))}
          <LogoutLink />
        </nav>
      ) : (
        <div className="flex flex-col gap-2 border-t border-line pt-4">
          <VisitorLinks onClick={close} isWide />
        </div>
      )}
      <MenuHelp onClick={close} />
    </Drawer>
  );
}
