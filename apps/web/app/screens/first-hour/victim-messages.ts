/** Messages that are ready to send, in the languages that banks, police and offices of the continent read. */
import type { Language } from '../../lib/language/language.ts';
import type { EvidencePack } from './evidence-pack-data.ts';

export const recipients = ['bank', 'operator', 'exchange', 'police', 'regulator'] as const;
export type Recipient = (typeof recipients)[number];

interface Words {
  greeting: string;
  subject: string;
  asks: Record<Recipient, string>;
  payment: (payment: EvidencePack['payments'][number]) => string;
  receiver: (addresses: string) => string;
  police: (reference: string) => string;
  closing: string;
}

const words = {
  en: {
    greeting: 'Dear Sir or Madam,',
    subject: 'Fraud: urgent request',
    asks: {
      bank: 'I was deceived into the payments below. Please recall them, ask the receiving bank to hold the money, and lock my account until we have spoken.',
      operator:
        'I was deceived into the payments below. Please hold the money in the receiving wallet, reverse them, and block the receiving number.',
      exchange:
        'Coins of mine were stolen by fraud and sent to the addresses below. Please freeze what can be frozen, keep the records, and tell me what the police have to send you. All identifiers are written as text.',
      police:
        'I report a fraud. Please register it and give me a case number: banks and exchanges act on it. Please ask the receivers below to freeze the money.',
      regulator:
        'I report a platform that took my money. Please tell me whether it holds a licence, and consider warning the public.',
    },
    payment: ({ amount, currency, time, reference, from, to }) =>
      `- ${amount} ${currency}, ${time}; reference ${reference || '-'}; from ${from || '-'}; to ${to || '-'}`,
    receiver: (addresses) => `The fraudsters use: ${addresses}`,
    police: (reference) => `Police reference: ${reference}`,
    closing: 'Please confirm this message and give me a reference.',
  },
  fr: {
    greeting: 'Madame, Monsieur,',
    subject: 'Fraude : demande urgente',
    asks: {
      bank: 'J’ai été trompé et j’ai fait les paiements ci-dessous. Merci de les rappeler, de demander à la banque du destinataire de retenir l’argent et de bloquer mon compte jusqu’à notre entretien.',
      operator:
        'J’ai été trompé et j’ai fait les paiements ci-dessous. Merci de retenir l’argent sur le compte du destinataire, de les annuler et de bloquer le numéro destinataire.',
      exchange:
        'Des cryptos m’ont été volées par fraude et envoyées aux adresses ci-dessous. Merci de bloquer ce qui peut l’être, de conserver les données et de me dire ce que la police doit vous envoyer. Tous les identifiants sont écrits en texte.',
      police:
        'Je signale une fraude. Merci de l’enregistrer et de me donner un numéro de dossier : banques et plateformes agissent sur cette base. Merci de demander aux destinataires ci-dessous de bloquer l’argent.',
      regulator:
        'Je signale une plateforme qui a pris mon argent. Merci de me dire si elle est agréée et d’envisager d’avertir le public.',
    },
    payment: ({ amount, currency, time, reference, from, to }) =>
      `- ${amount} ${currency}, ${time} ; référence ${reference || '-'} ; de ${from || '-'} ; à ${to || '-'}`,
    receiver: (addresses) => `Les escrocs utilisent : ${addresses}`,
    police: (reference) => `Référence de police : ${reference}`,
    closing: 'Merci de confirmer ce message et de me donner une référence.',
  },
} satisfies Partial<Record<Language, Words>>;

export type MessageLanguage = keyof typeof words;
export const messageLanguages = Object.keys(words) as MessageLanguage[];

export function writeMessage(
  recipient: Recipient,
  language: MessageLanguage,
  pack: EvidencePack,
): { subject: string; text: string } {
  const { greeting, subject, asks, payment, receiver, police, closing }: Words = words[language];
  const text = [
    greeting,
    asks[recipient],
    pack.payments.map(payment).join('\n'),
    pack.against.addresses.length > 0 ? receiver(pack.against.addresses.join(', ')) : '',
    pack.story,
    pack.police.reference && police(pack.police.reference),
    closing,
    [pack.person.name, pack.person.contact].filter(Boolean).join('\n'),
  ];
  return { subject, text: text.filter(Boolean).join('\n\n') };
}

const frenchSpeaking = new Set('BF BI BJ CD CF CG CI CM DJ DZ GA GN KM MA MG ML MR NE SN TD TG TN'.split(' '));

/** The language in which authorities of the country are written to, of those that we have. */
export function toMessageLanguage(country: string, pageLanguage: Language): MessageLanguage {
  if (country !== '') return frenchSpeaking.has(country) ? 'fr' : 'en';
  return messageLanguages.find((language) => language === pageLanguage) ?? 'en';
}
