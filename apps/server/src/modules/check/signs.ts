/** Signs of a scam in the words of a message, whoever it names. */
const profitPromises = [
  // "12% profit per day", "15 % par jour"
  /\d\s?%[^.!?\n]{0,40}\b(?:an?|per|each|every|par|chaque|kwa)\s?(?:hour|day|week|heure|jour|semaine|saa|siku|wiki)/i,
  /\b(?:daily|hourly|weekly|guaranteed)\s(?:profits?|returns?|income|earnings)/i,
  /\b(?:double|triple)\s(?:your|ur)\s(?:money|bitcoin|btc|crypto|investment|deposit)/i,
  // "send 5,000, get 10,000 back"
  /\b(?:send|invest|deposit)\b[^.!?\n]{0,30}\d[^.!?\n]{0,30}\b(?:get|receive|earn)\b[^.!?\n]{0,15}\d[\d.,]*\s(?:back|within|in\s\d|guaranteed)/i,
  /\b(?:profits?|gains?|rendements?|revenus?)\s(?:quotidiens?|garantis?|journaliers?)/i,
  /\b(?:doublez|triplez|doubler|tripler)\s(?:votre|vos|ton|tes)\s/i,
  /\b(?:envoyez|investissez|d[ée]posez|versez)\b[^.!?\n]{0,30}\d[^.!?\n]{0,30}\b(?:recevez|gagnez|obtenez)\b[^.!?\n]{0,15}\d/i,
  // "wekeza 5,000 upate 15,000"
  /\b(?:wekeza|tuma|weka)\b[^.!?\n]{0,30}\d[^.!?\n]{0,30}\b(?:u?pate|utapata|u?pokee|utapokea)\b[^.!?\n]{0,15}\d/i,
];

/** Whether a pasted message promises a profit, as nearly all scams do. */
export const promisesProfit = (text: string): boolean => profitPromises.some((pattern) => pattern.test(text));

const secrets = [
  /(?:recovery|seed|secret|backup|mnemonic)\s(?:phrases?|words?)/,
  /(?:12|24|twelve|twenty[- ]four)[\s-](?:secret\s)?words?/,
  /(?:private|secret)\skeys?/,
  /(?:phrase|mots?)\s(?:secr[eè]tes?|secrets|de\s(?:r[ée]cup[ée]ration|passe))/,
  /(?:12|24|douze|vingt-quatre)\smots/,
  /cl[ée]s?\spriv[ée]es?/,
  /(?:your|the|ton|votre|le|m-?pesa|momo)\s(?:[\w-]{1,12}\s)?pin/,
  /pin\s(?:code|number)|code\spin|otp|one[- ]time\s(?:code|password)|code\ssms|namba\sya\ssiri/,
];
const requests =
  '(?:send|give|enter|type|submit|share|provide|confirm|verify|import|reply\\s(?:with|to)|tell|forward|envoye[rz]|donne[rz]|entre[rz]|saisi(?:r|ssez)|confirme[rz]|partage[rz]|indique[rz]|tuma|weka|ingiza|toa)';
/** Advice against it has the same words: "never share your recovery phrase". */
const NOT_ADVISED_AGAINST = "(?<!\\b(?:never|not|don['’]?t|nobody|ne|jamais|usi)\\b[^.!?\\n]{0,20})";
const ASKS_FOR_SECRET = new RegExp(
  `${NOT_ADVISED_AGAINST}\\b${requests}\\b(?![^.!?\\n]{0,10}\\bjamais\\b)[^.!?\\n]{0,60}?\\b(?:${secrets.map(({ source }) => source).join('|')})\\b`,
  'i',
);

/** Whether it asks for what opens a wallet or an account. Nobody honest asks for it. */
export const asksForSecret = (text: string): boolean => ASKS_FOR_SECRET.test(text);

/** By language: to pay, a fee or a tax, and the money that is said to come afterwards. */
const feeWords = [
  [
    '(?:pay|send|deposit|transfer)',
    '(?:fees?|tax(?:es)?|charges?|commission)',
    '(?:release|unlock|unfreeze|withdraw(?:als?)?|claim|receive|refund|pay-?out|winnings)',
  ],
  [
    '(?:pay(?:ez|er)|vers(?:ez|er)|envoye[rz])',
    '(?:frais|taxes?|imp[oô]ts?|commission)',
    '(?:d[ée]bloquer|retraits?|retirer|recevoir|r[ée]cup[ée]rer|gains)',
  ],
  ['(?:lipa|kulipa|ulipe|tuma)', '(?:ada|kodi)', '(?:kutoa|kupokea|kufungua|toa|pokea)'],
] as const;
const feeRequests = feeWords.flatMap(([pay, fee, money]) =>
  [
    `${NOT_ADVISED_AGAINST}\\b${pay}\\b[^.!?\\n]{0,60}\\b${fee}\\b[^!?\\n]{0,80}\\b${money}\\b`,
    `\\b${money}\\b[^!?\\n]{0,80}${NOT_ADVISED_AGAINST}\\b${pay}\\b[^.!?\\n]{0,60}\\b${fee}\\b`,
  ].map((pattern) => new RegExp(pattern, 'i')),
);

/** Whether it wants a fee or a tax before it pays. An honest service takes its fee from what it pays out. */
export const asksForFee = (text: string): boolean => feeRequests.some((pattern) => pattern.test(text));
