import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { getText } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import type { OutboxItem } from '../../lib/filings/outbox.ts';
import { m } from '../../paraglide/messages.js';
import { OutboxItemView } from './outbox-notice.tsx';

const pendingItem: OutboxItem = {
  key: 'first',
  kind: 'alert',
  page: '/report-scam',
  draft: 'scam',
  values: {},
  body: {},
  files: [],
  keptAt: 1,
};
const getButtonTexts = (kept: OutboxItem) =>
  within(renderInBrowser(<OutboxItemView kept={kept} />))
    .queryAllByRole('button')
    .map(getText);

describe('the outbox notice', () => {
  it('shows that a report is in the outbox, and can delete it', () => {
    expect(getText(renderInBrowser(<OutboxItemView kept={pendingItem} />))).toContain(
      'Your scam report is waiting on this phone It is sent once, when Hakiki is open and you are online.',
    );
    expect(getButtonTexts(pendingItem)).toEqual(['Delete it']);
  });

  it('says that files are being sent once the report has arrived, and offers no deletion [DEC-89]', () => {
    const receipt = { reference: 'HK-1', code: 'X', expectedBy: '2026-03-09' };
    const files = [new File(['x'], 'chat.pdf'), new File(['x'], 'photo.jpg')];
    expect(getButtonTexts({ ...pendingItem, receipt, files })).toEqual([]);
    const text = getText(renderInBrowser(<OutboxItemView kept={{ ...pendingItem, receipt, files }} />));
    expect(text).toContain('HK-1: Files still being sent: 2');
  });

  it('shows why a report was rejected, in the user’s language, and opens the form again', () => {
    const rejected: OutboxItem = {
      ...pendingItem,
      refusal: { code: 'INVALID_INPUT', message: 'In the words of the server.' },
    };
    expect(getText(renderInBrowser(<OutboxItemView kept={rejected} />))).toContain(
      'Your scam report was not accepted Please check what you entered.',
    );
    expect(getButtonTexts(rejected)).toEqual(['Open the form with what you typed', 'Delete it']);
    setTestLanguage('fr');
    expect(getText(renderInBrowser(<OutboxItemView kept={rejected} />))).toContain('Veuillez vérifier votre saisie.');
    const unknown = { ...pendingItem, refusal: { code: undefined, message: 'In the words of the server.' } };
    expect(getText(renderInBrowser(<OutboxItemView kept={unknown} />))).toContain('In the words of the server.');
    const unexplained = { ...pendingItem, refusal: { code: undefined, message: undefined } };
    expect(getText(renderInBrowser(<OutboxItemView kept={unexplained} />))).toContain(m.outbox_refused_text());
  });
});
