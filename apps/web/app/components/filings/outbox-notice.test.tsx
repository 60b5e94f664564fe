import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../../test/reading.ts';
import { speaking } from '../../../test/context.ts';
import { show } from '../../../test/show.tsx';
import type { Kept } from '../../lib/filings/outbox.ts';
import { m } from '../../paraglide/messages.js';
import { WaitingItem } from './outbox-notice.tsx';

const waiting: Kept = {
  key: 'first',
  kind: 'alert',
  page: '/report-scam',
  draft: 'scam',
  values: {},
  body: {},
  files: [],
  keptAt: 1,
};
const buttonsOf = (kept: Kept) =>
  within(show(<WaitingItem kept={kept} />))
    .queryAllByRole('button')
    .map(textOf);

describe('the outbox notice', () => {
  it('shows that a report is in the outbox, and can delete it', () => {
    expect(textOf(show(<WaitingItem kept={waiting} />))).toContain(
      'Your scam report is waiting on this phone It is sent once, when Hakiki is open and you are online.',
    );
    expect(buttonsOf(waiting)).toEqual(['Delete it']);
  });

  it('offers no deletion once the report has arrived and only its files are left', () => {
    expect(buttonsOf({ ...waiting, receipt: { reference: 'HK-1', code: 'X', expectedBy: '2026-03-09' } })).toEqual([]);
  });

  it('shows why a report was rejected, in the reader’s language, and opens the form again', () => {
    const refused: Kept = { ...waiting, refusal: { code: 'INVALID_INPUT', message: 'In the words of the server.' } };
    expect(textOf(show(<WaitingItem kept={refused} />))).toContain(
      'Your scam report was not accepted Please check what you entered.',
    );
    expect(buttonsOf(refused)).toEqual(['Open the form with what you typed', 'Delete it']);
    speaking('fr');
    expect(textOf(show(<WaitingItem kept={refused} />))).toContain('Veuillez vérifier votre saisie.');
    const unknown = { ...waiting, refusal: { code: undefined, message: 'In the words of the server.' } };
    expect(textOf(show(<WaitingItem kept={unknown} />))).toContain('In the words of the server.');
    const silent = { ...waiting, refusal: { code: undefined, message: undefined } };
    expect(textOf(show(<WaitingItem kept={silent} />))).toContain(m.outbox_refused_text());
  });
});
