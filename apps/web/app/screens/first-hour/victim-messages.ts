/** Messages that are ready to send, in the languages that banks, police and offices of the continent read. */
import { type Language, languages } from '../../lib/language/language.ts';
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
  pt: {
    greeting: 'Exmos. Senhores,',
    subject: 'Fraude: pedido urgente',
    asks: {
      bank: 'Fui enganado e fiz os pagamentos abaixo. Peço que os anulem, que peçam ao banco do destinatário que retenha o dinheiro e que bloqueiem a minha conta até falarmos.',
      operator:
        'Fui enganado e fiz os pagamentos abaixo. Peço que retenham o dinheiro na carteira do destinatário, que os anulem e que bloqueiem o número do destinatário.',
      exchange:
        'Criptomoedas minhas foram roubadas por fraude e enviadas para os endereços abaixo. Peço que congelem o que puder ser congelado, guardem os registos e me digam o que a polícia vos deve enviar. Todos os identificadores estão escritos em texto.',
      police:
        'Apresento queixa de uma fraude. Peço que a registem e me deem um número de processo: bancos e plataformas agem com base nele. Peço que solicitem aos destinatários abaixo que congelem o dinheiro.',
      regulator:
        'Denuncio uma plataforma que ficou com o meu dinheiro. Peço que me digam se tem licença e que considerem avisar o público.',
    },
    payment: ({ amount, currency, time, reference, from, to }) =>
      `- ${amount} ${currency}, ${time}; referência ${reference || '-'}; de ${from || '-'}; para ${to || '-'}`,
    receiver: (addresses) => `Os burlões usam: ${addresses}`,
    police: (reference) => `Referência da polícia: ${reference}`,
    closing: 'Peço que confirmem esta mensagem e me deem uma referência.',
  },
  sw: {
    greeting: 'Kwa mhusika,',
    subject: 'Ulaghai: ombi la haraka',
    asks: {
      bank: 'Nililaghaiwa nikafanya malipo yaliyo hapa chini. Tafadhali yarudisheni, ombeni benki iliyopokea izuie pesa hizo, na fungeni akaunti yangu hadi tutakapozungumza.',
      operator:
        'Nililaghaiwa nikafanya malipo yaliyo hapa chini. Tafadhali zuieni pesa kwenye akaunti iliyopokea, rudisheni malipo hayo, na fungieni nambari iliyopokea.',
      exchange:
        'Sarafu zangu za kidijitali ziliibwa kwa ulaghai na kutumwa kwenye anwani zilizo hapa chini. Tafadhali zuieni kinachoweza kuzuiwa, tunzeni kumbukumbu, na mniambie polisi wawatumie nini. Vitambulisho vyote vimeandikwa kama maandishi.',
      police:
        'Ninaripoti ulaghai. Tafadhali uandikisheni na mnipe nambari ya kesi: benki na masoko ya sarafu huchukua hatua kwa kuitumia. Tafadhali waombeni wapokeaji walio hapa chini wazuie pesa hizo.',
      regulator:
        'Ninaripoti jukwaa lililochukua pesa zangu. Tafadhali niambieni kama lina leseni, na mfikirie kuonya umma.',
    },
    payment: ({ amount, currency, time, reference, from, to }) =>
      `- ${amount} ${currency}, ${time}; kumbukumbu ${reference || '-'}; kutoka ${from || '-'}; kwenda ${to || '-'}`,
    receiver: (addresses) => `Walaghai wanatumia: ${addresses}`,
    police: (reference) => `Nambari ya polisi: ${reference}`,
    closing: 'Tafadhali thibitisheni ujumbe huu na mnipe nambari ya kumbukumbu.',
  },
  ar: {
    greeting: 'السادة المحترمون،',
    subject: 'احتيال: طلب عاجل',
    asks: {
      bank: 'تعرضت للخداع ودفعت المبالغ أدناه. أرجو استرجاعها، ومطالبة بنك المستلم بحجز المال، وقفل حسابي إلى أن نتحدث.',
      operator: 'تعرضت للخداع ودفعت المبالغ أدناه. أرجو حجز المال في محفظة المستلم، وإلغاء التحويلات، وحظر رقم المستلم.',
      exchange:
        'سُرقت عملات رقمية مني بالاحتيال وأُرسلت إلى العناوين أدناه. أرجو تجميد ما يمكن تجميده، وحفظ السجلات، وإخباري بما يجب أن ترسله الشرطة إليكم. كل المعرّفات مكتوبة كنص.',
      police:
        'أبلغ عن عملية احتيال. أرجو تسجيل البلاغ وإعطائي رقم قضية، فالبنوك ومنصات التداول تتصرف بناءً عليه. أرجو مطالبة المستلمين أدناه بتجميد المال.',
      regulator: 'أبلغ عن منصة أخذت مالي. أرجو إخباري إن كان لديها ترخيص، والنظر في تحذير الجمهور.',
    },
    payment: ({ amount, currency, time, reference, from, to }) =>
      `- ${amount} ${currency}، ${time}؛ المرجع ${reference || '-'}؛ من ${from || '-'}؛ إلى ${to || '-'}`,
    receiver: (addresses) => `يستخدم المحتالون: ${addresses}`,
    police: (reference) => `رقم بلاغ الشرطة: ${reference}`,
    closing: 'أرجو تأكيد استلام هذه الرسالة وإعطائي رقم مرجع.',
  },
} satisfies Partial<Record<Language, Words>>;

export type MessageLanguage = keyof typeof words;
const isMessageLanguage = (language: Language): language is MessageLanguage => language in words;
export const messageLanguages = languages.filter(isMessageLanguage);

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

/** Where authorities are written to in another language than English. */
const countriesByLanguage: Partial<Record<MessageLanguage, string>> = {
  fr: 'BF BI BJ CD CF CG CI CM DJ DZ GA GN KM MA MG ML MR NE SN TD TG TN',
  pt: 'AO CV GW MZ ST',
  sw: 'TZ',
  ar: 'EG LY SD',
};

/** The language in which authorities of the country are written to. */
export function toMessageLanguage(country: string, pageLanguage: Language): MessageLanguage {
  if (country === '') return isMessageLanguage(pageLanguage) ? pageLanguage : 'en';
  return (
    languages
      .filter(isMessageLanguage)
      .find((language) => countriesByLanguage[language]?.split(' ').includes(country)) ?? 'en'
  );
}
