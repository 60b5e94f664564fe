/**
 * Bank accounts: `gtbank:0123456789` if the text names the bank, else the digits alone. Two banks may use the same
 * number, so an account that was reported with its bank is not found by the number at another bank.
 */

/** By the word that people write for it. */
const bankNames: Record<string, RegExp> = {
  absa: /\babsa\b/i,
  access: /\baccess bank\b/i,
  capitec: /\bcapitec\b/i,
  coop: /\bco-?op(?:erative)? bank\b/i,
  ecobank: /\becobank\b/i,
  equity: /\bequity\b/i,
  fidelity: /\bfidelity bank\b/i,
  firstbank: /\bfirst ?bank\b/i,
  fnb: /\bfnb\b/i,
  gtbank: /\b(?:gt ?bank|guaranty trust)\b/i,
  kcb: /\bkcb\b/i,
  kuda: /\bkuda\b/i,
  moniepoint: /\bmoniepoint\b/i,
  nedbank: /\bnedbank\b/i,
  opay: /\bopay\b/i,
  palmpay: /\bpalmpay\b/i,
  stanbic: /\bstanbic\b/i,
  standardbank: /\bstandard bank\b/i,
  uba: /\buba\b/i,
  zenith: /\bzenith\b/i,
};

const ACCOUNT =
  /\b(?:account|acct?|a\/c|nuban|compte)\b\.?(?: (?:number|no|num|num[ée]ro|is))*\.?[\s:#=]{0,3}((?:\d[ -]?){7,17}\d)(?![\d.,]*\d|[a-z])/gi;
/** The account of a paybill belongs to the paybill. */
const PAYBILL_BEFORE = /\bpay ?bill\b[^\n]{0,40}$/i;
const CONTEXT_LENGTH = 80;

function findAccounts(text: string): { digits: string; index: number; length: number }[] {
  return [...text.matchAll(ACCOUNT)].map(({ 0: whole, 1: written = '', index }) => ({
    digits: written.replaceAll(/\D/g, ''),
    index,
    length: whole.length,
  }));
}

export const findBankAccounts = (text: string): string[] =>
  findAccounts(text).flatMap(({ digits, index, length }) => {
    const before = text.slice(Math.max(0, index - CONTEXT_LENGTH), index);
    if (PAYBILL_BEFORE.test(before)) return [];
    const around = `${before} ${text.slice(index + length, index + length + CONTEXT_LENGTH)}`;
    const bank = Object.entries(bankNames).find(([, name]) => name.test(around))?.[0];
    return [bank ? `${bank}:${digits}` : digits];
  });

/** An account number is no phone number, though some have the form of one. */
export const withoutAccounts = (text: string): string =>
  text.replaceAll(ACCOUNT, (account) => account.replaceAll(/\d/g, ' '));

/** With and without the bank. */
export function listAccountSpellings(account: string): string[] {
  const digits = account.replace(/^\w+:/, '');
  if (digits !== account) return [account, digits];
  return [digits, ...Object.keys(bankNames).map((bank) => `${bank}:${digits}`)];
}
