/** Cleans up after each test: rendered elements, toasts, notices and storage. */
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { closeFiledNotice, filedStore } from '../app/lib/filings/filed-notices.ts';
import { dismissToast, toastStore } from '../app/lib/browser/toast.ts';

// Makes React warn about updates that no test waited for.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

afterEach(() => {
  cleanup();
  for (const filed of filedStore.current()) closeFiledNotice(filed);
  for (const { id } of toastStore.current()) dismissToast(id);
  localStorage.clear();
  sessionStorage.clear();
});
