import { act, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aReceipt } from '../../../test/factories.ts';
import { getLinks, getText, getAttributeValues } from '../../../test/dom-queries.ts';
import { setTestLanguage } from '../../../test/context.ts';
import { renderInBrowser } from '../../../test/render.tsx';
import { stubStorage } from '../../../test/hook-page.tsx';
import { noticeFlags } from '../../lib/filings/notice-flags.ts';
import { addFiledNotice, confirmFiledNotice } from '../../lib/filings/filed-notices.ts';
import { FiledCard, FiledNotice } from './filed-notice.tsx';

const receipt = aReceipt({ expectedBy: '2026-03-09T10:00:00Z' });
const stepsOf = (page: HTMLElement) =>
  within(page.querySelector<HTMLElement>('ol')!).queryAllByRole('listitem').map(getText);

describe('the notice of what was filed', () => {
  it('shows what arrived, what happens next and by when, and the receipt [WARN-12] [SCAM-21]', () => {
    const page = renderInBrowser(<FiledCard filed={{ kind: 'alert', receipt }} />);
    expect(getText(within(page).getAllByRole('heading', { level: 2 })[0]!)).toBe('Report received');
    expect(stepsOf(page)).toEqual([
      'Our team verifies your report, typically within 24-48 hours. Until then only you and our team can see it.',
      'If they confirm it, it becomes a public alert that warns others. Your name is not in it.',
      'If we have a question, you find it where you follow your report, and later the decision too.',
    ]);
    const text = getText(page);
    for (const expectedText of [
      // Wraps between its groups only.
      receipt.code.replaceAll('-', '- '),
      receipt.reference,
      'Copy',
      'Decision by Mar 9, 2026',
      'You sent no files.',
    ])
      expect(text).toContain(expectedText);
    expect(getLinks(page)).toEqual([
      { text: 'Lost money just now? What to do in the first hour', href: '/first-hour' },
    ]);
  });

  it('opens the report with the receipt filled in, and puts the code into no URL [WARN-12] [DEC-18]', () => {
    const page = renderInBrowser(<FiledCard filed={{ kind: 'alert', receipt }} />);
    const form = page.querySelector('form')!;
    expect([form.getAttribute('method'), form.getAttribute('action')]).toEqual(['post', '/follow']);
    expect([...new FormData(form)]).toEqual([
      ['form', 'look-up'],
      ['receipt', receipt.code],
    ]);
    expect(within(form).queryAllByRole('button').map(getText)).toEqual(['Follow your report']);
    expect(getAttributeValues(page, 'href').join(' ')).not.toContain(receipt.code.slice(0, 4));
  });

  it.each([
    ['report', 'Report received', 'Our team looks into it, typically within 24-48 hours.'],
    ['submission', 'Submission received', 'Your submission will be reviewed within 3-5 business days.'],
  ] as const)('shows the waiting times of a %s [WARN-12] [SUBMIT-22]', (kind, title, step) => {
    const page = renderInBrowser(<FiledCard filed={{ kind, receipt }} />);
    expect(getText(within(page).getAllByRole('heading', { level: 2 })[0]!)).toBe(title);
    expect(stepsOf(page)[0]).toBe(step);
    expect(getText(page)).not.toContain('You sent no files');
  });

  it('lists the files that arrived, and says where to add the missing ones [WARN-12]', () => {
    const filed = { kind: 'alert' as const, receipt, files: ['slip.png'], missingFiles: ['chat.pdf', 'photo.jpg'] };
    const text = getText(renderInBrowser(<FiledCard filed={filed} />));
    expect(text).toContain('Files received slip.png');
    expect(text).toContain('These files could not be added: chat.pdf, photo.jpg. Your report is safe.');
  });

  it('shows inside the receipt that files are being sent, never that none were sent [WARN-12] [DEC-89]', () => {
    stubStorage();
    noticeFlags.set('outbox', true);
    const filed = { kind: 'alert' as const, receipt, files: ['slip.png'], pendingFiles: ['chat.pdf', 'photo.jpg'] };
    const page = renderInBrowser(<FiledCard filed={filed} />);
    const card = page.querySelector<HTMLElement>('section section')!;
    expect(getText(card)).toContain('Files still being sent: 2');
    expect(getText(card)).toContain('Files received slip.png');
    expect(getText(page)).not.toContain('no files');
    act(() => noticeFlags.set('outbox', false));
    expect(getText(renderInBrowser(<FiledCard filed={filed} />))).toContain('Not all files were confirmed.');
  });

  it('hides the receipt code on other pages than the one where the form led, and leads to it [WARN-12]', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt });
    confirmFiledNotice({ kind: 'alert', receipt }, '/dashboard');
    expect(getText(renderInBrowser(<FiledNotice />, { at: '/dashboard' }))).toContain('Save this code now');
    const page = renderInBrowser(<FiledNotice />, { at: '/safety' });
    expect(getText(page)).toBe(
      `Report received ${receipt.reference}: have you saved your receipt code? Show my receipt`,
    );
    expect(page.innerHTML).not.toContain(receipt.code);
    expect(getLinks(page)).toEqual([{ text: 'Show my receipt', href: '/follow' }]);
  });

  it('hides the code of a report that was sent later, but says that files are missing [WARN-12] [DEC-89]', () => {
    stubStorage();
    addFiledNotice({ kind: 'alert', receipt, isLasting: true, missingFiles: ['chat.pdf'] });
    const page = renderInBrowser(<FiledNotice />, { at: '/safety' });
    expect(getText(page)).toContain('These files could not be added: chat.pdf.');
    expect(page.innerHTML).not.toContain(receipt.code);
  });

  it('shows that a link was emailed while there is no receipt', () => {
    expect(getText(renderInBrowser(<FiledCard filed={{ kind: 'submission' }} />))).toContain(
      'One more step: we have emailed you a link Please open it within 24 hours.',
    );
  });

  it('shows the next steps in French', () => {
    setTestLanguage('fr');
    expect(stepsOf(renderInBrowser(<FiledCard filed={{ kind: 'report', receipt }} />))[0]).toBe(
      'Notre équipe l’examine, en général sous 24 à 48 heures.',
    );
  });
});
