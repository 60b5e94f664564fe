import type { Task } from '@hakiki/contract/tasks-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errors } from '@hakiki/contract/errors';
import { errorResponse, createFakeApi } from '../../../../test/fake-api.ts';
import { getLastToast, renderHookOnPage, stubStorage } from '../../../../test/hook-page.tsx';
import { anId } from '../../../../test/factories.ts';
import { getFieldNames, getLinks, getText, getAttributeValues } from '../../../../test/dom-queries.ts';
import { createServerContext } from '../../../../test/context.ts';
import { renderOnServer, renderPageOnServer } from '../../../../test/render.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { QueryStore } from '../../../lib/api/query-store.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { prefetch, hydrateStore } from '../../../lib/api/use-query.ts';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { AdminEmpty } from './empty.tsx';
import { AdminPagination } from './pagination.tsx';
import { AdminToolbar } from './toolbar.tsx';
import { consolePath, parsePage, parseTab } from './console-url.ts';
import { TaskProgress } from './task-progress.tsx';
import { Timeline, timelineQuery } from './timeline.tsx';
import { useOutcomeToast } from './undo.ts';

const makeTask = (overrides: Partial<Task>): Task =>
  ({ id: anId(), kind: 'export', state: 'running', done: 1200, total: 4000, problems: [], ...overrides }) as Task;

describe('shared parts of the console', () => {
  it("stores the console's state in the URL and ignores unknown values", () => {
    expect(consolePath('users', { search: 'a b', page: 2, tier: undefined, userType: '' })).toBe(
      '/admin?tab=users&search=a+b&page=2',
    );
    expect(consolePath('overview')).toBe('/admin');
    expect(parseTab(new URLSearchParams('tab=secrets'))).toBe('overview');
    expect(['0', '-4', '2.5', 'x', '7', '99999999'].map((page) => parsePage(new URLSearchParams({ page })))).toEqual([
      1, 1, 1, 1, 7, 1001,
    ]);
  });

  it('limits a dialog to 2xl width and lets it scroll [ADMIN-71]', () => {
    const page = renderOnServer(
      <AdminDialog title="Edit" onClose={() => undefined}>
        Text
      </AdminDialog>,
    );
    expect([...page.querySelector('dialog')!.classList]).toEqual(
      expect.arrayContaining(['max-w-2xl', 'overflow-y-auto']),
    );
  });

  it('keeps the other URL parameters in the toolbar, but not the page [ADMIN-28]', () => {
    const body = renderPageOnServer(
      () => <AdminToolbar searchLabel="Search" filters={[]} keptParams={{ status: 'approved', other: undefined }} />,
      { at: '/admin?tab=alerts&status=approved&page=4' },
    );
    expect(getFieldNames(body)).toEqual(['tab', 'status', 'search']);
  });

  it('limits the pages of a list, and says so', () => {
    const body = renderPageOnServer(
      () => <AdminPagination total={1_000_000} formatRange={({ from, to, total }) => `${from}-${to} of ${total}`} />,
      { at: '/admin?tab=users&page=5000' },
    );
    expect(getText(body)).toContain('10,001-10,010 of 1,000,000');
    expect(getText(body)).toContain('You can page through the first 10,010 only.');
  });

  it('links an empty page to the first page', () => {
    const body = renderPageOnServer(() => <AdminEmpty total={3} title="None" hint="Search closer" />, {
      at: '/admin?tab=users&tier=api&page=2',
    });
    expect(getLinks(body)).toEqual([{ text: 'Go to the first page', href: '/admin?tab=users&tier=api' }]);
  });

  it('shows the progress of a job, as far as it is known', () => {
    const withTotal = renderOnServer(<TaskProgress task={makeTask({})} label="Exporting" />);
    expect(getText(withTotal)).toBe('1,200 of 4,000');
    expect([...getAttributeValues(withTotal, 'value'), ...getAttributeValues(withTotal, 'max')]).toEqual([
      '1200',
      '4000',
    ]);
    expect(getText(renderOnServer(<TaskProgress task={makeTask({ total: null })} label="Exporting" />))).toBe(
      '1,200 done',
    );
  });

  it.each([
    [[], 'No decisions yet.'],
    [errorResponse(500), 'Could not load the timeline'],
  ])('shows a message for an empty or failed timeline', async (answer, sentence) => {
    const { api } = createFakeApi({ [`/api/admin/decisions?subjectId=${anId()}`]: answer });
    const store = new QueryStore(api);
    hydrateStore(store, await prefetch(createServerContext(api).context, [timelineQuery(anId())]));
    expect(getText(renderOnServer(<Timeline subjectId={anId()} />, { store }))).toContain(sentence);
  });
});

describe('undoing a decision', () => {
  beforeEach(() => stubStorage());

  it('is offered where the reply says that it can be undone, and reports when it came too late [ADMIN-70]', async () => {
    const requests: string[] = [];
    const api: Api = (path, init) => {
      requests.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json({ code: 'TOO_LATE', message: errors.TOO_LATE.message }, { status: 409 }));
    };
    const { result: toastOf } = renderHookOnPage(() => useOutcomeToast({ invalidates: ['/api/admin/fraud-alerts'] }), {
      api,
      url: '/admin',
    });
    const done = { title: 'Alert Approved' };
    expect(toastOf({}, done)).toEqual(done);
    expect(toastOf({ decisionId: anId(3), canUndo: false }, done)).toEqual(done);
    showToast(toastOf({ decisionId: anId(3), canUndo: true }, done));
    getLastToast()?.action?.run();
    await vi.waitFor(() => expect(getLastToast()).toMatchObject({ title: 'Could not undo', isDestructive: true }));
    expect(getLastToast()?.description).toBe('It is too late to undo this.');
    expect(requests).toEqual([`POST /api/admin/decisions/${anId(3)}/undo`]);
  });
});
