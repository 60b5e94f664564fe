/** The order of the first hour: which steps a way of paying has, and which contacts stand in which step. */
import type { RescueContact } from '@hakiki/contract/rescue';
import type { RescueKind, RescueRail } from '@hakiki/contract/rescue-values';
import { m } from '../../paraglide/messages.js';

/** Offered where the country has a contact for them. */
const operators = ['m-pesa', 'm-pesa-till', 'mtn-momo', 'airtel-money', 'orange-money', 'telebirr', 'opay'] as const;
const everywhere = ['mobile-money', 'bank', 'card', 'exchange', 'wallet', 'cash', 'sim'] as const;
export type Rail = (typeof operators)[number] | (typeof everywhere)[number];

export const sinceValues = ['hour', 'day', 'later'] as const;
export type Since = (typeof sinceValues)[number];

export const railLabels: Record<Rail, () => string> = {
  'm-pesa': m.fh_rail_m_pesa,
  'm-pesa-till': m.fh_rail_m_pesa_till,
  // Names of services, the same in every language.
  'mtn-momo': () => 'MTN MoMo',
  'airtel-money': () => 'Airtel Money',
  'orange-money': () => 'Orange Money',
  telebirr: () => 'telebirr',
  opay: () => 'OPay',
  'mobile-money': m.fh_rail_mobile_money,
  bank: m.fh_rail_bank,
  card: m.fh_rail_card,
  exchange: m.fh_rail_exchange,
  wallet: m.fh_rail_wallet,
  cash: m.fh_rail_cash,
  sim: m.fh_rail_sim,
};

/** "Another service" would be wrong where none is named. */
export const getRailLabel = (rail: Rail, contacts: readonly RescueContact[]): string =>
  rail === 'mobile-money' && listRails(contacts)[0] === rail ? m.fh_rail_mobile_money_any() : railLabels[rail]();

const stepTexts = {
  undo: [m.fh_step_undo, m.fh_step_undo_text],
  call: [m.fh_step_call, m.fh_step_call_text],
  lock: [m.fh_step_lock, m.fh_step_lock_text],
  'lock-bank': [m.fh_step_lock_bank, m.fh_step_lock_bank_text],
  'call-bank': [m.fh_step_call_bank, m.fh_step_call_bank_text],
  receiver: [m.fh_step_receiver, m.fh_step_receiver_text],
  'lock-card': [m.fh_step_lock_card, m.fh_step_lock_card_text],
  'call-card': [m.fh_step_call_card, m.fh_step_call_card_text],
  'ask-exchange': [m.fh_step_ask_exchange, m.fh_step_ask_exchange_text],
  trace: [m.fh_step_trace, m.fh_step_trace_text],
  move: [m.fh_step_move, m.fh_step_move_text],
  revoke: [m.fh_step_revoke, m.fh_step_revoke_text],
  responders: [m.fh_step_responders, m.fh_step_responders_text],
  agent: [m.fh_step_agent, m.fh_step_agent_text],
  note: [m.fh_step_note, m.fh_step_note_text],
  line: [m.fh_step_line, m.fh_step_line_text],
  'lock-money': [m.fh_step_lock_money, m.fh_step_lock_money_text],
  check: [m.fh_step_check, m.fh_step_check_text],
  police: [m.fh_step_police, m.fh_step_police_text],
  office: [m.fh_step_office, m.fh_step_office_text],
  pack: [m.fh_step_pack, m.fh_step_pack_text],
} as const;
export type StepId = keyof typeof stepTexts;

export const getStepTitle = (id: StepId): string => stepTexts[id][0]();
export const getStepText = (id: StepId): string => stepTexts[id][1]();

type StepPlan = readonly [id: StepId, ...kinds: RescueKind[]];

const police: StepPlan = ['police', 'police', 'cert'];
const ending: readonly StepPlan[] = [police, ['office', 'regulator', 'complaint', 'identity'], ['pack']];
const mobileMoney: readonly StepPlan[] = [
  ['undo', 'reversal'],
  ['call', 'hotline', 'switchboard', 'verify-caller'],
  ['lock', 'lock-account', 'report-number', 'sim-lock'],
  ...ending,
];
const plans: Record<(typeof everywhere)[number], readonly StepPlan[]> = {
  'mobile-money': mobileMoney,
  bank: [
    ['call-bank', 'hotline', 'switchboard', 'verify-caller'],
    ['lock-bank', 'lock-account'],
    ['receiver'],
    ...ending,
  ],
  card: [['lock-card', 'lock-account'], ['call-card', 'hotline', 'switchboard', 'verify-caller'], ...ending],
  exchange: [['ask-exchange'], ['trace', 'freeze', 'report-address'], ...ending],
  wallet: [['move'], ['revoke'], ['responders', 'responders', 'report-address'], ...ending],
  cash: [['agent'], ['note'], ...ending],
  sim: [
    ['line', 'hotline', 'sim-lock', 'verify-caller'],
    ['lock-money'],
    ['check', 'sim-check', 'report-number'],
    ...ending,
  ],
};

const isOperator = (rail: RescueRail | Rail): boolean => operators.some((operator) => operator === rail);

export const listRails = (contacts: readonly RescueContact[]): Rail[] => [
  ...operators.filter((rail) => contacts.some((contact) => contact.rail === rail)),
  ...everywhere,
];

function isForRail(rail: Rail, contact: RescueContact): boolean {
  if (contact.rail === 'any' || contact.rail === rail) return true;
  switch (rail) {
    case 'card':
      return contact.rail === 'bank';
    case 'exchange':
      return contact.kind === 'report-address';
    case 'sim':
      return contact.kind === 'hotline' && (isOperator(contact.rail) || contact.rail === 'mobile-money');
    case 'm-pesa-till':
      return contact.rail === 'm-pesa' && contact.kind !== 'reversal';
    default:
      return isOperator(rail) && contact.rail === 'mobile-money';
  }
}

export interface Step {
  id: StepId;
  contacts: RescueContact[];
}

/** At most six. After hours the police come earlier, and after days a complete record comes first. */
export function listSteps(rail: Rail, since: Since, contacts: readonly RescueContact[]): Step[] {
  const own = contacts.filter((contact) => isForRail(rail, contact));
  const plan = isOperator(rail) ? mobileMoney : plans[rail as keyof typeof plans];
  const steps = plan
    .map(([id, ...kinds]) => ({
      id,
      contacts: kinds.flatMap((kind) => own.filter((contact) => contact.kind === kind)),
    }))
    // Only some operators have a way to take a payment back.
    .filter((step) => step.id !== 'undo' || step.contacts.length > 0);
  const take = (...ids: StepId[]) => ids.flatMap((id) => steps.filter((step) => step.id === id));
  const without = (...ids: StepId[]) => steps.filter((step) => !ids.includes(step.id));
  if (since === 'hour') return steps;
  if (since === 'later') return [...take('pack', 'police'), ...without('pack', 'police')];
  const [first, ...rest] = without('police');
  return [first!, ...take('police'), ...rest];
}

export const listWarnings = (contacts: readonly RescueContact[]): RescueContact[] =>
  contacts.filter(({ kind }) => kind === 'warning');
