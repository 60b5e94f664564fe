/**
 * Registers in the admin console. One person of staff proposes, a second one confirms exactly what was shown. Only
 * administrators add registers, laws and warnings.
 */
import * as z from 'zod/mini';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import {
  confidences,
  entryStates,
  licenceLimits,
  licenceProposalKinds,
  regimeKinds,
  registerFormats,
  warningStatuses,
} from './licence-values.ts';
import { LicenceEntry, Register, RegisterId } from './licences.ts';
import { textLimits } from './limits.ts';
import { fieldError } from './field-error.ts';
import { id, IsoTime, knownCountry, limitLength, list, readable, requiredPublished, text } from './schema.ts';
import { queueReadDefaults, queueWriteDefaults, staffCommonErrors, staffWriteDefaults } from './staff.ts';
import { isWebAddress } from './submissions.ts';

export const LicenceProposalId = id<'LicenceProposalId'>();
export type LicenceProposalId = z.infer<typeof LicenceProposalId>;

const authority = requiredPublished('AUTHORITY_REQUIRED', textLimits.title);
const name = requiredPublished('NAME_REQUIRED', textLimits.title);
const optionalUrl = z
  .string()
  .check(readable(), limitLength(2000), z.refine(isWebAddress, { error: fieldError('INVALID_URL') }));
const url = optionalUrl.check(z.minLength(1, fieldError('INVALID_URL')));
const today = (): string => new Date().toISOString().slice(0, 10);
const day = z.iso
  .date({ error: fieldError('CHECKED_DAY_INVALID') })
  .check(z.refine((value) => value >= '2000-01-01' && value <= today(), { error: fieldError('CHECKED_DAY_INVALID') }));
const UUID = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i;
/** A provider by its id or the address of its page; nothing for none. */
const pastedProvider = z.pipe(
  z
    .nullable(text(2000))
    .check(z.refine((value) => !value || UUID.test(value), { error: fieldError('PROVIDER_NAME_REQUIRED') })),
  z.transform((value: string | null) => (UUID.exec(value ?? '')?.[0]?.toLowerCase() ?? null) as ProviderId | null),
);
/** Names as a list, or separated by semicolons as a form sends them. */
const pastedNames = z
  .pipe(
    z.union([list(text(textLimits.title), licenceLimits.names), text(2000)]),
    z.transform((value: string | string[]) =>
      (typeof value === 'string' ? value.split(';') : value).map((one) => one.trim()).filter(Boolean),
    ),
  )
  .check(z.minLength(1, fieldError('NAME_REQUIRED')), z.maxLength(licenceLimits.names));
/** A year, a month or a day; empty if unknown. */
const roughDay = z.string().check(z.regex(/^(?:\d{4}(?:-\d\d(?:-\d\d)?)?)?$/, fieldError('CHECKED_DAY_INVALID')));

export const AdminRegister = z.extend(Register, {
  fileUrl: z.nullable(text(2000)),
  format: z.enum(registerFormats),
  /** Why the last automatic reading failed. */
  fault: z.nullable(text(textLimits.title)),
  lastReadAt: z.nullable(IsoTime),
  fileHash: z.nullable(text(64)),
});
export type AdminRegister = z.infer<typeof AdminRegister>;

/** A line of the preview: what an entry says today, and what it would say. */
export const EntryDifference = z.object({
  key: text(textLimits.title),
  holder: text(textLimits.title),
  from: z.nullable(z.enum(entryStates)),
  to: z.enum(entryStates),
});
export type EntryDifference = z.infer<typeof EntryDifference>;

export const LicenceProposal = z.object({
  id: LicenceProposalId,
  kind: z.enum(licenceProposalKinds),
  country: text(60),
  title: text(textLimits.text),
  proposedBy: z.nullable(text(254)),
  isOwn: z.boolean(),
  createdAt: IsoTime,
  /** A hash of the shown change; a confirmation repeats it, so that nobody confirms something else. */
  seen: text(64),
  /** Set for the file of a register: SHA-256 of its bytes, how many entries stay the same, and which change. */
  fileHash: z.nullable(text(64)),
  unchanged: z.nullable(z.int()),
  differences: list(EntryDifference, licenceLimits.entries * 2),
  /** Other proposals, field by field. */
  fields: list(z.object({ name: text(40), value: text(textLimits.text) }), 20),
});
export type LicenceProposal = z.infer<typeof LicenceProposal>;

export const ClaimNotFound = z.object({ id: ProviderId, name: text(textLimits.title), licenseInfo: text(500) });
export type ClaimNotFound = z.infer<typeof ClaimNotFound>;

export const getLicenceTasks = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/licences',
  summary:
    'The registers, the proposals that wait for a second person, entries without a provider, and claims that no register knows.',
  reply: z.object({
    registers: list(AdminRegister, licenceLimits.registers),
    proposals: list(LicenceProposal, 50),
    unmatched: list(LicenceEntry, 50),
    claims: list(ClaimNotFound, 50),
  }),
  errors: staffCommonErrors,
});

export const addRegister = endpoint({
  ...staffWriteDefaults,
  method: 'POST',
  path: '/api/admin/licences/registers',
  summary: 'Adds a register. The public sees it once a file of it was confirmed.',
  body: z.object({
    country: knownCountry(),
    authority,
    name,
    url,
    /** Where the worker reads the file; without it, people upload it. */
    fileUrl: optionalUrl,
    format: z.enum(registerFormats),
  }),
  reply: AdminRegister,
  status: 201,
  errors: ['INVALID_INPUT', ...staffCommonErrors, 'RATE_LIMITED'],
});

export const uploadRegisterFile = endpoint({
  ...queueWriteDefaults,
  method: 'PUT',
  path: '/api/admin/licences/registers/:id/file',
  summary: 'Uploads the file of a register as CSV or JSON; a second person confirms its differences.',
  params: z.object({ id: RegisterId }),
  query: z.object({ asOf: day }),
  body: z.instanceof(Uint8Array<ArrayBuffer>),
  uploadBytes: licenceLimits.fileBytes,
  reply: LicenceProposal,
  errors: [
    'INVALID_INPUT',
    ...staffCommonErrors,
    'REGISTER_NOT_FOUND',
    'REGISTER_FILE_REFUSED',
    'ALREADY_PROPOSED',
    'TOO_LARGE',
    'RATE_LIMITED',
  ],
});

export const getRegisterFile = endpoint({
  ...queueReadDefaults,
  path: '/api/admin/licences/files/:hash',
  summary:
    'The archived file of a register by its SHA-256, as it arrived. For staff only: not every authority lets others publish its register.',
  params: z.object({ hash: z.string().check(z.regex(/^[\da-f]{64}$/)) }),
  reply: z.instanceof(Uint8Array<ArrayBuffer>),
  isDownload: true,
  errors: [...staffCommonErrors, 'REGISTER_NOT_FOUND'],
});

const proposeDefaults = {
  ...staffWriteDefaults,
  method: 'POST',
  reply: LicenceProposal,
  status: 201,
} as const;
const proposeErrors = ['INVALID_INPUT', ...staffCommonErrors, 'ALREADY_PROPOSED', 'RATE_LIMITED'] as const;

export const proposeMatch = endpoint({
  ...proposeDefaults,
  access: 'moderator',
  path: '/api/admin/licences/matches',
  summary: 'Proposes that an entry of a register belongs to a provider, or to none.',
  body: z.object({ registerId: RegisterId, key: text(textLimits.title), providerId: pastedProvider }),
  errors: [...proposeErrors, 'REGISTER_NOT_FOUND', 'PROVIDER_NOT_FOUND'],
});

export const proposeRegime = endpoint({
  ...proposeDefaults,
  path: '/api/admin/licences/regimes',
  summary: 'Proposes a new text about the law of a country, with its source.',
  body: z.object({
    country: knownCountry(),
    regulator: authority,
    regulatorUrl: url,
    regime: z.enum(regimeKinds),
    instrument: requiredPublished('TITLE_REQUIRED', 500),
    since: roughDay,
    summary: requiredPublished('DESCRIPTION_REQUIRED', textLimits.text),
    sourceName: authority,
    sourceUrl: url,
    asOf: roughDay,
    confidence: z.enum(confidences),
  }),
  errors: proposeErrors,
});

export const proposeWarning = endpoint({
  ...proposeDefaults,
  path: '/api/admin/licences/warnings',
  summary: 'Proposes the warning of an authority, or that it was lifted.',
  body: z.object({
    country: knownCountry(),
    authority,
    title: requiredPublished('TITLE_REQUIRED', textLimits.title),
    names: pastedNames,
    publishedOn: day,
    url,
    providerId: pastedProvider,
    status: z.enum(warningStatuses),
  }),
  errors: [...proposeErrors, 'PROVIDER_NOT_FOUND'],
});

const settleErrors = [...staffCommonErrors, 'PROPOSAL_NOT_FOUND', 'ALREADY_DECIDED', 'RATE_LIMITED'] as const;
const settleReply = z.object({ id: LicenceProposalId });

export const confirmLicenceProposal = endpoint({
  ...queueWriteDefaults,
  stepUp: true,
  method: 'POST',
  path: '/api/admin/licences/proposals/:id/confirm',
  summary: 'Confirms a proposal as a second person, exactly as it was shown.',
  params: z.object({ id: LicenceProposalId }),
  body: z.object({ seen: text(64) }),
  reply: settleReply,
  errors: ['INVALID_INPUT', ...settleErrors, 'STEP_UP_REQUIRED', 'OWN_PROPOSAL', 'PROPOSAL_OVERTAKEN'],
});

export const withdrawLicenceProposal = endpoint({
  ...queueWriteDefaults,
  method: 'POST',
  path: '/api/admin/licences/proposals/:id/withdraw',
  summary: 'Withdraws or rejects a proposal: nothing changes.',
  params: z.object({ id: LicenceProposalId }),
  reply: settleReply,
  errors: settleErrors,
});

export const licenceAdminEndpoints = [
  getLicenceTasks,
  addRegister,
  uploadRegisterFile,
  getRegisterFile,
  proposeMatch,
  proposeRegime,
  proposeWarning,
  confirmLicenceProposal,
  withdrawLicenceProposal,
] as const;
