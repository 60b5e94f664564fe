/** The facts of a provider's page that an administrator enters and that its business may propose. */
import * as z from 'zod/mini';
import { MAX_SECURITY_FEATURES, securityFeatureStates } from './directory.ts';
import { fieldError } from './field-error.ts';
import { limitLength, list, optionalText, publishedText, readable, requiredPublished } from './schema.ts';
import { yearFoundedSchema } from './submissions.ts';

/** The largest number that the database column can hold. */
const MAX_USERS = 2_147_483_647;
const DIGITS = /^(?:\d+|\d{1,3}(?:[ ,\u00A0\u202F]\d{3})+)$/;
const toDigits = (value: string | number) => Number(String(value).replaceAll(/\D/g, ''));

/** A number, also as people write it: '120,000' or '120 000'. An empty string removes it. */
/* @__NO_SIDE_EFFECTS__ */
function userCountSchema() {
  return z.optional(
    z.pipe(
      z
        .union([z.number(), z.string(), z.null()], 'USER_COUNT_INVALID')
        .check(
          z.refine(
            (value) => value === null || value === '' || (DIGITS.test(String(value)) && toDigits(value) <= MAX_USERS),
            { error: fieldError('USER_COUNT_INVALID') },
          ),
        ),
      z.transform((value: string | number | null) => (value === '' || value === null ? null : toDigits(value))),
    ),
  );
}

const MAX_FEATURE_LENGTH = 100;
const MAX_INSURANCE_LENGTH = 500;

const NewSecurityFeature = z.object({
  name: requiredPublished('FEATURE_NAME_REQUIRED', MAX_FEATURE_LENGTH),
  state: z.enum(securityFeatureStates),
});

/** An empty text removes a fact. */
export const factFields = {
  established: yearFoundedSchema(),
  userCount: userCountSchema(),
  securityFeatures: z.optional(list(NewSecurityFeature, MAX_SECURITY_FEATURES)),
  insurance: z.optional(publishedText(MAX_INSURANCE_LENGTH)),
};

/** Names as a list, or one per line of a form. */
const featureNames = z.pipe(
  z.union([z.array(z.string()), z.string()]),
  z.pipe(
    z.transform((value: string | string[]) =>
      (typeof value === 'string' ? value.split('\n') : value).map((name) => name.trim()).filter(Boolean),
    ),
    list(z.string().check(readable(), limitLength(MAX_FEATURE_LENGTH)), MAX_SECURITY_FEATURES),
  ),
);

/** What a business may propose: it names its security features, and we decide which of them are confirmed. */
export const proposedFactFields = {
  ...factFields,
  securityFeatures: z.optional(featureNames),
  insurance: optionalText(MAX_INSURANCE_LENGTH),
};
