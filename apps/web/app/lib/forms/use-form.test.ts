import { describe, expect, it, vi } from 'vitest';
import type { Form } from './forms.ts';
import { createLazyProofOfWork } from './lazy-proof-of-work.ts';
import { createLazyForm } from './use-form.ts';

const failure = { title: () => 'Submission Failed', fallback: () => 'Please try again.' };
const at = new URL('http://site.example/report-scam');
const send = () => Promise.reject(new Error('Unexpected request.'));

describe('a form whose code is loaded on focus', () => {
  it('loads the form on the first focus and then submits it', async () => {
    const form: Form<unknown> = {
      name: 'scam',
      submit: () => Promise.resolve({ status: 'led', next: '/dashboard' }),
    };
    const load = vi.fn<() => Promise<Form<unknown>>>(() => Promise.resolve(form));
    const lazyForm = createLazyForm('scam', load, failure);
    expect(load).not.toHaveBeenCalled();
    expect(await lazyForm.prepare()).toBe(true);
    expect(load).toHaveBeenCalledTimes(1);
    expect(await lazyForm.submit({}, at, send)).toEqual({ status: 'led', next: '/dashboard' });
  });

  it('keeps the typed values when the code cannot be loaded, and shows an error', async () => {
    const lazyForm = createLazyForm('scam', () => Promise.reject(new Error('No line.')), failure);
    expect(await lazyForm.prepare()).toBe(false);
    expect(await lazyForm.submit({ title: 'Double your coins' }, at, send)).toEqual({
      status: 'refused',
      httpStatus: 503,
      refusal: {
        form: 'scam',
        fields: {},
        notice: { title: 'Submission Failed', text: 'Please try again.' },
        typed: { title: 'Double your coins' },
      },
    });
  });
});

it('starts the proof of work of a lazy form on its first focus, and prepares the form', async () => {
  const requests: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path);
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  const prepare = vi.fn<() => void>();
  const work = createLazyProofOfWork(prepare);
  expect(requests).toEqual([]);
  work.onFocus();
  expect(prepare).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(requests).toEqual(['/api/proof-of-work']));
  expect(await work.proof()).toBeUndefined();
  vi.unstubAllGlobals();
});
