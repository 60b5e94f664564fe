/** Rescue contacts for visitors: who can stop a payment, with source, date and whether we confirmed it. */
import * as z from 'zod/mini';
import { countryCodes } from './country-codes.ts';
import { endpoint } from './endpoint.ts';
import { Regime } from './licences.ts';
import { rescueConfidences, rescueKinds, rescueRails, rescueStates } from './rescue-values.ts';
import { list, text } from './schema.ts';

export const RescueContactId = text(80).check(z.regex(/^[a-z0-9-]+$/));

export const rescueContactFacts = {
  name: text(200),
  contact: text(200),
  howTo: text(1000),
  sourceName: text(200),
  sourceUrl: z.nullable(text(500)),
  /** The date of the source, as exact as it is known. */
  asOf: z.nullable(text(10)),
  confidence: z.enum(rescueConfidences),
};

export const RescueContact = z.object({
  id: RescueContactId,
  rail: z.enum(rescueRails),
  kind: z.enum(rescueKinds),
  ...rescueContactFacts,
  /** Our French translation of `howTo`, where people read French. None of a text that staff have changed. */
  howToFr: z.nullable(text(1000)),
  state: z.enum(rescueStates),
  /** The day on which we called or a visitor said that it does not work. */
  stateOn: z.nullable(z.iso.date()),
});
export type RescueContact = z.infer<typeof RescueContact>;

export const RescueCountry = z.object({
  /** Where the law of the country says that it prohibits crypto: a report may admit an offence there. */
  prohibition: z.nullable(
    z.pick(Regime, { sourceName: true, sourceUrl: true, asOf: true, confidence: true, checkedOn: true }),
  ),
  /** Whom the law of the country names as the authority, if that was checked. */
  authority: z.nullable(
    z.pick(Regime, {
      regulator: true,
      regulatorUrl: true,
      sourceName: true,
      sourceUrl: true,
      asOf: true,
      confidence: true,
      checkedOn: true,
    }),
  ),
  contacts: list(RescueContact, 100),
});
export type RescueCountry = z.infer<typeof RescueCountry>;

export const getRescueCountry = endpoint({
  method: 'GET',
  path: '/api/rescue/:country',
  summary:
    'Whom to reach after a loss in a country (ISO code), with source, date and whether we confirmed the contact, its authority for crypto services, and whether a report may admit an offence there.',
  access: 'public',
  params: z.object({ country: z.enum(Object.values(countryCodes)) }),
  reply: RescueCountry,
  errors: ['INVALID_INPUT'],
  cache: 'brief',
  rateLimit: 'read',
});

export const reportDeadContact = endpoint({
  method: 'POST',
  path: '/api/rescue/contacts/:id/dead',
  summary: 'Says that a contact does not work. It is marked at once, and staff call it.',
  access: 'public',
  params: z.object({ id: RescueContactId }),
  reply: RescueContact,
  errors: ['INVALID_INPUT', 'RESCUE_CONTACT_NOT_FOUND', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'deadContact',
});

export const rescueEndpoints = [getRescueCountry, reportDeadContact] as const;
