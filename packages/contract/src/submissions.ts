/** Providers that people propose for the directory. They are reviewed before publication. */
import * as z from 'zod/mini';
import { relationships, submissionTypes } from './submission-values.ts';
import { ProviderId } from './directory.ts';
import { endpoint } from './endpoint.ts';
import { filedFields } from './filed.ts';
import { minimums, textLimits } from './limits.ts';
import { submissionFields } from './public-form.ts';
import { limitLength, knownCountryList, email, optionalText, readable, text } from './schema.ts';
import { fieldError } from './field-error.ts';

/** A web address or an empty string. */
export const isWebAddress = (value: string): boolean => {
  if (value === '') return true;
  const { protocol, hostname } = URL.canParse(value) ? new URL(value) : { protocol: '', hostname: '' };
  return /^https?:$/.test(protocol) && hostname.includes('.');
};

const currentYear = (): number => new Date().getUTCFullYear();

/** A form sends it as a string; an empty one removes the year. */
/* @__NO_SIDE_EFFECTS__ */
export function yearFoundedSchema() {
  return z.optional(
    z.pipe(
      z
        .union([z.number(), z.string(), z.null()])
        .check(
          z.refine(
            (value) =>
              value === '' ||
              value === null ||
              (Number.isInteger(Number(value)) &&
                Number(value) >= minimums.providerYear &&
                Number(value) <= currentYear()),
            { error: () => fieldError('YEAR_OUT_OF_RANGE', { max: currentYear() }) },
          ),
        ),
      z.transform((value: string | number | null) => (value === '' || value === null ? null : Number(value))),
    ),
  );
}

export const NewSubmission = z.object({
  name: z
    .string(fieldError('SUBMISSION_NAME_TOO_SHORT'))
    .check(
      readable(),
      z.minLength(minimums.providerName, fieldError('SUBMISSION_NAME_TOO_SHORT')),
      limitLength(textLimits.title),
    ),
  type: z.enum(submissionTypes, fieldError('SUBMISSION_TYPE_REQUIRED')),
  description: z
    .string(fieldError('SUBMISSION_DESCRIPTION_TOO_SHORT'))
    .check(
      readable(),
      z.minLength(minimums.providerDescription, fieldError('SUBMISSION_DESCRIPTION_TOO_SHORT')),
      limitLength(textLimits.text),
    ),
  website: z.optional(
    z.string().check(readable(), limitLength(2000), z.refine(isWebAddress, { error: fieldError('INVALID_URL') })),
  ),
  countries: knownCountryList('COUNTRY_REQUIRED'),
  established: yearFoundedSchema(),
  licenseInfo: optionalText(500),
  contactEmail: email(),
  contactPhone: optionalText(30),
  submitterName: z
    .string(fieldError('YOUR_NAME_TOO_SHORT'))
    .check(readable(), z.minLength(minimums.submitterName, fieldError('YOUR_NAME_TOO_SHORT')), limitLength(100)),
  submitterEmail: email(),
  relationship: z.enum(relationships, fieldError('RELATIONSHIP_REQUIRED')),
  additionalInfo: optionalText(textLimits.text),
  /** A ticked checkbox of a form without scripts sends 'on'. */
  agreeToTerms: z.pipe(
    z.unknown().check(
      z.refine((value) => value === true || value === 'true' || value === 'on', {
        error: fieldError('TERMS_REQUIRED'),
      }),
    ),
    z.transform(() => true as const),
  ),
  /** Sent by the form, but ignored: our team decides them. */
  verificationStatus: z.optional(z.unknown()),
  riskScore: z.optional(z.unknown()),
  ...submissionFields,
});
export type NewSubmission = z.infer<typeof NewSubmission>;

export const submitProvider = endpoint({
  method: 'POST',
  path: '/api/providers',
  summary: 'Proposes a provider for the directory. It is listed once our team has approved it.',
  access: 'public',
  body: NewSubmission,
  reply: z.object({
    id: ProviderId,
    name: text(textLimits.title),
    verificationStatus: z.literal('Pending'),
    riskScore: z.literal('Medium'),
    reviewState: z.literal('pending'),
    ...filedFields,
  }),
  status: 201,
  errors: ['INVALID_INPUT', 'PROOF_MISSING', 'KEY_REUSED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'report',
  idempotencyKey: true,
});
