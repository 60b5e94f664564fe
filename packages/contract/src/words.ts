/**
 * What a form says about a field. The server answers with these sentences and the browser checks with them, so they are written
 * once; the site translates them by looking them up.
 */
export const words = {
  invalidEmail: 'Please enter a valid email address',
  passwordRequired: 'Password is required',
  passwordTooShort: 'Password must be at least 8 characters',
  passwordTooLong: 'Password must be at most 200 characters',
  passwordCommon: 'This password is too easy to guess. Please choose another one',
  confirmationRequired: 'Please confirm your password',
  passwordsDiffer: "Passwords don't match",
  firstNameRequired: 'First name is required',
  lastNameRequired: 'Last name is required',
  businessNameRequired: 'Business name is required',
  representativeNameRequired: 'Representative name is required',
  representativeSurnameRequired: 'Representative surname is required',
  organizationNameRequired: 'Organization name is required',
  contactNameRequired: 'Contact person name is required',
  contactSurnameRequired: 'Contact person surname is required',
  licenseRequired: 'Regulatory license number is required',
  organizationTypeRequired: 'Organization type is required',
  invalidPhone: 'Please enter a valid cellphone number',
  tokenRequired: 'Please enter your verification token',
  codeRequired: 'Please enter the code',
  ratingRequired: 'Please select a rating',
  experienceRequired: 'Please describe your experience',
  providerNameRequired: 'Provider name is required',
  nameRequired: 'Name is required',
  subjectRequired: 'Subject is required',
  messageRequired: 'Message is required',
  passkeyNameRequired: 'Please give the passkey a name',
} as const;
