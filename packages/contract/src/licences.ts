/** Which provider may do what in which country: the law there, its registers, and what they say. */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import {
  confidences,
  entryStates,
  licenceChangeKinds,
  licenceLimits,
  licenceStates,
  regimeKinds,
} from './licence-values.ts';
import { textLimits } from './limits.ts';
import { id, IsoTime, knownCountry, list, text } from './schema.ts';

export const RegisterId = id<'RegisterId'>();
export type RegisterId = z.infer<typeof RegisterId>;

const country = text(60);
const url = text(2000);

/** The law of a country about crypto services, according to a source. */
export const Regime = z.object({
  country,
  regulator: text(textLimits.title),
  regulatorUrl: url,
  regime: z.enum(regimeKinds),
  instrument: text(500),
  /** A year, a month or a day. */
  since: z.nullable(text(10)),
  /** In English. */
  summary: text(textLimits.text),
  sourceName: text(textLimits.title),
  sourceUrl: z.nullable(url),
  /** The date of the source: a year, a month or a day. Null if it is undated. */
  asOf: z.nullable(text(10)),
  confidence: z.enum(confidences),
  /** When we read the source. */
  checkedOn: z.iso.date(),
});
export type Regime = z.infer<typeof Regime>;

export const CountryRegime = z.object({ country, regime: z.nullable(Regime) });
export type CountryRegime = z.infer<typeof CountryRegime>;

/** A public register of a regulator. */
export const Register = z.object({
  id: RegisterId,
  country,
  authority: text(textLimits.title),
  name: text(textLimits.title),
  url,
  /** The date of the newest file, and when we read it. Null before the first file was confirmed. */
  asOf: z.nullable(z.iso.date()),
  checkedOn: z.nullable(z.iso.date()),
});
export type Register = z.infer<typeof Register>;

/** One entry of a register, as written there. */
export const LicenceEntry = z.object({
  register: Register,
  /** Identifies the entry in its register: its number, or the holder without one. */
  key: text(textLimits.title),
  holder: text(textLimits.title),
  number: z.nullable(text(100)),
  scope: list(text(textLimits.title), licenceLimits.scope),
  state: z.enum(entryStates),
  grantedOn: z.nullable(z.iso.date()),
  endsOn: z.nullable(z.iso.date()),
  asOf: z.iso.date(),
  checkedOn: z.iso.date(),
  /** SHA-256 of the archived file that it was read from. */
  fileHash: text(64),
  /** The listed provider that it belongs to, if a person has confirmed that. */
  provider: z.nullable(z.object({ id: ProviderId, name: text(textLimits.title) })),
});
export type LicenceEntry = z.infer<typeof LicenceEntry>;

/** A warning that an authority has published. */
export const AuthorityWarning = z.object({
  country,
  authority: text(textLimits.title),
  title: text(textLimits.title),
  /** The names that the authority warns of, as written there. */
  names: list(text(textLimits.title), licenceLimits.names),
  publishedOn: z.iso.date(),
  checkedOn: z.iso.date(),
  url,
  providerId: z.nullable(ProviderId),
});
export type AuthorityWarning = z.infer<typeof AuthorityWarning>;

export const LicenceChange = z.object({
  id: id<'LicenceChangeId'>(),
  kind: z.enum(licenceChangeKinds),
  country,
  /** The authority of the regime or of the warning, or the name of the register. */
  source: text(textLimits.title),
  sourceUrl: z.nullable(url),
  /** The holder of the licence as written in the register, or the title of the warning; null for a regime. */
  subject: z.nullable(text(textLimits.title)),
  /** The state before and after: of a regime, or of an entry. Null for what was not there. */
  from: z.nullable(z.enum([...regimeKinds, ...entryStates, 'warned'])),
  to: z.nullable(z.enum([...regimeKinds, ...entryStates, 'warned'])),
  providerId: z.nullable(ProviderId),
  at: IsoTime,
});
export type LicenceChange = z.infer<typeof LicenceChange>;

export const CountryLicences = z.object({
  country,
  regime: z.nullable(Regime),
  registers: list(Register, licenceLimits.registers),
  entries: list(LicenceEntry, licenceLimits.entries),
  warnings: list(AuthorityWarning, licenceLimits.changes),
  /** Newest first. */
  changes: list(LicenceChange, licenceLimits.changes),
});
export type CountryLicences = z.infer<typeof CountryLicences>;

/** What a provider may do in a country, and what that rests on. */
export const ProviderLicence = z.object({
  country,
  state: z.enum(licenceStates),
  /** Checked more than 30 days ago: it says what was so then. */
  isOld: z.boolean(),
  scope: list(text(textLimits.title), licenceLimits.scope),
  holder: z.nullable(text(textLimits.title)),
  number: z.nullable(text(100)),
  /** The register, the authority that warns, or the source about the law; null if nothing was checked. */
  source: z.nullable(text(textLimits.title)),
  sourceUrl: z.nullable(url),
  asOf: z.nullable(text(10)),
  checkedOn: z.nullable(z.iso.date()),
  /** The countries of `licensed-elsewhere`. */
  elsewhere: list(country, 54),
});
export type ProviderLicence = z.infer<typeof ProviderLicence>;

const publicRead = { method: 'GET', access: 'public', cache: 'shared', rateLimit: 'read' } as const;

export const listRegimes = endpoint({
  ...publicRead,
  path: '/api/licences',
  summary: 'The law about crypto services in each of the 54 countries of Africa; null where nobody has checked.',
  reply: list(CountryRegime, 54),
  errors: [],
});

export const getCountryLicences = endpoint({
  ...publicRead,
  path: '/api/licences/:country',
  summary: 'The law, the registers, their entries, the warnings of authorities and the changes of one country.',
  params: z.object({ country: knownCountry() }),
  reply: CountryLicences,
  errors: ['NOT_FOUND'],
});

export const listLicenceChanges = endpoint({
  ...publicRead,
  path: '/api/licence-changes',
  summary: 'The newest changes of regimes, licences and warnings of authorities.',
  reply: list(LicenceChange, licenceLimits.changes),
  errors: [],
});

export const listProviderLicences = endpoint({
  ...publicRead,
  path: '/api/providers/:id/licences',
  summary: 'The one state of a provider in each country where it works, and in the chosen country, which comes first.',
  params: z.object({ id: ProviderId }),
  query: z.object({ country: z.optional(text(60)) }),
  reply: list(ProviderLicence, 61),
  errors: ['INVALID_INPUT', 'PROVIDER_NOT_FOUND'],
});

export const licenceEndpoints = [listRegimes, getCountryLicences, listLicenceChanges, listProviderLicences] as const;
