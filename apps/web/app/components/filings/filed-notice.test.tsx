import { describe, expect, it } from 'vitest';
import { aReceipt } from '../../../test/makers.ts';
import { attributeOf, elementsOf, linksOf, render, speaking, textOf, valuesOf } from '../../../test/render.tsx';
import { FiledCard } from './filed-notice.tsx';

const receipt = aReceipt({ expectedBy: '2026-03-09T10:00:00Z' });
const stepsOf = (markup: string) => elementsOf(/<ol.*?<\/ol>/s.exec(markup)?.[0] ?? '', 'li').map(({ text }) => text);

describe('the notice of what was filed', () => {
  it('says what arrived, what happens next and by when, and gives the receipt [WARN-12] [SCAM-21]', () => {
    const markup = render(<FiledCard filed={{ kind: 'alert', receipt }} />);
    expect(elementsOf(markup, 'h2')[0]?.text).toBe('Your scam report has arrived');
    expect(stepsOf(markup)).toEqual([
      'Our team verifies your report, typically within 24-48 hours. Until then only you and our team can see it.',
      'If they confirm it, it becomes a public alert that warns others. Your name is not in it.',
      'If we have a question, we ask it where you follow it. You find the decision there too.',
    ]);
    const text = textOf(markup);
    for (const told of [receipt.code, receipt.reference, 'Copy', 'No files were sent.']) expect(text).toContain(told);
    expect(linksOf(markup)).toEqual([
      { text: 'Lost money just now? What to do in the first hour', href: '/first-hour' },
    ]);
  });

  it('opens the report with the receipt filled in, and puts the code into no address [WARN-12] [DEC-18]', () => {
    const markup = render(<FiledCard filed={{ kind: 'alert', receipt }} />);
    const [form = ''] = /<form.*?<\/form>/s.exec(markup) ?? [];
    expect([attributeOf(form, 'method'), attributeOf(form, 'action')]).toEqual(['post', '/follow']);
    const fields = [...form.matchAll(/<input[^>]*>/g)].map(([tag]) => [
      attributeOf(tag, 'name'),
      attributeOf(tag, 'value'),
    ]);
    expect(fields).toEqual([
      ['form', 'look-up'],
      ['receipt', receipt.code],
    ]);
    expect(elementsOf(form, 'button').map(({ text }) => text)).toEqual(['Follow your report']);
    expect(valuesOf(markup, 'href').join(' ')).not.toContain(receipt.code.slice(0, 4));
  });

  it.each([
    ['report', 'Your issue report has arrived', 'Our team looks into it, typically within 24-48 hours.'],
    ['submission', 'Your submission has arrived', 'Your submission will be reviewed within 3-5 business days.'],
  ] as const)('tells the times of a %s [WARN-12] [SUBMIT-22]', (kind, title, step) => {
    const markup = render(<FiledCard filed={{ kind, receipt }} />);
    expect(elementsOf(markup, 'h2')[0]?.text).toBe(title);
    expect(stepsOf(markup)[0]).toBe(step);
    expect(textOf(markup)).not.toContain('No files were sent');
  });

  it('lists the files that arrived, and those that did not with where to add them [WARN-12]', () => {
    const filed = { kind: 'alert' as const, receipt, files: ['slip.png'], missingFiles: ['chat.pdf', 'photo.jpg'] };
    const text = textOf(render(<FiledCard filed={filed} />));
    expect(text).toContain('Files we received slip.png');
    expect(text).toContain(
      'These files did not arrive: chat.pdf, photo.jpg. Your report is safe. You can add them with your receipt.',
    );
  });

  it('says that a link was mailed while there is no receipt', () => {
    expect(textOf(render(<FiledCard filed={{ kind: 'submission' }} />))).toContain(
      'One more step: we have mailed you a link Please open it within 24 hours.',
    );
  });

  it('speaks French', () => {
    speaking('fr');
    expect(stepsOf(render(<FiledCard filed={{ kind: 'report', receipt }} />))[0]).toBe(
      'Notre équipe l’examine, en général sous 24 à 48 heures.',
    );
  });
});
