/** The three registration forms. All redirect to the login, since registering does not sign in. */
import { BusinessSignUp, IndividualSignUp, RegtechSignUp } from '@hakiki/contract/sign-up';
import { authUser } from '../../lib/api/auth.ts';
import { defineForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { defineMutation } from '../../lib/api/mutations.ts';
import { m } from '../../paraglide/messages.js';
import { createdPath, parseSignUpUrl } from './sign-up-url.ts';

const signUp = defineMutation('POST', '/api/auth/signup', { refreshes: [authUser] });
const commonOptions = {
  mutation: signUp,
  failure: { title: m.signup_failed, fallback: m.error_unexpected },
  next: (_reply: unknown, at: URL) => createdPath({ returnPath: parseSignUpUrl(at.search).returnPath }),
};
const getFixedValues = (userType: 'user' | 'business' | 'regtech') => () => ({ userType, language: currentLanguage() });

export const signUpForms = {
  individual: defineForm({
    ...commonOptions,
    name: 'individual',
    schema: IndividualSignUp,
    getFixedValues: getFixedValues('user'),
  }),
  business: defineForm({
    ...commonOptions,
    name: 'business',
    schema: BusinessSignUp,
    getFixedValues: getFixedValues('business'),
  }),
  regtech: defineForm({
    ...commonOptions,
    name: 'regtech',
    schema: RegtechSignUp,
    getFixedValues: getFixedValues('regtech'),
  }),
};
