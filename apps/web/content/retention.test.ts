import { retention, type RetentionKind } from '@hakiki/contract/retention';
import { type Language, languages } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { infoPage } from './index.ts';

/** How the English notice says each of them; the number is that of the table, by which the jobs go. */
const expectedSentences: Record<RetentionKind, (days: number) => string> = {
  contact: (days) => `Contact details in a report, and whose account sent it: ${days} days after our decision.`,
  undecidedContact: (days) => `Without one: ${days} days.`,
  evidence: (days) => `Evidence and details: ${days} days after our decision, or until an appeal ends.`,
  receipts: (days) => `A receipt: ${days} days after our decision.`,
  messages: (days) => `Messages to us: ${days} days.`,
  refusedReplies: (days) => `Refused replies: ${days} days.`,
  maskedWords: (days) => `Masked words: ${days} days.`,
  sessions: (days) => `Open sign-ins: ${days} days.`,
  signIns: (days) => `Their record: ${days} days.`,
  limits: (days) => `Counts against abuse: ${days} day.`,
  repeats: (days) => `Marks of repeated sends: ${days} days.`,
  unconfirmed: (days) => `Unconfirmed forms: ${days} day.`,
  invitations: (days) => `Invitations to colleagues: ${days} days.`,
  letters: (days) => `Queued emails: ${days} days.`,
  paymentNotices: (days) => `Notices of the payment company: ${days} days.`,
  webhookDeliveries: (days) => `Sends to your webhooks: ${days} days.`,
  apiUsage: (days) => `API calls, summed: ${days} days.`,
};
const kinds = Object.keys(retention) as RetentionKind[];

function listLines(language: Language): string[] {
  const section = infoPage(language, 'privacy').sections.find(({ id }) => id === 'how-long');
  return section?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])) ?? [];
}

const listNumbers = (line: string): number[] => (line.match(/\d+/g) ?? []).map(Number);

describe('the privacy notice', () => {
  it('says of each kind of personal data the days after which a job ends it, and no other number [SAFE-05]', () => {
    const lines = listLines('en');
    for (const kind of kinds) {
      const sentence = expectedSentences[kind](retention[kind].days);
      expect(
        lines.filter((line) => line.includes(sentence)),
        kind,
      ).toHaveLength(1);
    }
    const byLength = (one: number, other: number) => one - other;
    expect(lines.flatMap(listNumbers).toSorted(byLength)).toEqual(
      kinds.map((kind) => retention[kind].days).toSorted(byLength),
    );
  });

  it.each(languages)('names the same days in the same lines in %s [SAFE-05]', (language) => {
    expect(listLines(language).map(listNumbers)).toEqual(listLines('en').map(listNumbers));
  });
});
