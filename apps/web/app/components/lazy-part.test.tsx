import { render, screen, waitFor } from '@testing-library/react';
import { lazy, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { whenPartsAreThere } from '../lib/late-start/late-parts.ts';
import { LazyPart } from './lazy-part.tsx';

function showLatePart() {
  const code = Promise.withResolvers<{ default: ComponentType }>();
  const Part = lazy(() => code.promise);
  render(
    <LazyPart waiting="on its way">
      <Part />
    </LazyPart>,
    { onCaughtError: () => undefined },
  );
  const told = vi.fn<() => void>();
  whenPartsAreThere(told);
  return { code, told };
}

it('holds back that the page is ready for clicks until the code of its late parts is there', async () => {
  const { code, told } = showLatePart();
  expect(screen.getByText('on its way')).toBeTruthy();
  expect(told).not.toHaveBeenCalled();
  code.resolve({ default: () => <button type="button">Approve</button> });
  await screen.findByRole('button', { name: 'Approve' });
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
});

it('lets the page be ready when a late part does not arrive', async () => {
  const { code, told } = showLatePart();
  code.reject(new Error('gone'));
  await waitFor(() => expect(told).toHaveBeenCalledTimes(1));
});

it('is ready at once where nothing is late', () => {
  const told = vi.fn<() => void>();
  whenPartsAreThere(told);
  expect(told).toHaveBeenCalledTimes(1);
});
