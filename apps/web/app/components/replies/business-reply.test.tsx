import { expect, it } from 'vitest';
import { setTestLanguage } from '../../../test/context.ts';
import { aReport } from '../../../test/factories.ts';
import { getText } from '../../../test/dom-queries.ts';
import { renderOnServer } from '../../../test/render.tsx';
import { ReportCard } from '../alerts/report-card.tsx';
import { BusinessReply } from './business-reply.tsx';

const reply = { text: '<b>Paid</b> on Monday.', language: 'en' as const, repliedAt: '2026-11-01T10:00:00Z' };

it("shows the reply as plain text, marked as the business's own words, with its date [REPLY-02]", () => {
  const shown = renderOnServer(<BusinessReply reply={reply} />);
  expect(getText(shown)).toBe(
    'Reply from the business Nov 1, 2026 <b>Paid</b> on Monday. The business wrote this. We have not checked it, and it does not change our verdict.',
  );
  expect(shown.querySelector('b')).toBeNull();
  setTestLanguage('fr');
  const french = renderOnServer(<BusinessReply reply={reply} />);
  expect(getText(french)).toContain('Réponse de l’entreprise 1 nov. 2026');
  expect(french.querySelector('blockquote')?.lang).toBe('en');
});

it('shows the reply on the card of a report, after the report [REPLY-02]', () => {
  const page = renderOnServer(<ReportCard item={aReport({ reply })} isMember />);
  expect(getText(page)).toMatch(/Nothing has been paid out since May\..*Reply from the business/);
  expect(getText(renderOnServer(<ReportCard item={aReport()} isMember />))).not.toContain('Reply from the business');
});
