/** Becoming someone: registration and the proof of the address. */
import * as z from 'zod/mini';
import { type EndpointDefinition, endpoint } from './endpoint.ts';
import { minimums } from './limits.ts';
import { atMost, email, required, text } from './schema.ts';
import { languages } from './site.ts';
import { words } from './words.ts';

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
    .string(words.passwordTooShort)
    .check(z.minLength(minimums.password, words.passwordTooShort), z.maxLength(200, words.passwordTooLong));
}

/** Told at once, also while other fields are still wrong. */
/* @__NO_SIDE_EFFECTS__ */
export function samePasswords<Given extends { password: string; confirmPassword: string }>() {
  return z.refine<Given>(({ password, confirmPassword }) => !confirmPassword || password === confirmPassword, {
    path: ['confirmPassword'],
    error: words.passwordsDiffer,
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
}

/* @__NO_SIDE_EFFECTS__ */
export const confirmation = () =>
  z
    .string(words.confirmationRequired)
    .check(z.minLength(1, words.confirmationRequired), z.maxLength(200, words.passwordTooLong));

const contact = {
  email: email(),
  cellphoneNumber: z
    .string(words.invalidPhone)
    .check(z.trim(), z.minLength(minimums.phone, words.invalidPhone), atMost(30), z.regex(PHONE, words.invalidPhone)),
  password: newPassword(),
  confirmPassword: confirmation(),
  /** From a friend's link; a code nobody has is ignored. */
  referralCode: z.optional(text(40)),
  /** In which language to write to the person. */
  language: z.optional(z.enum(languages)),
};

export const IndividualSignUp = z
  .object({
    userType: z.literal('user'),
    firstName: required(words.firstNameRequired),
    lastName: required(words.lastNameRequired),
    ...contact,
  })
  .check(samePasswords());

export const BusinessSignUp = z
  .object({
    userType: z.literal('business'),
    businessName: required(words.businessNameRequired, 200),
    firstName: required(words.representativeNameRequired),
    lastName: required(words.representativeSurnameRequired),
    ...contact,
  })
  .check(samePasswords());

export const RegtechSignUp = z
  .object({
    userType: z.literal('regtech'),
    organizationName: required(words.organizationNameRequired, 200),
    regulatoryLicense: required(words.licenseRequired),
    organizationType: z.enum(organizationTypes, words.organizationTypeRequired),
    firstName: required(words.contactNameRequired),
    lastName: required(words.contactSurnameRequired),
    ...contact,
  })
  .check(samePasswords());

export const SignUp = z.discriminatedUnion('userType', [IndividualSignUp, BusinessSignUp, RegtechSignUp]);
export type SignUp = z.infer<typeof SignUp>;

/** A sentence for the person. */
export const Message = z.object({ message: text(500) });

export const signUp = endpoint({
  method: 'POST',
  path: '/api/auth/signup',
  summary: 'Creates an account and mails a link that proves the address. Signs nobody in.',
  access: 'public',
  body: SignUp,
  reply: z.extend(Message, { email: text(254) }),
  status: 201,
  errors: ['INVALID_INPUT', 'EMAIL_TAKEN', 'RATE_LIMITED'],
  cache: 'never',
  rateLimit: 'signUp',
});

const token = (missing: string) => z.string(missing).check(z.trim(), z.minLength(1, missing), atMost(200));
export const MailedToken = token(words.tokenRequired);

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  summary: 'Proves an address with the token that was mailed to it. A token works once.',
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
  summary: 'Mails a new link. The answer is the same whether or not the address has an account.',
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
