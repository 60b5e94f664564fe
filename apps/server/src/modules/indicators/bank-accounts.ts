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
/** In Nigeria people send number, bank and name alone. Elsewhere ten digits beside a bank are a phone number. */
const NIGERIAN_BANK =
  '(?:access bank|fidelity bank|first ?bank|gt ?bank|guaranty trust(?: bank)?|kuda|moniepoint|opay|palmpay|uba|zenith(?: bank)?)';
const NUBAN = '((?<![\\d+])(?:\\d ?){9}\\d)(?![\\d.,]*\\d)';
const ACCOUNT_AT_BANK = new RegExp(`\\b${NIGERIAN_BANK}[\\s:,-]{1,3}${NUBAN}`, 'gi');
const ACCOUNT_BEFORE_BANK = new RegExp(`${NUBAN}[\\s:,-]{1,3}${NIGERIAN_BANK}\\b`, 'gi');
const accountForms = [ACCOUNT, ACCOUNT_AT_BANK, ACCOUNT_BEFORE_BANK];
/** The account of a paybill belongs to the paybill. */
const PAYBILL_BEFORE = /\bpay ?bill\b[^\n]{0,40}$/i;
const CONTEXT_LENGTH = 80;

function findAccounts(text: string): { digits: string; index: number; length: number }[] {
  const found = accountForms.flatMap((form) => [...text.matchAll(form)]);
  return found.map(({ 0: whole, 1: written = '', index }) => ({
    digits: written.replaceAll(/\D/g, ''),
    index,
    length: whole.length,
  }));
}

export const findBankAccounts = (text: string): string[] =>
  findAccounts(text).flatMap(({ digits, index, length }) => {
    if (PAYBILL_BEFORE.test(text.slice(Math.max(0, index - CONTEXT_LENGTH), index))) return [];
    const around = text.slice(Math.max(0, index - CONTEXT_LENGTH), index + length + CONTEXT_LENGTH);
    const bank = Object.entries(bankNames).find(([, name]) => name.test(around))?.[0];
    return [bank ? `${bank}:${digits}` : digits];
  });

/** An account number is no phone number, though some have the form of one. */
export const withoutAccounts = (text: string): string =>
  accountForms.reduce((rest, form) => rest.replaceAll(form, (account) => account.replaceAll(/\d/g, ' ')), text);

/** With and without the bank. */
export function listAccountSpellings(account: string): string[] {
  const digits = account.replace(/^\w+:/, '');
  if (digits !== account) return [account, digits];
  return [digits, ...Object.keys(bankNames).map((bank) => `${bank}:${digits}`)];
}
