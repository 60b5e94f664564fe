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
  titleTooShort: 'Title must be at least 10 characters',
  alertTypeRequired: 'Please select a scam type',
  severityRequired: 'Please select severity level',
  scamDescriptionTooShort: 'Description must be at least 50 characters',
  countryRequired: 'Please specify at least one country',
  tooManyCountries: 'Too many countries: at most 30',
  allRequired: 'Please fill in all required fields.',
  submissionNameTooShort: 'Provider name must be at least 2 characters',
  submissionTypeRequired: 'Please select a provider type',
  submissionDescriptionTooShort: 'Description must be at least 100 characters',
  invalidUrl: 'Please enter a valid URL',
  yourNameTooShort: 'Your name must be at least 2 characters',
  relationshipRequired: 'Please select your relationship to the provider',
  termsRequired: 'You must agree to the terms',
  titleRequired: 'Title is required',
  descriptionRequired: 'Description is required',
  textRequired: 'Text is required',
  reasonRequired: 'Please write down why',
  putOffDay: 'Please choose a day within the next two weeks',
  questionRequired: 'Please write a question',
  answerRequired: 'Please write an answer',
  appellantRequired: 'Please say who is asking',
  appealWishRequired: 'Please say what should happen',
  appealTooShort: 'Please say in at least 20 characters what is wrong',
  webhookUrlRequired: 'Please enter an address that begins with https:// and can be reached from the internet',
  webhookEventsRequired: 'Please choose at least one event',
  timeRequired: 'Please give a date and time',
  apiKeyNameRequired: 'Please provide a name for your API key',
  addressRequired: 'Please write an address such as 203.0.113.7, or a block such as 203.0.113.0/24',
  companyNameRequired: 'Company name is required',
  fileNameRequired: 'The file needs a name',
} as const;

/** Never the sentence about too little: whoever pasted too much has to be told so, and by how much. */
export const tooLong = (max: number, given: number): string =>
  `Too long: at most ${max.toLocaleString('en')} characters, and you wrote ${given.toLocaleString('en')}`;

export const tooDeep = (max: number): string =>
  `Lists can be read to entry ${max.toLocaleString('en')}. Please choose closer filters to see what follows`;

export const yearOutOfRange = (currentYear: number): string => `Year must be between 1990 and ${currentYear}`;
