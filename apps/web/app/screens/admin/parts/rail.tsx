/** Navigation of the console: each kind of work with the number of waiting items; on small screens behind a button. */
import { moderatorWorkKinds, type StaffRole, type WorkKind, workKinds } from '@hakiki/contract/admin-values';
import type { WorkCounts } from '@hakiki/contract/overview-admin';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { buttonClass } from '../../../components/ui/button.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { defineQuery } from '../../../lib/api/queries.ts';
import { useQuery } from '../../../lib/api/use-query.ts';
import { formatDate, formatNumber } from '../../../lib/language/format.ts';
import { pathTo } from '../../../lib/pages/paths.ts';
import { m } from '../../../paraglide/messages.js';
import { consolePath, parseTab } from './console-url.ts';

const workQuery = defineQuery('/api/admin/work');

interface RailLink {
  label: () => string;
  getPath: () => string;
  kind?: WorkKind;
}

interface RailGroup {
  label?: () => string;
  links: readonly RailLink[];
}

const userList = (list: string) => () => consolePath('users', { list });
const providerList = (list: string) => () => consolePath('providers', { list });

interface WorkLink extends Omit<RailLink, 'kind'> {
  group: 'top' | 'triage' | 'register' | 'money';
}

/** Each kind of work has a link; in its group, links are in the order of `workKinds`. */
const workLinks: Record<WorkKind, WorkLink> = {
  messages: { group: 'top', label: m.admin_tab_overview, getPath: () => consolePath('overview') },

  cases: { group: 'triage', label: m.rail_cases, getPath: () => pathTo('/admin/queue') },
  reviews: { group: 'triage', label: m.providers_admin_reviews, getPath: providerList('reviews') },
  replies: { group: 'triage', label: m.rail_replies, getPath: providerList('replies') },
  claims: { group: 'triage', label: m.providers_claims, getPath: providerList('claims') },
  documents: { group: 'triage', label: m.rail_documents, getPath: providerList('documents') },
  news: { group: 'triage', label: m.admin_place_news, getPath: () => pathTo('/admin/news') },
  appeals: { group: 'triage', label: m.admin_place_appeals, getPath: () => pathTo('/admin/appeals') },
  disputes: { group: 'triage', label: m.disputes_title, getPath: () => pathTo('/admin/disputes') },
  lookalikes: { group: 'triage', label: m.lookalikes_title, getPath: () => pathTo('/admin/lookalikes') },
  families: { group: 'triage', label: m.families_title, getPath: () => pathTo('/admin/families') },
  masks: { group: 'triage', label: m.masks_title, getPath: () => pathTo('/admin/masks') },
  contacts: { group: 'triage', label: m.contacts_title, getPath: () => pathTo('/admin/contacts') },

  experiences: { group: 'register', label: m.admin_tab_reports, getPath: () => consolePath('reports') },
  licences: { group: 'register', label: m.registers_title, getPath: () => pathTo('/admin/licences') },
  sources: { group: 'register', label: m.lists_title, getPath: () => pathTo('/admin/sources') },

  payments: { group: 'money', label: m.rail_deposits, getPath: userList('payments') },
  refunds: { group: 'money', label: m.rail_refunds, getPath: userList('refunds') },
  invoices: { group: 'money', label: m.rail_invoices, getPath: userList('invoices') },
  differences: { group: 'money', label: m.rail_differences, getPath: userList('differences') },
  referrals: { group: 'money', label: m.rail_referrals, getPath: userList('referrals') },
};
const listWorkLinks = (group: WorkLink['group']): RailLink[] =>
  workKinds.filter((kind) => workLinks[kind].group === group).map((kind) => ({ ...workLinks[kind], kind }));
const dueChecks: RailLink = { label: m.due_checks, getPath: () => pathTo('/admin/provider') };

const groups: readonly RailGroup[] = [
  { links: listWorkLinks('top') },
  { label: m.rail_triage, links: listWorkLinks('triage') },
  {
    label: m.rail_register,
    links: [
      { label: m.admin_tab_providers, getPath: () => consolePath('providers') },
      dueChecks,
      { label: m.admin_tab_alerts, getPath: () => consolePath('alerts') },
      ...listWorkLinks('register'),
    ],
  },
  { label: m.rail_money, links: listWorkLinks('money') },
  { label: m.rail_people, links: [{ label: m.admin_tab_users, getPath: () => consolePath('users') }] },
  { label: m.rail_log, links: [{ label: m.footer_decisions, getPath: () => pathTo('/decisions') }] },
];

const moderatorGroups: readonly RailGroup[] = [
  {
    links: [
      ...groups.flatMap(({ links }) => links).filter(({ kind }) => kind && moderatorWorkKinds.includes(kind)),
      dueChecks,
    ],
  },
  groups.at(-1)!,
];

/** Compares the page, the tab and the list; other parameters are filters. */
function isCurrent(path: string, location: { pathname: string; search: string }): boolean {
  const [pathname, query] = path.split('?');
  const [own, shown] = [new URLSearchParams(query), new URLSearchParams(location.search)];
  if (pathname !== location.pathname) return false;
  return parseTab(own) === parseTab(shown) && own.get('list') === shown.get('list');
}

/** `isOpen`: the counts are not loaded while a second factor is missing, because the server would reject it. */
export function ConsoleRail({ staffRole, isOpen }: { staffRole: StaffRole; isOpen: boolean }) {
  const location = useLocation();
  const counts = useQuery(workQuery, { enabled: isOpen });
  const work = counts.status === 'ready' ? counts.data : [];
  const [openedAt, setOpenedAt] = useState<string>();
  // Another page closes the menu.
  const isExpanded = openedAt === location.key;
  const total = work.reduce((sum, { count }) => sum + count, 0);
  return (
    <nav aria-label={m.admin_places()} className="border-b border-line">
      <button
        type="button"
        aria-expanded={isExpanded}
        aria-controls="console-rail"
        onClick={() => setOpenedAt(isExpanded ? undefined : location.key)}
        className={buttonClass('quiet', 'lg:hidden')}
      >
        <Icon name="menu" className="size-5" />
        {m.rail_menu()}
        {total > 0 && <span className="text-muted tabular-nums">{m.rail_waiting({ count: formatNumber(total) })}</span>}
      </button>
      <div
        id="console-rail"
        className={`flex-col gap-2 px-3 py-3 lg:flex ${isExpanded ? 'grid md:grid-cols-3' : 'hidden'}`}
      >
        {(staffRole === 'admin' ? groups : moderatorGroups).map(({ label, links }) => (
          <div key={label?.() ?? ''}>
            {label && <p className="px-2 text-sm font-semibold text-muted">{label()}</p>}
            <ul>
              {links.map((link) => (
                <RailItem
                  key={link.label()}
                  link={link}
                  isCurrent={isCurrent(link.getPath(), location)}
                  work={work.find(({ kind }) => kind === link.kind)}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

interface ItemProps {
  link: RailLink;
  isCurrent: boolean;
  work: WorkCounts[number] | undefined;
}

const RailItem = ({ link: { label, getPath }, isCurrent: isHere, work }: ItemProps) => (
  <li>
    <Link
      to={getPath()}
      aria-current={isHere ? 'page' : undefined}
      className={`flex min-h-11 items-center justify-between gap-2 rounded-control px-2 text-sm hover:bg-brand-soft lg:min-h-9 ${isHere ? 'bg-brand-soft font-semibold text-brand' : 'font-medium'}`}
    >
      {label()}
      {work && work.count > 0 && <WorkBadge work={work} />}
    </Link>
  </li>
);

/** Red with a warning sign when the promised time of an item has passed. */
function WorkBadge({ work: { count, dueAt } }: Pick<ItemProps, 'work'> & { work: WorkCounts[number] }) {
  const isOverdue = dueAt !== null && Date.parse(dueAt) < Date.now();
  const date = dueAt && formatDate(dueAt);
  const dueText = date && (isOverdue ? m.rail_overdue({ date }) : m.rail_due({ date }));
  return (
    <span
      title={dueText ?? undefined}
      className={`inline-flex min-w-6 items-center justify-center gap-1 rounded-full px-1.5 text-sm font-semibold tabular-nums ${
        isOverdue ? 'bg-flagged text-paper' : 'bg-brand-soft text-brand'
      }`}
    >
      {isOverdue && <Icon name="warning" className="size-3" />}
      <span aria-hidden="true">{formatNumber(count)}</span>
      <span className="sr-only">
        {[m.rail_waiting({ count: formatNumber(count) }), dueText].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}
