import { render, screen, waitFor } from '@testing-library/react';
import { lazy, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { whenLazyPartsLoaded } from '../lib/hydration/lazy-parts.ts';
import { LazyPart } from './lazy-part.tsx';

function showLazyPart() {
  const code = Promise.withResolvers<{ default: ComponentType }>();
  const Part = lazy(() => code.promise);
  render(
    <LazyPart fallback="on its way">
      <Part />
    </LazyPart>,
    { onCaughtError: () => undefined },
  );
  const onLoaded = vi.fn<() => void>();
  whenLazyPartsLoaded(onLoaded);
  return { code, onLoaded };
}

it('delays the hydrated state of the page until the code of its lazy parts is loaded', async () => {
  const { code, onLoaded } = showLazyPart();
  expect(screen.getByText('on its way')).toBeTruthy();
  expect(onLoaded).not.toHaveBeenCalled();
  code.resolve({ default: () => <button type="button">Approve</button> });
  await screen.findByRole('button', { name: 'Approve' });
  await waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(1));
});

it('reaches the hydrated state when a lazy part cannot be loaded', async () => {
  const { code, onLoaded } = showLazyPart();
  code.reject(new Error('gone'));
  await waitFor(() => expect(onLoaded).toHaveBeenCalledTimes(1));
});

it('reaches the hydrated state at once without lazy parts', () => {
  const onLoaded = vi.fn<() => void>();
  whenLazyPartsLoaded(onLoaded);
  expect(onLoaded).toHaveBeenCalledTimes(1);
});
