import { PRIVATE_DATA_HEADER } from '@hakiki/contract/private-data';
import type { User } from '@hakiki/contract/accounts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderInBrowser } from '../../../test/render.tsx';
import { browserApi } from '../../lib/api/api.ts';
import { RetryDialogs } from './retry-dialog-host.tsx';

const text = 'Call her at +27 83 000 0123 in the evening.';
const markedText = (token: string) => ({
  field: 'description',
  text,
  token,
  marks: [{ kind: 'phone', start: 12, end: 27 }],
});
const makeRejection = (token: string) =>
  Response.json({ message: 'No.', code: 'PRIVATE_DATA_FOUND', privateData: [markedText(token)] }, { status: 409 });

afterEach(() => vi.unstubAllGlobals());

function publish(...responses: Response[]) {
  const sentHeaders: (string | null)[] = [];
  vi.stubGlobal('fetch', (_path: string, init: RequestInit) => {
    sentHeaders.push(new Headers(init.headers).get(PRIVATE_DATA_HEADER));
    return Promise.resolve(responses.shift());
  });
  renderInBrowser(<RetryDialogs user={{ id: 'one' } as unknown as User} />);
  return { outcome: browserApi('/api/admin/reviews/1/approve', { method: 'PUT' }), sentHeaders };
}

describe('confirming private data before publication', () => {
  it('shows the private data marked and retries the call once a moderator confirms it [FILL-06]', async () => {
    const { outcome, sentHeaders } = publish(makeRejection('t1'), makeRejection('t2'), Response.json({ ok: true }));
    for (let question = 0; question < 2; question += 1) {
      const dialog = await screen.findByRole('dialog', { name: 'Publish with these details?' });
      expect([...dialog.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
        'telephone number: +27 83 000 0123',
      ]);
      await userEvent.click(screen.getByRole('button', { name: 'Publish with these details' }));
    }
    expect((await outcome).status).toBe(200);
    expect(sentHeaders).toEqual([null, 't1', 't1, t2']);
  });

  it('does not publish the text when the moderator goes back [FILL-06]', async () => {
    const { outcome, sentHeaders } = publish(makeRejection('t1'));
    await userEvent.click(await screen.findByRole('button', { name: 'Go back' }));
    expect((await outcome).status).toBe(409);
    expect(sentHeaders).toEqual([null]);
  });
});
