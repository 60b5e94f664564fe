import { alertTypes, severities } from './alert-values.ts';
import { filterableStatuses, providerTypes } from './directory-values.ts';
import { riskFilters } from './risk.ts';

/** Descriptions of the public API's parameters, for the OpenAPI document and the English documentation. */
export const v1ParameterDescriptions = {
  id: 'The id of a provider or alert, as the list gives it.',
  search: 'Words in the name, other names, description or website of a provider.',
  within: 'names searches only in the names of a provider.',
  country:
    'A country in which the provider works or the scam happens, by its English name. Of a check: the country of the person.',
  type: 'One or more kinds of provider, joined by commas.',
  verificationStatus: 'One or more verdicts, joined by commas.',
  riskScore:
    'One or more of Low, Medium, High and Unassessed (not scored yet), joined by commas. A flagged provider is High.',
  sort: 'Sort order.',
  limit: 'Maximum number of results per page.',
  offset: 'Number of results to skip. The Link header contains the next page.',
  updated_since: 'Only changes since this time, oldest first. The Link header contains the next page.',
  after: 'Where the previous page ended, as given in Link. Only with updated_since.',
  reportType: 'The type of issue.',
  description: 'What happened, in the words of the reporter.',
  severity: 'How serious it is. A list of alerts takes several, joined by commas.',
  reporterLocation: 'Where the person is. It is never public.',
  providerId: 'The provider it is about.',
  alertType: 'One or more types of scam, joined by commas.',
  inputs: 'What to check, each as a person would paste it. All of them together are at most 256 kB.',
  numberIs: 'What numbers are that may be several things.',
} as const satisfies Record<string, string>;
export type V1ParameterName = keyof typeof v1ParameterDescriptions;

/** The values of parameters whose schemas do not list them, because they read any letter case. */
export const v1ParameterValues: Readonly<Record<string, readonly string[]>> = {
  type: providerTypes,
  verificationStatus: filterableStatuses,
  riskScore: riskFilters,
  severity: severities,
  alertType: alertTypes,
};

const providerFields = {
  id: 'The id of the provider.',
  name: 'The name under which it is known.',
  otherNames: 'Other names, such as earlier ones.',
  type: 'The kind of provider.',
  description: 'What it does.',
  logoUrl: 'The address of its logo, or null.',
  website: 'Its website, or null. Link to it only if the provider is not flagged or suspended.',
  verificationStatus: 'Our verdict. Suspended providers are in no list except that of changes.',
  flaggedReasons: 'Why it is flagged; empty if it is not.',
  riskScore: 'The risk level. If all three scores below are 0, the provider was not assessed yet.',
  rating: 'The average of approved reviews, from 1.0 to 5.0; 0.0 without reviews.',
  reviewCount: 'The number of approved reviews.',
  countries: 'The countries in which it works, by their English names in lowercase.',
  established: 'The year in which it was established, or null.',
  userCount: 'The number of its users as it states it, or null.',
  licenseInfo: 'The licence that it claims, or null. See the call for compliance.',
  regulatoryCompliance: 'From 0 to 100, higher is better.',
  userSatisfaction: 'From 0 to 100, higher is better.',
  securityMeasures: 'From 0 to 100, higher is better.',
  certifications: 'Badges that our team gave it.',
  securityFeatures: 'Security features, and whether we confirmed them.',
  insurance: 'What is insured, or null if not disclosed.',
} as const;

/** Descriptions of the fields in the public API's responses. */
export const v1FieldDescriptions = {
  Provider: providerFields,
  Compliance: {
    providerId: providerFields.id,
    verificationStatus: providerFields.verificationStatus,
    riskScore: providerFields.riskScore,
    licenseInfo: 'The licence that it claims, or null.',
    regulatoryCompliance: providerFields.regulatoryCompliance,
    userSatisfaction: providerFields.userSatisfaction,
    securityMeasures: providerFields.securityMeasures,
    certifications: providerFields.certifications,
    evidence:
      'What our verdict rests on, last checked first: authority is the regulator, sourceUrl its entry, checkedOn the day of our check.',
  },
  Review: {
    id: 'The id of the review.',
    rating: 'From 1 (bad) to 5 stars.',
    experience: 'The text of the review.',
    issueType: 'The kind of problem that it names, or none.',
    userLocation: 'The country of the person.',
    language: 'The language of the page on which it was written.',
    createdAt: 'When it was written.',
  },
  FraudAlert: {
    id: 'The id of the alert.',
    title: 'What it warns of, in a few words.',
    description: 'The whole text.',
    advice: 'What people should do, or null.',
    language: 'The language in which it is written.',
    alertType: 'The type of scam.',
    severity: 'How serious it is.',
    reportCount: 'The number of reports behind it.',
    affectedCountries: 'The countries in which it happens, by their English names in lowercase.',
    createdAt: 'When it was first reported.',
    providerId: 'The provider it is about, or null.',
  },
  FraudAlertDetail: {
    id: 'The id of the alert.',
    publishedAt: 'When it became public.',
    withdrawnAt: 'When it was withdrawn, or null. Stop warning then.',
    appealSince: 'Since when an appeal against it is pending, or null.',
    alert:
      'The alert as in the list, with checkedAt (when our team verified it), provider (id and name), indicators (kind and value of what to avoid), lostRand (reported losses in rand) and reply (of the provider). Null once it was withdrawn.',
  },
  CheckAnswer: {
    verdict:
      'The answer to this input: the most serious of its readings. nothingKnown does not mean that it is safe, and official is never given if anything else was found.',
    readings: 'What the input was read as, each with its own verdict; empty if it is nothing that we can check.',
    question: 'Set if a number may be several things: send it again with numberIs. Otherwise null.',
    reasons: 'Why, strongest first, each with source and date.',
    providers: 'Providers that own an address in the input or that it names, those with a warning first.',
    alerts: 'Public alerts about it, then those that have words in common with it.',
    similar: 'Providers with a similar name, if nothing else was found. None of them is the one in the input.',
    lookalike: 'The protected name that a website looks like, or null.',
    promisesProfit: 'True if the text promises a profit, as nearly all scams do.',
  },
  Report: {
    id: 'The id of the report.',
    reportType: 'The type of issue.',
    severity: 'How serious it is.',
    description: 'What happened, in the words of the reporter.',
    descriptionCut: 'True if the description is shortened.',
    reporterLocation: 'Where the person is. Sent only to those who may see it.',
    language: 'The language in which it was written.',
    createdAt: 'When it arrived.',
    providerId: 'The provider it is about, or null.',
    fraudAlertId: 'The fraud alert that it is part of, or null.',
    status: 'What became of it. It is public once our team looks into it.',
    appealSince: 'Since when an appeal against it is pending, or null.',
    reply: 'The reply of the provider, or null.',
  },
} as const satisfies Record<string, Record<string, string>>;
export type V1SchemaName = keyof typeof v1FieldDescriptions;

const alertFields = v1FieldDescriptions.FraudAlert;
const webhookEventFields = {
  type: 'The type of the event.',
  timestamp: 'When it happened.',
  data: 'What it is about.',
};

/** Descriptions of the schemas inside responses, of what is sent, and of webhook events, for the OpenAPI document. */
export const v1NestedDescriptions: Record<string, Record<string, string>> = {
  'FraudAlertDetail.alert': {
    ...alertFields,
    checkedAt: 'When our team verified it.',
    provider: 'The provider it is about, or null.',
    indicators: 'Links, numbers, names and wallets to avoid.',
    lostRand: 'Losses that its reports state, in rand; null if too few reports state one.',
    reply: 'The reply of the provider, or null.',
  },
  'FraudAlertDetail.alert.provider': { id: 'Its id, or null if it has no page.', name: 'Its name.' },
  Evidence: {
    id: 'The id of the evidence.',
    kind: 'What was checked.',
    country: 'The country of the authority, by its English name in lowercase.',
    authority: 'The regulator, auditor or insurer.',
    reference: 'The number of the entry there, or null.',
    sourceUrl: 'Where the entry can be read, or null.',
    pictureUrl: 'The address of a picture of the entry, or null.',
    checkedOn: 'The day on which it was last checked.',
    checkedBy: 'The team that checked it; never a person.',
    isOld: 'True if it was last checked more than 180 days ago.',
  },
  Certification: {
    id: 'The id of the badge.',
    name: 'Its name.',
    description: 'What it stands for.',
    icon: 'The name of its icon, or null.',
    color: 'Its colour, or null.',
    isActive: 'False if it is no longer given.',
    priority: 'Badges with a higher number come first.',
  },
  'Provider.certifications[]': { certification: 'The badge.' },
  'Compliance.certifications[]': { certification: 'The badge.' },
  SecurityFeature: { name: 'Its name.', state: 'Whether we confirmed it.' },
  PublicIndicator: { kind: 'What kind of trace it is.', value: 'What to avoid.' },
  PublicReply: {
    text: 'The reply.',
    language: 'The language in which it is written.',
    repliedAt: 'When it was published.',
  },
  'CheckAnswer.question': { number: 'The number.', choices: 'What it may be.' },
  CheckReading: {
    kind: 'What it is.',
    value: 'In one spelling.',
    why: 'Why it was read so.',
    country: 'The country in which a number without country code was read, in lowercase, or null.',
    verdict: 'The answer to this reading.',
  },
  CheckReason: {
    kind: 'What was found. What the other fields mean depends on it; those that it does not need are null.',
    reading: 'The place in readings that it is about, from 0; null if it is about the whole input.',
    name: 'The provider, the title of the alert or warning, the name of the list, or the protected name.',
    providerId: 'The provider, or null.',
    alertId: 'The alert, or null.',
    count: 'The number of checked reports, or null.',
    firstSeenOn: 'The first day, of reports and lists; otherwise null.',
    source: 'Who says it.',
    date: 'The day of the decision, of the newest report or of the list; today for what was computed.',
  },
  'CheckReason.source': {
    kind: 'own (Hakiki), authority, list (of others, not checked by us) or computed.',
    name: 'The name of the authority or the list, or null.',
    url: 'Where it can be read, or null.',
  },
  Lookalike: {
    reading: 'The place in readings, from 0.',
    of: 'The protected name.',
    rule: 'How it resembles it.',
  },
  'Lookalike.of': {
    providerId: 'The provider, or null for an authority.',
    name: 'The protected name.',
    officialHosts: 'Its real websites.',
  },
  Problem: {
    type: 'The address of the kind of error, as in RFC 9457.',
    title: 'The status in words.',
    status: 'The HTTP status.',
    detail: 'What went wrong, for people.',
    message: 'The same as detail.',
    code: 'What went wrong, for programs.',
    fields: 'A sentence for each wrong field; it names the allowed values.',
    fieldErrors: 'The same for programs: a code for each wrong field.',
    'violated-policies': 'Which limits of RateLimit-Policy were exceeded.',
  },
  NewV1ReportSent: v1ParameterDescriptions,
  NewV1CheckSent: v1ParameterDescriptions,
  ...Object.fromEntries(
    ['ProviderChanged', 'LicenceChanged', 'AlertPublished', 'AlertWithdrawn', 'Test'].map((name) => [
      `${name}Event`,
      webhookEventFields,
    ]),
  ),
  'ProviderChangedEvent.data': {
    ...providerFields,
    url: 'The page of the provider.',
    isListed: 'False if it is suspended or was removed.',
    changed: 'The fields that changed.',
  },
  'LicenceChangedEvent.data': {
    ...providerFields,
    url: 'The page of the provider.',
    changed: 'What changed; evidence means that a licence or registration was checked again.',
  },
  'AlertPublishedEvent.data': { ...alertFields, url: 'The page of the alert.' },
  'AlertWithdrawnEvent.data': { id: alertFields.id, url: 'The page of the alert.' },
  'TestEvent.data': { webhookId: 'The id of the webhook that was tested.' },
};
