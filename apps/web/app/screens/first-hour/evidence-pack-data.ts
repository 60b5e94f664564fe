/** The evidence pack as data: made from the form on this device, turned into text, JSON, messages and a scam report. */
import { countryCodes, isAfricanCountry } from '@hakiki/contract/country-codes';
import { textLimits } from '@hakiki/contract/limits';
import type { Ticks } from '../../lib/browser/first-hour-ticks.ts';
import type { Values } from '../../lib/forms/forms.ts';
import { m } from '../../paraglide/messages.js';

export const MAX_PAYMENTS = 10;
export const paymentFields = ['amount', 'currency', 'time', 'reference', 'from', 'to'] as const;
type Payment = Record<(typeof paymentFields)[number], string>;

export interface Picture {
  name: string;
  bytes: number;
  sha256: string;
}

export interface EvidencePack {
  format: 'hakiki-evidence-pack/1';
  createdAt: string;
  timeZone: string;
  country: string;
  person: { name: string; contact: string };
  police: { reference: string; officer: string };
  against: { name: string; addresses: string[] };
  story: string;
  timeline: string[];
  payments: Payment[];
  pictures: Picture[];
  stepsTaken: { step: string; at: string }[];
  note: string;
}

const toLines = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

export const toPaymentField = (index: number, field: string): string => `payment${index}-${field}`;

/** How many payments the form shows: those with a value, and at least one. */
export const countPayments = (values: Values): number =>
  Math.max(
    1,
    ...Array.from({ length: MAX_PAYMENTS }, (_, index) =>
      paymentFields.some((field) => values[toPaymentField(index, field)]?.trim()) ? index + 1 : 0,
    ),
  );

export const parsePictures = (text: string | undefined): Picture[] => {
  try {
    return text ? (JSON.parse(text) as Picture[]) : [];
  } catch {
    return [];
  }
};

/** Pictures stay on the device: the pack has their name, size and SHA-256, which later proves that nothing changed. */
export async function describePicture(file: File): Promise<Picture> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const sha256 = [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return { name: file.name, bytes: file.size, sha256 };
}

export function createPack(values: Values, ticks: Ticks, now = new Date()): EvidencePack {
  const read = (name: string) => values[name]?.trim() ?? '';
  const country = read('country');
  const payments = Array.from(
    { length: MAX_PAYMENTS },
    (_, index) =>
      Object.fromEntries(paymentFields.map((field) => [field, read(toPaymentField(index, field))])) as Payment,
  ).filter((payment) => Object.values(payment).some(Boolean));
  return {
    format: 'hakiki-evidence-pack/1',
    createdAt: now.toISOString(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    country: isAfricanCountry(country) ? countryCodes[country] : '',
    person: { name: read('name'), contact: read('contact') },
    police: { reference: read('policeReference'), officer: read('policeOfficer') },
    against: { name: read('against'), addresses: toLines(values['addresses']) },
    story: read('story'),
    timeline: toLines(values['timeline']),
    payments,
    pictures: parsePictures(values['pictures']),
    stepsTaken: Object.entries(ticks)
      .filter(([step]) => !country || step.startsWith(`${country}/`))
      .map(([step, at]) => ({ step, at }))
      .toSorted((one, other) => one.at.localeCompare(other.at)),
    note: m.pack_no_fee(),
  };
}

export const paymentLabels: Record<keyof Payment, () => string> = {
  amount: m.pack_amount,
  currency: m.pack_currency,
  time: m.pack_time,
  reference: m.pack_reference,
  from: m.pack_from,
  to: m.pack_to,
};

const describePayment = (payment: Payment): string =>
  paymentFields.flatMap((field) => (payment[field] ? `${paymentLabels[field]()}: ${payment[field]}` : [])).join('; ');

/** Title and lines, the same on paper and in the text file. */
export function listSections(pack: EvidencePack): { title: string; lines: string[] }[] {
  const optional = (label: string, value: string) => (value ? [`${label}: ${value}`] : []);
  return [
    {
      title: m.pack_section_who(),
      lines: [
        ...optional(m.pack_name(), pack.person.name),
        ...optional(m.pack_contact(), pack.person.contact),
        ...optional(m.pack_country(), pack.country),
        ...optional(m.pack_police_reference(), pack.police.reference),
        ...optional(m.pack_police_officer(), pack.police.officer),
      ],
    },
    {
      title: m.pack_section_against(),
      lines: [...optional(m.pack_against(), pack.against.name), ...pack.against.addresses],
    },
    { title: m.pack_story(), lines: toLines(pack.story) },
    { title: m.pack_timeline(), lines: pack.timeline },
    { title: m.pack_section_payments(), lines: pack.payments.map(describePayment) },
    {
      title: m.pack_section_pictures(),
      lines: pack.pictures.map(({ name, bytes, sha256 }) => `${name} (${bytes} B) SHA-256 ${sha256}`),
    },
    { title: m.pack_section_steps(), lines: pack.stepsTaken.map(({ step, at }) => `${at} ${step}`) },
  ].filter(({ lines }) => lines.length > 0);
}

export const toText = (pack: EvidencePack): string =>
  [
    `${m.pack_title()}, ${pack.createdAt} (${pack.timeZone})`,
    ...listSections(pack).map(({ title, lines }) => [title, ...lines].join('\n')),
    pack.note,
  ].join('\n\n');

/** The fields of the scam report form; what the pack does not know stays for the person to fill in. */
export function toScamReport(values: Values, pack: EvidencePack): Values {
  const [first] = pack.payments;
  return {
    title: pack.against.name && m.pack_report_title({ name: pack.against.name }).slice(0, textLimits.title),
    description: [pack.story, ...pack.timeline].filter(Boolean).join('\n').slice(0, textLimits.text),
    affectedCountries: values['country'] ?? '',
    affectedProvider: pack.against.name.slice(0, textLimits.title),
    amountLost: first ? `${first.amount} ${first.currency}`.trim().slice(0, 100) : '',
    evidenceDescription: pack.pictures
      .map(({ name, sha256 }) => `${name} (SHA-256 ${sha256})`)
      .join('\n')
      .slice(0, textLimits.text),
    additionalDetails: [...pack.against.addresses, ...pack.payments.map(describePayment)]
      .join('\n')
      .slice(0, textLimits.text),
  };
}
