import { retention, type RetentionKind } from '@hakiki/contract/retention';
import { type Language, languages } from '@hakiki/contract/site';
import { describe, expect, it } from 'vitest';
import { infoPage } from './index.ts';

/** How the notice says each of them; the number is that of the table, by which the jobs go. */
const expectedSentences: Record<Language, Record<RetentionKind, (days: number) => string>> = {
  en: {
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
  },
  fr: {
    contact: (days) => `Coordonnées d’un signalement et compte d’où il vient : ${days} jours après notre décision.`,
    undecidedContact: (days) => `Sans décision : ${days} jours.`,
    evidence: (days) => `Preuves et précisions : ${days} jours après notre décision, ou jusqu’à la fin d’un recours.`,
    receipts: (days) => `Reçu : ${days} jours après notre décision.`,
    messages: (days) => `Messages reçus : ${days} jours.`,
    refusedReplies: (days) => `Réponses refusées : ${days} jours.`,
    maskedWords: (days) => `Mots masqués : ${days} jours.`,
    sessions: (days) => `Connexions ouvertes : ${days} jours.`,
    signIns: (days) => `Leur trace : ${days} jours.`,
    limits: (days) => `Comptages contre les abus : ${days} jour.`,
    repeats: (days) => `Marques d’envois répétés : ${days} jours.`,
    unconfirmed: (days) => `Formulaires non confirmés : ${days} jour.`,
    invitations: (days) => `Invitations de collègues : ${days} jours.`,
    letters: (days) => `E-mails en file : ${days} jours.`,
    paymentNotices: (days) => `Avis de la société de paiement : ${days} jours.`,
    webhookDeliveries: (days) => `Envois à vos webhooks : ${days} jours.`,
    apiUsage: (days) => `Appels API, additionnés : ${days} jours.`,
  },
};
const kinds = Object.keys(retention) as RetentionKind[];

describe.each(languages)('the privacy notice (%s)', (language) => {
  const section = infoPage(language, 'privacy').sections.find(({ id }) => id === 'how-long');
  const lines = section?.blocks.flatMap((block) => (block.kind === 'list' ? block.items : [])) ?? [];

  it('says of each kind of personal data the days after which a job ends it, and no other number [SAFE-05]', () => {
    for (const kind of kinds) {
      const sentence = expectedSentences[language][kind](retention[kind].days);
      expect(
        lines.filter((line) => line.includes(sentence)),
        kind,
      ).toHaveLength(1);
    }
    const numbers = lines.flatMap((line) => line.match(/\d+/g) ?? []).map(Number);
    const byLength = (one: number, other: number) => one - other;
    expect(numbers.toSorted(byLength)).toEqual(kinds.map((kind) => retention[kind].days).toSorted(byLength));
  });
});
