import { describe, expect, it } from 'vitest';
import { useDevice } from '../../../test/browser.tsx';
import { aReceipt } from '../../../test/makers.ts';
import { closeFiled, filedStore, noteFiled, takeNews } from './filed.ts';

const receipt = aReceipt();

describe('the notice of a filed report', () => {
  it('stores the notice in this tab until its sender closes it', () => {
    useDevice();
    noteFiled({ kind: 'alert', receipt });
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt }]);
    expect(sessionStorage.getItem('filed')).toContain(receipt.code);
    expect(localStorage.length).toBe(0);
    closeFiled(filedStore.current()[0]!);
    expect([filedStore.current(), sessionStorage.length]).toEqual([[], 0]);
  });

  it('stores the notice on the device when it was sent from the outbox', () => {
    useDevice();
    noteFiled({ kind: 'alert', receipt, isLasting: true });
    expect(localStorage.getItem('filed')).toContain(receipt.code);
    expect(sessionStorage.length).toBe(0);
  });

  it('shows one notice per filing, with the newest details', () => {
    useDevice();
    noteFiled({ kind: 'alert', receipt });
    noteFiled({ kind: 'alert', receipt, missingFiles: ['chat.pdf'] });
    noteFiled({ kind: 'alert', receipt: aReceipt({ code: 'ANOTHER' }) });
    expect(filedStore.current().map(({ missingFiles }) => missingFiles)).toEqual([undefined, ['chat.pdf']]);
  });

  it('takes the focus once after filing on this page, and never after sending from the outbox [WARN-12]', () => {
    useDevice();
    noteFiled({ kind: 'alert', receipt });
    const [filed] = filedStore.current();
    expect([takeNews({ kind: 'report', receipt }), takeNews(filed!), takeNews(filed!)]).toEqual([false, true, false]);
    noteFiled({ kind: 'submission', receipt, isLasting: true });
    expect(takeNews(filedStore.current()[0]!)).toBe(false);
  });

  it('notifies subscribers, and is empty on the server', () => {
    useDevice();
    let told = 0;
    const stop = filedStore.subscribe(() => (told += 1));
    noteFiled({ kind: 'report', receipt });
    stop();
    noteFiled({ kind: 'submission', receipt });
    expect(told).toBe(1);
    expect(filedStore.onServer()).toEqual([]);
  });
});
