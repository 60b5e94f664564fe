/** Registration and email verification. */
import * as z from 'zod/mini';
import { type EndpointDefinition, endpoint } from './endpoint.ts';
import { minimums } from './limits.ts';
import { limitLength, email, required, text } from './schema.ts';
import { languages } from './site.ts';
import { fieldError } from './field-error.ts';
import type { PlainFieldCode } from './field-errors.ts';

export const organizationTypes = [
  'bank',
  'financial_institution',
  'regulator',
  'compliance_firm',
  'fintech',
  'crypto_exchange',
  'other',
] as const;

const PHONE = /^[+()\d\s./-]*$/;

/* @__NO_SIDE_EFFECTS__ */
export function newPassword() {
  return z
    .string(fieldError('PASSWORD_TOO_SHORT'))
    .check(
      z.minLength(minimums.password, fieldError('PASSWORD_TOO_SHORT')),
      z.maxLength(200, fieldError('PASSWORD_TOO_LONG')),
    );
}

/** Reported at once, even if other fields are invalid too. */
/* @__NO_SIDE_EFFECTS__ */
export function requireSamePasswords<PasswordFields extends { password: string; confirmPassword: string }>() {
  return z.refine<PasswordFields>(({ password, confirmPassword }) => !confirmPassword || password === confirmPassword, {
    path: ['confirmPassword'],
    error: fieldError('PASSWORDS_DIFFER'),
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
}

/* @__NO_SIDE_EFFECTS__ */
export const passwordConfirmation = () =>
  z
    .string(fieldError('CONFIRMATION_REQUIRED'))
    .check(z.minLength(1, fieldError('CONFIRMATION_REQUIRED')), z.maxLength(200, fieldError('PASSWORD_TOO_LONG')));

const contactFields = {
  email: email(),
  cellphoneNumber: z
    .string(fieldError('INVALID_PHONE'))
    .check(
      z.trim(),
      z.minLength(minimums.phone, fieldError('INVALID_PHONE')),
      limitLength(30),
      z.regex(PHONE, fieldError('INVALID_PHONE')),
    ),
  password: newPassword(),
  confirmPassword: passwordConfirmation(),
  /** From a referral link; an unknown code is ignored. */
  referralCode: z.optional(text(40)),
  /** The language of emails to the user. */
  language: z.optional(z.enum(languages)),
};

export const IndividualSignUp = z
  .object({
    userType: z.literal('user'),
    firstName: required('FIRST_NAME_REQUIRED'),
    lastName: required('LAST_NAME_REQUIRED'),
    ...contactFields,
  })
  .check(requireSamePasswords());

export const BusinessSignUp = z
  .object({
    userType: z.literal('business'),
    businessName: required('BUSINESS_NAME_REQUIRED', 200),
    firstName: required('REPRESENTATIVE_NAME_REQUIRED'),
    lastName: required('REPRESENTATIVE_SURNAME_REQUIRED'),
    ...contactFields,
  })
  .check(requireSamePasswords());

export const RegtechSignUp = z
  .object({
    userType: z.literal('regtech'),
    organizationName: required('ORGANIZATION_NAME_REQUIRED', 200),
    regulatoryLicense: required('LICENSE_REQUIRED'),
    organizationType: z.enum(organizationTypes, fieldError('ORGANIZATION_TYPE_REQUIRED')),
    firstName: required('CONTACT_NAME_REQUIRED'),
    lastName: required('CONTACT_SURNAME_REQUIRED'),
    ...contactFields,
  })
  .check(requireSamePasswords());

export const SignUp = z.discriminatedUnion('userType', [IndividualSignUp, BusinessSignUp, RegtechSignUp]);
export type SignUp = z.infer<typeof SignUp>;

export const Message = z.object({ message: text(500) });

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Creates an account and emails a link to verify the address. Does not sign in.',
  access: 'public',
  body: SignUp,
  reply: z.extend(Message, { email: text(254) }),
  status: 201,
  errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'signUp',
});

const tokenSchema = (missingCode: PlainFieldCode) =>
  z.string(missingCode).check(z.trim(), z.minLength(1, missingCode), limitLength(200));
export const MailedToken = tokenSchema('TOKEN_REQUIRED');

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Verifies an address with the token that was emailed to it. A token works once.',
  access: 'public',
  body: z.object({ token: MailedToken }),
  reply: Message,
  errors: ['INVALID_INPUT', 'VERIFICATION_LINK_INVALID', 'EMAIL_ALREADY_VERIFIED', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'mailedLink',
});

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  summary: 'Emails a new link. The response is the same whether or not the address has an account.',
  access: 'public',
  body: z.object({ email: email() }),
  reply: Message,
  errors: ['INVALID_INPUT', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'mailRequest',
});

export const signUpEndpoints = [
  signUp,
  verifyEmail,
  resendVerification,
] as const satisfies readonly EndpointDefinition[];
