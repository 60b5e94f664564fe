import { describe, expect, it } from 'vitest';
import { aReceipt } from '../../test/makers.ts';
import { linksOf, render, textOf } from '../../test/render.tsx';
import { FiledCard } from './filed-notice.tsx';

const receipt = aReceipt({ expectedBy: '2026-03-09T10:00:00Z' });

describe('the notice of what was filed', () => {
  it('gives the number, the code, what happens next and by when, and where to follow it', () => {
    const markup = render(<FiledCard filed={{ kind: 'alert', receipt }} />);
    const text = textOf(markup);
    expect(text).toMatch(/^Your scam report has arrived Our team verifies it and decides by Mar 9, 2026\./);
    expect(text).toContain(receipt.code);
    expect(text).toContain(receipt.reference);
    expect(linksOf(markup)).toContainEqual({ text: 'Follow your report', href: '/follow' });
  });

  it('names the files that did not arrive and where to add them', () => {
    const filed = { kind: 'alert', receipt, missingFiles: ['chat.pdf', 'photo.jpg'] } as const;
    expect(textOf(render(<FiledCard filed={{ ...filed, missingFiles: [...filed.missingFiles] }} />))).toContain(
      'These files did not arrive: chat.pdf, photo.jpg. Your report is safe. You can add them with your receipt.',
    );
  });

  it('says that a link was mailed while there is no receipt', () => {
    expect(textOf(render(<FiledCard filed={{ kind: 'submission' }} />))).toContain(
      'One more step: we have mailed you a link Please open it within 24 hours.',
    );
  });
});
