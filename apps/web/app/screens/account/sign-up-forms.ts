/** The three registration forms. All redirect to the login, since registering does not sign in. */
import { BusinessSignUp, IndividualSignUp, RegtechSignUp } from '@hakiki/contract/sign-up';
import { authUser } from '../../lib/api/auth.ts';
import { describeForm } from '../../lib/forms/forms.ts';
import { currentLanguage } from '../../lib/language/language.ts';
import { to } from '../../lib/pages/paths.ts';
import { write } from '../../lib/api/writes.ts';
import { m } from '../../paraglide/messages.js';

const signUp = write('POST', '/api/auth/signup', { refreshes: [authUser] });
const shared = {
  write: signUp,
  failure: { title: m.signup_failed, fallback: m.server_unexpected },
  next: () => to('/signup?login=true&created=1'),
};
const fixedFor = (userType: 'user' | 'business' | 'regtech') => () => ({ userType, language: currentLanguage() });

export const signUpForms = {
  individual: describeForm({ ...shared, name: 'individual', schema: IndividualSignUp, fixed: fixedFor('user') }),
  business: describeForm({ ...shared, name: 'business', schema: BusinessSignUp, fixed: fixedFor('business') }),
  regtech: describeForm({ ...shared, name: 'regtech', schema: RegtechSignUp, fixed: fixedFor('regtech') }),
};
