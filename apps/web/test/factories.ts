/** Test data factories. Each result is validated by the contract, so that no test uses impossible data. */
import { Account, Passkey, Session } from '@hakiki/contract/account';
import { User } from '@hakiki/contract/accounts';
import { AdminUser } from '@hakiki/contract/accounts-admin';
import { AdminAlert } from '@hakiki/contract/alerts-admin';
import { Decision } from '@hakiki/contract/decisions-admin';
import { AdminProvider } from '@hakiki/contract/directory-admin';
import { AdminEvidence } from '@hakiki/contract/evidence-admin';
import { Proposal, ProposalDetail } from '@hakiki/contract/proposals-admin';
import { AdminReport } from '@hakiki/contract/reports-admin';
import { toReference } from '@hakiki/contract/filing-values';
import { Alert, MyReport } from '@hakiki/contract/alerts';
import { CardForm, Invoice, PaymentInfo, Subscription } from '@hakiki/contract/billing';
import { DashboardSummary } from '@hakiki/contract/dashboard';
import { Certification, ProviderDetails } from '@hakiki/contract/directory';
import { Evidence } from '@hakiki/contract/evidence';
import { Experience } from '@hakiki/contract/experiences';
import { Receipt } from '@hakiki/contract/filed';
import { FilingState, MyFiling } from '@hakiki/contract/filings';
import { Report } from '@hakiki/contract/reports';
import { PublicReview, ReviewSummary } from '@hakiki/contract/reviews';

/** The same number gives the same id. */
export const anId = (number = 1): string => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

export const aProvider = (overrides: Record<string, unknown> = {}): ProviderDetails =>
  ProviderDetails.parse({
    id: anId(),
    name: 'Baobab Exchange',
    otherNames: [],
    type: 'Exchange',
    description: 'Buys and sells coins.',
    logoUrl: null,
    website: 'https://baobab.example',
    verificationStatus: 'Verified',
    flaggedReasons: [],
    riskScore: 'Low',
    rating: '4.3',
    reviewCount: 12,
    countries: ['kenya', 'south africa'],
    established: 2017,
    userCount: 25_000,
    licenseInfo: 'Licence 12345',
    regulatoryCompliance: 90,
    userSatisfaction: 60,
    securityMeasures: 30,
    certifications: [],
    securityFeatures: [],
    insurance: null,
    suspension: null,
    appealSince: null,
    withdrawalWatch: null,
    reply: null,
    ...overrides,
  });

export const aFlaggedProvider = (overrides: Record<string, unknown> = {}): ProviderDetails =>
  aProvider({ verificationStatus: 'Flagged', flaggedReasons: ['No licence', 'Withdrawals stopped'], ...overrides });

export const aSuspendedProvider = (overrides: Record<string, unknown> = {}): ProviderDetails =>
  aProvider({
    verificationStatus: 'Suspended',
    suspension: { since: '2026-09-14T09:30:00Z', reason: 'It stopped paying anyone out.' },
    ...overrides,
  });

export const aCertification = (overrides: Record<string, unknown> = {}): { certification: Certification } => ({
  certification: Certification.parse({
    id: anId(),
    name: 'Audited',
    description: 'Books were audited.',
    icon: 'Shield',
    color: 'green',
    isActive: true,
    priority: 1,
    ...overrides,
  }),
});

export const aReview = (overrides: Record<string, unknown> = {}): PublicReview =>
  PublicReview.parse({
    reply: null,
    id: anId(),
    rating: 4,
    experience: 'Paid out in a day.',
    issueType: 'none',
    userLocation: 'south-africa',
    language: 'en',
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

export const aReviewSummary = (overrides: Record<string, unknown> = {}): ReviewSummary =>
  ReviewSummary.parse({ rating: '4.3', reviewCount: 12, distribution: [1, 0, 1, 2, 8], issues: [], ...overrides });

export const anEvidence = (overrides: Record<string, unknown> = {}): Evidence =>
  Evidence.parse({
    id: anId(),
    kind: 'licence',
    country: 'kenya',
    authority: 'Markets Authority',
    reference: 'L-12345',
    sourceUrl: 'https://register.example/l-12345',
    pictureUrl: null,
    checkedOn: '2026-03-07',
    checkedBy: 'Register team',
    isOld: false,
    ...overrides,
  });

export const anAdminEvidence = (overrides: Record<string, unknown> = {}): AdminEvidence =>
  AdminEvidence.parse({
    ...anEvidence(),
    createdAt: '2026-03-07T10:00:00Z',
    withdrawnAt: null,
    withdrawnReason: null,
    ...overrides,
  });

export const anExperience = (overrides: Record<string, unknown> = {}): Experience =>
  Experience.parse({
    id: anId(),
    providerName: 'Baobab Exchange',
    rating: 4,
    experience: 'Paid out in a day.',
    issueType: 'none',
    language: 'en',
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

export const aUser = (overrides: Record<string, unknown> = {}): User =>
  User.parse({
    id: anId(),
    firstName: 'Amina',
    lastName: null,
    email: 'amina@example.org',
    profileImageUrl: null,
    subscriptionTier: 'free',
    userType: 'user',
    subscriptionStatus: 'inactive',
    subscriptionEndsAt: null,
    isAdmin: false,
    isModerator: false,
    referralCode: null,
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

/** The subscription of a user who never paid. */
export const aSubscription = (overrides: Record<string, unknown> = {}): Subscription =>
  Subscription.parse({
    nextChargeCents: 25_000,
    credits: 0,
    pending: null,
    renewsAt: null,
    failedSince: null,
    accessUntil: null,
    refundableUntil: null,
    refund: null,
    ...overrides,
  });

export const aPaymentInfo = (overrides: Record<string, unknown> = {}): PaymentInfo =>
  PaymentInfo.parse({
    bank: 'Demo Bank',
    accountHolder: 'Hakiki Demo',
    accountNumber: '1234 567 890',
    branchCode: '250655',
    financeEmail: 'finance@hakiki.example',
    takesCards: true,
    ...overrides,
  });

/** With the payment provider's order of fields, the signature last. */
export const aCardForm = (overrides: Record<string, unknown> = {}): CardForm =>
  CardForm.parse({
    payfastUrl: 'https://sandbox.payfast.example/eng/process',
    paymentData: {
      merchant_id: '10000100',
      merchant_key: '46f0cd694581a',
      return_url: 'https://hakiki.example/subscribe?paid=1',
      cancel_url: 'https://hakiki.example/subscribe?cancelled=1',
      notify_url: 'https://hakiki.example/api/payment/payfast/notify',
      name_first: 'Amina',
      email_address: 'amina@example.org',
      m_payment_id: anId(),
      amount: '250.00',
      item_name: 'Hakiki Premium',
      subscription_type: '1',
      recurring_amount: '250.00',
      frequency: '3',
      cycles: '0',
    },
    signature: '0123456789abcdef0123456789abcdef',
    ...overrides,
  });

export const anAccount = (overrides: Record<string, unknown> = {}): Account =>
  Account.parse({
    email: 'amina@example.org',
    emailChange: null,
    hasAuthenticatorApp: false,
    backupCodesLeft: 0,
    passkeys: [],
    ...overrides,
  });

export const aPasskey = (overrides: Record<string, unknown> = {}): Passkey =>
  Passkey.parse({ id: anId(), name: 'My phone', createdAt: '2025-03-07T10:00:00Z', lastUsedAt: null, ...overrides });

export const aSession = (overrides: Record<string, unknown> = {}): Session =>
  Session.parse({
    id: anId(),
    device: 'Chrome on Android',
    createdAt: '2025-03-07T10:00:00Z',
    lastSeenAt: '2025-03-09T10:00:00Z',
    isCurrent: false,
    ...overrides,
  });

/** A paid month of Premium. */
export const anInvoice = (overrides: Record<string, unknown> = {}): Invoice =>
  Invoice.parse({
    id: anId(),
    number: 'HK-2026-000001',
    kind: 'premium',
    status: 'paid',
    description: 'Premium, one month',
    totalCents: 25_000,
    vatCents: null,
    periodFrom: '2026-11-16',
    periodTo: '2026-12-16',
    issuedOn: '2026-11-16',
    dueOn: null,
    paidOn: '2026-11-16',
    ...overrides,
  });

export const aMyReport = (overrides: Record<string, unknown> = {}): MyReport =>
  MyReport.parse({
    id: anId(),
    title: 'Fake exchange takes deposits',
    alertType: 'fake_platform',
    severity: 'High',
    description: 'The site took my deposit and never paid anything out again.',
    affectedProvider: 'Baobab Exchange',
    affectedCountries: ['kenya', 'south africa'],
    status: 'pending',
    mergedInto: null,
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

export const aMyFiling = ({ id = anId(), ...given }: Record<string, unknown> & { id?: string } = {}): MyFiling =>
  MyFiling.parse({
    id,
    kind: 'report',
    reference: toReference(id),
    title: 'Baobab Exchange',
    reportType: 'withdrawal_issues',
    status: 'pending',
    createdAt: '2025-03-07T10:00:00Z',
    ...given,
  });

export const aReceipt = (overrides: Record<string, unknown> = {}): Receipt =>
  Receipt.parse({
    reference: 'HK-00000001',
    code: 'K7Q2-9XJM-4RTV-8WBC-3DFG',
    expectedBy: '2025-03-09T10:00:00Z',
    ...overrides,
  });

export const aFiling = (overrides: Record<string, unknown> = {}): FilingState =>
  FilingState.parse({
    id: anId(),
    kind: 'alert',
    reference: 'HK-00000001',
    title: 'Fake exchange takes deposits',
    reportType: null,
    description: 'The site took my deposit and never paid anything out again.',
    isEdited: false,
    status: 'pending',
    alertId: null,
    createdAt: '2025-03-07T10:00:00Z',
    decidedAt: null,
    expectedBy: '2025-03-09T10:00:00Z',
    hasContact: false,
    amountLost: null,
    evidenceDescription: null,
    additionalDetails: null,
    indicators: [],
    questions: [],
    evidence: [],
    ...overrides,
  });

export const anAlert = (overrides: Record<string, unknown> = {}): Alert =>
  Alert.parse({
    id: anId(),
    title: 'A club that promises ten percent a week',
    description: 'They ask for a fee before anything is paid out.',
    advice: null,
    language: 'en',
    alertType: 'ponzi_scheme',
    severity: 'Critical',
    isActive: true,
    isVerified: true,
    reportCount: 3,
    affectedCountries: ['kenya', 'south africa'],
    createdAt: '2025-03-07T10:00:00Z',
    status: 'approved',
    ...overrides,
  });

export const aReport = (overrides: Record<string, unknown> = {}): Report =>
  Report.parse({
    id: anId(),
    reportType: 'withdrawal_issues',
    severity: 'High',
    description: 'Nothing has been paid out since May.',
    language: 'en',
    createdAt: '2025-03-07T10:00:00Z',
    providerId: null,
    fraudAlertId: null,
    appealSince: null,
    reply: null,
    status: 'investigating',
    ...overrides,
  });

export const anAdminAlert = (overrides: Record<string, unknown> = {}): AdminAlert =>
  AdminAlert.parse({
    ...anAlert({ isActive: false, isVerified: false, status: 'pending', affectedProvider: null }),
    affectedProviderName: null,
    amountLost: null,
    evidenceDescription: null,
    additionalDetails: null,
    hasContact: false,
    hasAccount: false,
    caseId: null,
    claim: null,
    ...overrides,
  });

export const anAdminReport = (overrides: Record<string, unknown> = {}): AdminReport =>
  AdminReport.parse({ ...aReport(), providerName: null, hasAccount: false, caseId: null, claim: null, ...overrides });

export const anAdminUser = (overrides: Record<string, unknown> = {}): AdminUser =>
  AdminUser.parse({ ...aUser({ subscriptionStatus: 'active' }), emailVerified: true, ...overrides });

export const anAdminProvider = (overrides: Record<string, unknown> = {}): AdminProvider =>
  AdminProvider.parse({
    ...aProvider(),
    reviewState: 'approved',
    badges: [],
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

export const aProposal = (overrides: Record<string, unknown> = {}): Proposal =>
  Proposal.parse({
    id: anId(),
    subject: 'provider',
    subjectId: anId(),
    subjectTitle: 'Baobab Exchange',
    caseId: null,
    from: 'Flagged',
    to: 'Verified',
    reason: 'The licence was found.',
    evidence: null,
    proposedBy: 'other@example.org',
    isOwn: false,
    createdAt: '2025-03-07T10:00:00Z',
    expiresAt: '2025-03-10T10:00:00Z',
    takesEffectAt: null,
    state: 'open',
    ...overrides,
  });

export const aProposalDetail = (overrides: Record<string, unknown> = {}): ProposalDetail =>
  ProposalDetail.parse({
    ...aProposal({ evidence: 'Register page, seen today.' }),
    changes: [{ field: 'verificationStatus', from: 'Flagged', to: 'Verified' }],
    isOvertaken: false,
    alert: null,
    provider: aProvider(),
    report: null,
    seen: 'a'.repeat(64),
    ...overrides,
  });

export const aDecision = (overrides: Record<string, unknown> = {}): Decision =>
  Decision.parse({
    id: anId(),
    subject: 'provider',
    subjectId: anId(),
    from: 'Pending',
    to: 'Flagged',
    reason: 'No licence.',
    evidence: null,
    decidedBy: 'amina@example.org',
    confirmedBy: null,
    isReversal: false,
    createdAt: '2025-03-07T10:00:00Z',
    ...overrides,
  });

export const aDashboardSummary = (overrides: Record<string, unknown> = {}): DashboardSummary =>
  DashboardSummary.parse({
    activeAlerts: 12,
    totalReports: 3400,
    highRiskProviders: 5,
    verifiedProviders: 21,
    moneySaved: null,
    analysis: null,
    ...overrides,
  });
