import { beforeEach, describe, expect, it } from 'vitest';
import { stubStorage } from '../../../test/hook-page.tsx';
import { aReceipt } from '../../../test/factories.ts';
import { closeFiledNotice, filedStore, addFiledNotice, takeFocusOnce } from './filed-notices.ts';

const receipt = aReceipt();

// Files share the store, and another one may have left a notice.
beforeEach(() => {
  stubStorage();
  for (const filed of filedStore.current()) closeFiledNotice(filed);
});

describe('the notice of a filed report', () => {
  it('stores the notice in this tab until its sender closes it', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt });
    expect(filedStore.current()).toEqual([{ kind: 'alert', receipt }]);
    expect(sessionStorage.getItem('filed')).toContain(receipt.code);
    expect(localStorage.length).toBe(0);
    closeFiledNotice(filedStore.current()[0]!);
    expect([filedStore.current(), sessionStorage.length]).toEqual([[], 0]);
  });

  it('stores the notice on the device when it was sent from the outbox', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt, isLasting: true });
    expect(localStorage.getItem('filed')).toContain(receipt.code);
    expect(sessionStorage.length).toBe(0);
  });

  it('shows one notice per filing, with the newest details', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt });
    addFiledNotice({ kind: 'alert', receipt, missingFiles: ['chat.pdf'] });
    addFiledNotice({ kind: 'alert', receipt: aReceipt({ code: 'ANOTHER' }) });
    expect(filedStore.current().map(({ missingFiles }) => missingFiles)).toEqual([undefined, ['chat.pdf']]);
  });

  it('takes the focus once after filing on this page, and never after sending from the outbox [WARN-12]', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt });
    const [filed] = filedStore.current();
    expect([takeFocusOnce({ kind: 'report', receipt }), takeFocusOnce(filed!), takeFocusOnce(filed!)]).toEqual([
      false,
      true,
      false,
    ]);
    addFiledNotice({ kind: 'submission', receipt, isLasting: true });
    expect(takeFocusOnce(filedStore.current()[0]!)).toBe(false);
  });

  it('notifies subscribers, and is empty on the server', () => {
    stubStorage();
    let notifications = 0;
    const stop = filedStore.subscribe(() => (notifications += 1));
    addFiledNotice({ kind: 'report', receipt });
    stop();
    addFiledNotice({ kind: 'submission', receipt });
    expect(notifications).toBe(1);
    expect(filedStore.getServerSnapshot()).toEqual([]);
  });
});
