import { toastTiming } from '@hakiki/contract/limits';
import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer, renderInBrowser } from '../../../test/render.tsx';
import { showToast } from '../../lib/browser/toast.ts';
import { Toaster } from './toaster.tsx';

it('is a live region named after its hotkey, no wider than the limit [TOAST-06] [TOAST-07]', () => {
  const page = renderInBrowser(<Toaster />);
  const region = within(page).getByRole('region', { name: 'Notifications (F8)' });
  expect(region.querySelector('[aria-live="polite"]')).not.toBeNull();
  expect(region.className).toContain(`max-w-[${toastTiming.maxWidthPx}px]`);
});

it('never renders a person’s toast into a page on the server', () => {
  showToast({ title: 'Only for you' });
  expect(getText(renderOnServer(<Toaster />))).not.toContain('Only for you');
  expect(getText(renderInBrowser(<Toaster />))).toContain('Only for you');
});
