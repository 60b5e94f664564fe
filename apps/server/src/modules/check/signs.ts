/** Signs of a scam in the words of a message, whoever it names, and secrets that somebody pasted by mistake. */
import type { CheckReasonKind } from '@hakiki/contract/check-values';

const profitPromises = [
  // "12% profit per day", "15 % par jour"
  /\d\s?%[^.!?\n]{0,40}\b(?:an?|per|each|every|par|chaque|kwa)\s?(?:hour|day|week|heure|jour|semaine|saa|siku|wiki)/i,
  // "Earn KES 3,500 to 15,000 per day by liking videos"
  /\b(?:earn|make|gagne[rz]|pata|upate|lipwa|ganhe|ganhar)\b[^.!?\n]{0,40}\d[^.!?\n]{0,25}\b(?:(?:per|a|each|every|par|chaque|kwa|kila|por|cada) (?:hour|day|week|heure|jour|semaine|saa|siku|wiki|hora|dia|semana)|daily|weekly)\b/i,
  /\b(?:daily|hourly|weekly|guaranteed)\s(?:profits?|returns?|income|earnings)/i,
  /\b(?:double|triple)\s(?:your|ur)\s(?:money|bitcoin|btc|crypto|investment|deposit)/i,
  // "send 5,000, get 10,000 back"
  /\b(?:send|invest|deposit)\b[^.!?\n]{0,30}\d[^.!?\n]{0,30}\b(?:get|receive|earn)\b[^.!?\n]{0,15}\d[\d.,]*\s(?:back|within|in\s\d|guaranteed)/i,
  /\b(?:profits?|gains?|rendements?|revenus?)\s(?:quotidiens?|garantis?|journaliers?)/i,
  // "Put 25,000 shillings today, tomorrow you withdraw 50,000"
  /\b(?:put|send|invest|deposit)\b[^.!?\n]{0,30}\d[^.!?\n]{0,40}\b(?:tomorrow|tonight|today|after|within|in|next)\b[^.!?\n]{0,25}\b(?:withdraw|get|receive|collect|earn|cash out)\b[^.!?\n]{0,15}\d/i,
  /\b(?:double|triple|multiplie)[rz]?\s(?:votre|vos|ton|tes)\s/i,
  // "Tu envoies 10 000 et tu reçois 30 000", "mets 25 000 FCFA, demain tu retires 50 000"
  /\b(?:envo(?:yez|ies?)|investis(?:sez)?|d[ée]pose[sz]?|verse[sz]?|mets|mettez|place[sz]?)\b[^.!?\n]{0,30}\d[^.!?\n]{0,40}\b(?:re[çc]ois|recevez|recevras|gagne[sz]?|obtiens|obtenez|retire[sz]?|retireras|r[ée]cup[èée]re[sz]?)\b[^.!?\n]{0,15}\d/i,
  // Swahili: "Wekeza 5,000 leo upate 50,000", "faida ya uhakika"
  /\b(?:wekeza|tuma|weka)\b[^.!?\n]{0,40}\d[^.!?\n]{0,40}\b(?:u?pate|utapata|u?pokee|utapokea)\b[^.!?\n]{0,20}\d/i,
  /\bfaida\s(?:ya\s)?(?:uhakika|kila\s(?:siku|wiki))/i,
  // Portuguese: "12% por dia", "lucro garantido", "invista 5.000 e receba 50.000", "duplique o seu dinheiro"
  /\d\s?%[^.!?\n]{0,40}\b(?:por|ao|cada)\s?(?:hora|dia|semana|m[êe]s)/i,
  /\b(?:lucros?|rendimentos?|ganhos?)\s(?:di[áa]rios?|garantidos?|semanais)/i,
  /\b(?:invista|envie|deposite|transfira)\b[^.!?\n]{0,40}\d[^!?\n]{0,40}\b(?:receba|ganhe|recebe|ganha)\b[^.!?\n]{0,20}\d/i,
  /\b(?:duplique|triplique|dobre)\s(?:o\s)?(?:seu|teu)\s/i,
  // Arabic has no word boundary that \b knows.
  /\d\s?[%٪][^.!؟?\n]{0,40}(?:يوميا|يوميًا|كل يوم|في اليوم|أسبوعيا|أسبوعيًا|كل أسبوع|في الساعة)/u,
  /(?:ربح|أرباح|عائد|دخل)\s(?:مضمونة?|يومية?|أسبوعية?)/u,
  /(?:ضاعف|ضاعفي|ضاعفوا)\s(?:أموالك|مالك|رصيدك|استثمارك)/u,
  /(?:استثمر|أودع|أرسل|حوّل|حول)[^.!؟?\n]{0,40}\d[^.!؟?\n]{0,40}(?:واربح|واحصل|تحصل|تستلم|واستلم)[^.!؟?\n]{0,20}\d/u,
  // Pidgin: "Put 20k make e turn 200k"
  /\b(?:put|drop|bring)\s[^.!?\n]{0,10}\d[^.!?\n]{0,20}\b(?:turn|become|carry)\b[^.!?\n]{0,15}\d/i,
];

/** Whether a pasted message promises a profit, as nearly all scams do. */
const promisesProfit = (text: string): boolean => profitPromises.some((pattern) => pattern.test(text));

const secrets = [
  /(?:recovery|seed|secret|backup|mnemonic)\s(?:phrases?|words?)/,
  /(?:12|24|twelve|twenty[- ]four)[\s-](?:secret\s)?words?/,
  /(?:private|secret)\skeys?/,
  /(?:phrase|mots?)\s(?:secr[eè]tes?|secrets|de\s(?:r[ée]cup[ée]ration|passe))/,
  /(?:12|24|douze|vingt-quatre)\smots/,
  /cl[ée]s?\spriv[ée]es?/,
  /codes?\s(?:secrets?|pins?)/,
  /(?:your|the|ton|votre|le|m-?pesa|momo)\s(?:[\w-]{1,12}\s)?pin/,
  /(?:frase|palavras)\s(?:de\srecupera[çc][ãa]o|secretas?|semente)|chaves?\sprivadas?|(?:seu|teu|o)\spin/,
  /pin\s(?:code|number)|code\spin|otp|one[- ]time\s(?:code|password)|code\ssms|namba\sya\ssiri/,
];
const requests =
  '(?:send|give|enter|type|submit|share|provide|confirm|verify|import|reply\\s(?:with|to)|tell|forward|envo(?:ye[rz]|ie)|donne[rz]?|entre[rz]?|saisi(?:r|s|ssez)|confirme[rz]|partage[rz]?|indique[rz]?|envie|envia|diga|introduza|insira|confirme|partilhe|forneça|tuma|weka|ingiza|toa)';
/** Advice against it has the same words: "never share your recovery phrase". */
const NOT_ADVISED_AGAINST = "(?<!\\b(?:never|not|don['’]?t|nobody|ne|jamais|usi|nunca|não)\\b[^.!?\\n]{0,20})";
const ASKS_FOR_SECRET = new RegExp(
  `${NOT_ADVISED_AGAINST}\\b${requests}\\b(?![^.!?\\n]{0,10}\\bjamais\\b)[^.!?\\n]{0,60}?\\b(?:${secrets.map(({ source }) => source).join('|')})\\b`,
  'i',
);

const ASKS_FOR_SECRET_IN_ARABIC =
  /(?<!(?:لا|لن|أبدًا|أبدا|عدم)\s[^.!؟?\n]{0,20})(?:أرسل|ارسل|أدخل|ادخل|أعطنا|اعطنا|أعطني|شارك|أكد|اكتب)[^.!؟?\n]{0,60}(?:عبارة الاسترداد|كلمات الاسترداد|المفتاح الخاص|الرقم السري|رمز التحقق|كلمة السر|كود التحقق)/u;

/** Whether it asks for what opens a wallet or an account. Nobody honest asks for it. */
const asksForSecret = (text: string): boolean => ASKS_FOR_SECRET.test(text) || ASKS_FOR_SECRET_IN_ARABIC.test(text);

/** By language: to pay, a fee or a tax, and the money that is said to come afterwards. */
const feeWords = [
  [
    '(?:pay|send|deposit|transfer)',
    '(?:fees?|tax(?:es)?|charges?|commission)',
    '(?:release|unlock|unfreeze|withdraw(?:als?)?|claim|receive|refund|pay-?out|winnings|won|prize|lottery)',
  ],
  [
    '(?:pa(?:ye[rz]?|ie)|vers(?:ez?|er)|envo(?:ye[rz]|ie))',
    '(?:frais|taxes?|imp[oô]ts?|commission)',
    // After "gagn", é and è are no letters for \b.
    '(?:d[ée]bloquer|retraits?|retirer|recevoir|r[ée]cup[ée]rer|gains|gagn|loterie|tombola)',
  ],
  ['(?:lipa|kulipa|ulipe|tuma)', '(?:ada|kodi)', '(?:kutoa|kupokea|kufungua|toa|pokea)'],
  [
    '(?:pague|pagar|paga|envie|transfira)',
    '(?:taxas?|imposto|comiss[ãa]o)',
    '(?:levantar|levantamentos?|desbloquear|receber|libertar|ganhos)',
  ],
] as const;
/** A fee that is named after what it opens. */
const NAMED_FEE = '(?:release|activation|clearance|withdrawal|unlock(?:ing)?) (?:fee|charge|tax|deposit)';
const feeRequests = [
  `${NOT_ADVISED_AGAINST}\\b(?:pay|send|deposit|settle)\\b[^.!?\\n]{0,40}\\b${NAMED_FEE}\\b`,
  ...feeWords.flatMap(([pay, fee, money]) => [
    `${NOT_ADVISED_AGAINST}\\b${pay}\\b[^.!?\\n]{0,60}\\b${fee}\\b[^!?\\n]{0,80}\\b${money}\\b`,
    `\\b${money}\\b[^!?\\n]{0,80}${NOT_ADVISED_AGAINST}\\b${pay}\\b[^.!?\\n]{0,60}\\b${fee}\\b`,
  ]),
].map((pattern) => new RegExp(pattern, 'i'));
const FEE_REQUEST_IN_ARABIC =
  /(?<!(?:لا|لن|أبدًا|أبدا)\s)(?:ادفع|دفع|سدد|أرسل|حوّل)[^.!؟?\n]{0,60}(?:رسوم|ضريبة|عمولة)[^!؟?\n]{0,80}(?:سحب|للسحب|لسحب|استلام|لاستلام|فك|لفك|تحرير|لتحرير|أرباحك)/u;

const returnRequests = [
  /\b(?:by mistake|in error|wrong(?:ly)? (?:number|sent))\b[^]{0,80}\b(?:return|send (?:it |the money )?back|refund|reverse)\b/i,
  /\b(?:return|send back|refund)\b[^]{0,60}\bby mistake\b/i,
  /\bpar erreur\b[^]{0,80}\b(?:renvoye[rz]|retourne[rz]|rembourse[rz])\b/i,
  /\bpor engano\b[^]{0,80}\b(?:devolva|devolver|reenvie|reembolse)\b/i,
  /(?:بالخطأ|عن طريق الخطأ)[^]{0,80}(?:أعد|ارجع|أرجع|رجّع|إرجاع|رد المبلغ)/u,
  /\bkwa makosa\b[^]{0,80}\b(?:rudisha|nirudishie|unirudishie)\b/i,
];

/** What an operator or a bank writes about a payment that was made; a balance or a fee follows it. */
const PAYMENT_MADE =
  /\b[A-Z][A-Z\d]{9}\b[. ]{0,2}(?:confirmed|imethibitishwa)\b[^]{0,60}\b(?:sent to|paid to|withdraw|imetumwa|imelipwa|umelipa)|\b(?:you have (?:successfully )?(?:transferred|sent|paid)|your payment of|vous avez (?:bien )?(?:envoy[ée]|transf[ée]r[ée]|pay[ée])|transferiste|enviaste|pagaste|umetuma|umelipa)(?!\p{L})[^]{0,120}\b(?:balance|solde|frais|fee|saldo|taxa|salio|transaction id|r[ée]f)/iu;
/** First person: what a victim writes. Whoever says that more came back advertises. */
const paidPleas = [
  /\bI(?:['’]ve| have)? (?:(?:already|just) )?(?:sent|paid|transferred|deposited|lost)\b(?! you\b)(?![^.!?\n]{0,60}\b(?:got|get|received|earned|made|withdrew)\b)[^.!?\n]{0,60}(?:\d|\b(?:money|cash|savings|fees?|salary|everything|bitcoin|btc|usdt|crypto)\b)/i,
  /\bI don (?:send|pay|lose)\b[^.!?\n]{0,40}\d|\bchop my money\b/i,
  /\b(?:I|we)(?:['’]ve| was| were| got| have)(?: been| just| already)? (?:scammed|conned|defrauded|robbed|tricked|duped)\b|\b(?:scammed|conned|defrauded|robbed|stole from) me\b|\b(?:took|stole|ate) (?:all )?my money\b/i,
  /\bmy money back\b|\b(?:recover|get back|refund) my (?:money|funds|crypto|bitcoin)\b/i,
  /\bj['’]ai (?:d[ée]j[àa] )?(?:envoy[ée]|pay[ée]|vers[ée]|transf[ée]r[ée]|perdu)(?![^.!?\n]{0,60}(?:re[çc]u|gagn[ée]))[^.!?\n]{0,60}(?:\d|argent|[ée]conomies)|\b(?:j['’]ai [ée]t[ée]|me suis faite?|on m['’]a) (?:arnaqu|escroqu|vol)|\b(?:r[ée]cup[ée]rer|rendez-moi) mon argent\b/i,
  /\bnime(?:tapeliwa|laghaiwa|ibiwa|dhulumiwa)\b|\bnime(?:tuma|lipa|poteza)\b[^.!?\n]{0,40}(?:\d|\b(?:pesa|hela|fedha)\b)|\bwameni(?:tapeli|ibia|laghai)|\bpesa zangu zirud/i,
  /\bfui (?:enganad|burlad|roubad)[oa]\b|\b(?:j[áa] )?(?:enviei|paguei|transferi|depositei|perdi)\b[^.!?\n]{0,40}(?:\d|\bdinheiro\b)|\b(?:recuperar|devolvam) o (?:meu )?dinheiro\b/i,
  /(?:تعرضت|تعرضنا) (?:للنصب|للاحتيال|لعملية نصب)|نصبوا علي|(?:دفعت|أرسلت|حولت|حوّلت|خسرت)\s(?:لهم\s)?(?:\d|المال|مالي|أموالي|فلوسي|مبلغ|كل)|(?:استرجاع|استعادة|أسترجع|أستعيد) (?:أموالي|مالي|فلوسي)/u,
  // A payout that is refused: the money is inside.
  /\b(?:can(?:['’]?t|not| not)|unable to|not able to|won['’]?t let (?:me|us)) withdraw\b|\bje (?:ne |n['’])?(?:peux|arrive|parviens) (?:pas|plus) (?:[àa] )?retirer|\bsiwezi kutoa (?:pesa|hela|fedha)|\bn[ãa]o consigo (?:levantar|sacar|retirar)|لا (?:أستطيع|استطيع|أقدر|يمكنني) (?:ال)?سحب/iu,
];

/** A number in place of a host name, except in a home network, where routers have one. */
const NUMERIC_LINK =
  /(?:\bh(?:tt|xx)ps?:\/\/(?:[^\s/@]{1,200}@)?|(?<![\w./@-])(?=[\d.]{7,15}(?::\d{1,5})?\/))(?!(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.)(?:\d{1,3}\.){3}\d{1,3}(?![\w-]|\.\w)/i;

/** A file that installs an app on Android. */
const APP_FILE = /[\w)]\.x?apk(?![\w-]|\.\w)/i;

/** Somebody who pretends to be a relative or friend. */
const newNumberClaims = [
  /\bmy new (?:(?:phone|mobile|whatsapp) )?(?:number|num|line|contact)\b/i,
  /\bmon nouveau (?:num[ée]ro|portable|contact)\b/i,
  /\b(?:namba|nambari|laini) yangu mpya\b/i,
  /\bmeu (?:novo n[úu]mero|n[úu]mero novo|novo contacto)\b/i,
  /رقمي الجديد/u,
];

const PHRASE_LENGTHS: ReadonlySet<number> = new Set([12, 15, 18, 21, 24]);
const PHRASE_WORD = /^[a-z]{3,8}$/;
/** In hexadecimal, or as wallets export it. After `0x` it is the number of a payment, which victims paste. */
const PRIVATE_KEY = /(?<![\w/])(?:[\da-f]{64}|[5KL][1-9A-HJ-NP-Za-km-z]{50,51})(?!\w)/i;
const ONE_TIME_CODE =
  /\b(?:verification|security|confirmation|one[- ]time|login|otp|authentication|v[ée]rification|uthibitisho)\b[^.!?\n]{0,30}\b(?:code|otp|password|pin|is|namba|est)\b[^.!?\n]{0,12}?(?<!\d)\d{3}[- ]?\d{1,5}(?!\d)/i;

/** A recovery phrase has no short words, unlike a sentence of the same length. */
function isRecoveryPhrase(text: string): boolean {
  const words = text.trim().split(/[\s,]+/);
  return PHRASE_LENGTHS.has(words.length) && words.every((word) => PHRASE_WORD.test(word.toLowerCase()));
}

const holdsSecret = (text: string): boolean =>
  isRecoveryPhrase(text) || PRIVATE_KEY.test(text) || ONE_TIME_CODE.test(text);

type Sign = Extract<
  CheckReasonKind,
  | 'ownSecret'
  | 'askedSecret'
  | 'promisedProfit'
  | 'askedFee'
  | 'askedReturn'
  | 'numericLink'
  | 'appFile'
  | 'newNumber'
  | 'alreadyPaid'
>;

const asksForReturn = (text: string): boolean => returnRequests.some((pattern) => pattern.test(text));

const testBySign: Record<Sign, (text: string) => boolean> = {
  ownSecret: holdsSecret,
  askedSecret: asksForSecret,
  promisedProfit: promisesProfit,
  askedFee: (text) => [...feeRequests, FEE_REQUEST_IN_ARABIC].some((pattern) => pattern.test(text)),
  askedReturn: asksForReturn,
  numericLink: (text) => NUMERIC_LINK.test(text),
  appFile: (text) => APP_FILE.test(text),
  newNumber: (text) => newNumberClaims.some((pattern) => pattern.test(text)),
  alreadyPaid: (text) =>
    !asksForReturn(text) && (PAYMENT_MADE.test(text) || paidPleas.some((pattern) => pattern.test(text))),
};

/** What a text shows by its words alone. */
export const findSigns = (text: string): Sign[] =>
  (Object.keys(testBySign) as Sign[]).filter((sign) => testBySign[sign](text));
