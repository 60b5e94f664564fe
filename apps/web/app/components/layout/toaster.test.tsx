import { toastTiming } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { textOf } from '../../../test/reading.ts';
import { served, show } from '../../../test/show.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { Toaster } from './toaster.tsx';

it('is a live region named after its hotkey, no wider than the limit [TOAST-06] [TOAST-07]', () => {
  const page = show(<Toaster />);
  const region = within(page).getByRole('region', { name: 'Notifications (F8)' });
  expect(region.querySelector('[aria-live="polite"]')).not.toBeNull();
  expect(region.className).toContain(`max-w-[${toastTiming.maxWidthPx}px]`);
});

it('never renders a person’s toast into a page on the server', () => {
  showToast({ title: 'Only for you' });
  expect(textOf(served(<Toaster />))).not.toContain('Only for you');
  expect(textOf(show(<Toaster />))).toContain('Only for you');
});
