import type { Task } from '@hakiki/contract/tasks-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { errors } from '@hakiki/contract/errors';
import { failing, knowing } from '../../../../test/answers.ts';
import { lastToast, onPage, useDevice } from '../../../../test/browser.tsx';
import { anId } from '../../../../test/makers.ts';
import { fieldsOf, linksOf, textOf, valuesOf } from '../../../../test/reading.ts';
import { serverContext } from '../../../../test/context.ts';
import { served, servedPage } from '../../../../test/show.tsx';
import type { Api } from '../../../lib/api/api.ts';
import { ReadStore } from '../../../lib/api/read-store.ts';
import { showToast } from '../../../lib/browser/toast.ts';
import { prefetch, receive } from '../../../lib/api/use-read.ts';
import { AdminDialog } from '../../../components/staff/dialog.tsx';
import { AdminEmpty } from './empty.tsx';
import { AdminPagination } from './pagination.tsx';
import { AdminToolbar } from './toolbar.tsx';
import { consolePath, parsePage, parseTab } from './address.ts';
import { TaskProgress } from './task-progress.tsx';
import { Timeline } from './timeline.tsx';
import { timelineOf } from './timeline-read.ts';
import { useOutcomeToast } from './undo.ts';

const aTask = (given: Partial<Task>): Task =>
  ({ id: anId(), kind: 'export', state: 'running', done: 1200, total: 4000, problems: [], ...given }) as Task;

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
    const page = served(
      <AdminDialog title="Edit" onClose={() => undefined}>
        Text
      </AdminDialog>,
    );
    expect([...page.querySelector('dialog')!.classList]).toEqual(
      expect.arrayContaining(['max-w-2xl', 'overflow-y-auto']),
    );
  });

  it('keeps the other URL parameters in the toolbar, but not the page [ADMIN-28]', () => {
    const body = servedPage(
      () => <AdminToolbar searchLabel="Search" filters={[]} kept={{ status: 'approved', other: undefined }} />,
      { at: '/admin?tab=alerts&status=approved&page=4' },
    );
    expect(fieldsOf(body)).toEqual(['tab', 'status', 'search']);
  });

  it('limits the pages of a list, and says so', () => {
    const body = servedPage(
      () => <AdminPagination total={1_000_000} showing={({ from, to, total }) => `${from}-${to} of ${total}`} />,
      { at: '/admin?tab=users&page=5000' },
    );
    expect(textOf(body)).toContain('10,001-10,010 of 1,000,000');
    expect(textOf(body)).toContain('You can page through the first 10,010 only.');
  });

  it('links an empty page to the first page', () => {
    const body = servedPage(() => <AdminEmpty total={3} title="None" hint="Search closer" />, {
      at: '/admin?tab=users&tier=api&page=2',
    });
    expect(linksOf(body)).toEqual([{ text: 'Go to the first page', href: '/admin?tab=users&tier=api' }]);
  });

  it('shows the progress of a job, as far as it is known', () => {
    const known = served(<TaskProgress task={aTask({})} label="Exporting" />);
    expect(textOf(known)).toBe('1,200 of 4,000');
    expect([...valuesOf(known, 'value'), ...valuesOf(known, 'max')]).toEqual(['1200', '4000']);
    expect(textOf(served(<TaskProgress task={aTask({ total: null })} label="Exporting" />))).toBe('1,200 done');
  });

  it.each([
    [[], 'No decisions yet.'],
    [failing(500), 'Could not load the timeline'],
  ])('shows a message for an empty or failed timeline', async (answer, sentence) => {
    const { api } = knowing({ [`/api/admin/decisions?subjectId=${anId()}`]: answer });
    const store = new ReadStore(api);
    receive(store, await prefetch(serverContext(api).context, [timelineOf(anId())]));
    expect(textOf(served(<Timeline subjectId={anId()} />, { store }))).toContain(sentence);
  });
});

describe('undoing a decision', () => {
  beforeEach(() => useDevice());

  it('is offered where the reply says that it can be undone, and reports when it came too late [ADMIN-70]', async () => {
    const requests: string[] = [];
    const api: Api = (path, init) => {
      requests.push(`${init?.method} ${path}`);
      return Promise.resolve(Response.json({ code: 'TOO_LATE', message: errors.TOO_LATE.message }, { status: 409 }));
    };
    const { hooked: toastOf } = onPage(() => useOutcomeToast({ outdates: ['/api/admin/fraud-alerts'] }), {
      api,
      at: '/admin',
    });
    const done = { title: 'Alert Approved' };
    expect(toastOf({}, done)).toEqual(done);
    expect(toastOf({ decisionId: anId(3), canUndo: false }, done)).toEqual(done);
    showToast(toastOf({ decisionId: anId(3), canUndo: true }, done));
    lastToast()?.action?.run();
    await vi.waitFor(() => expect(lastToast()).toMatchObject({ title: 'Could not undo', isDestructive: true }));
    expect(lastToast()?.description).toBe('It is too late to undo this.');
    expect(requests).toEqual([`POST /api/admin/decisions/${anId(3)}/undo`]);
  });
});
