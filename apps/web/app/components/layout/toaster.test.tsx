import { toastTiming } from '@hakiki/contract/limits';
import { expect, it } from 'vitest';
import { render, valuesOf } from '../../../test/render.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { Toaster } from './toaster.tsx';

it('is a live region named after its key, no wider than the limit [TOAST-06] [TOAST-07]', () => {
  const markup = render(<Toaster />);
  expect(valuesOf(markup, 'aria-label')).toEqual(['Notifications (F8)']);
  expect(valuesOf(markup, 'aria-live')).toEqual(['polite']);
  expect(markup).toContain(`max-w-[${toastTiming.maxWidthPx}px]`);
});

it('never puts one person’s toast into a page that everyone gets', () => {
  showToast({ title: 'Only for you' });
  expect(render(<Toaster />)).not.toContain('Only for you');
});
