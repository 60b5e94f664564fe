const profitPromises = [
  // "12% profit per day", "15 % par jour"
  /\d\s?%[^.!?\n]{0,40}\b(?:an?|per|each|every|par|chaque|kwa)\s?(?:hour|day|week|heure|jour|semaine|saa|siku|wiki)/i,
  /\b(?:daily|hourly|weekly|guaranteed)\s(?:profits?|returns?|income|earnings)/i,
  /\b(?:double|triple)\s(?:your|ur)\s(?:money|bitcoin|btc|crypto|investment|deposit)/i,
  /\b(?:profits?|gains?|rendements?|revenus?)\s(?:quotidiens?|garantis?|journaliers?)/i,
  /\b(?:doublez|triplez|doubler|tripler)\s(?:votre|vos|ton|tes)\s/i,
];

/** Whether a pasted message promises a profit, as nearly all scams do. */
export const promisesProfit = (text: string): boolean => profitPromises.some((pattern) => pattern.test(text));
