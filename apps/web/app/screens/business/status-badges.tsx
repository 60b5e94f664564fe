/** Status badges with text; colour and icon only repeat the text. */
import type { BusinessPayment, BusinessVerification } from '@hakiki/contract/business-values';
import type { ReviewState } from '@hakiki/contract/directory-values';
import { Badge } from '../../components/ui/badge.tsx';
import type { IconName } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

const colourClasses = {
  green: 'bg-verified-soft text-verified',
  yellow: 'bg-limited-soft text-limited',
  red: 'bg-flagged-soft text-flagged',
} as const;

interface BadgeStyle {
  colour: keyof typeof colourClasses;
  icon: IconName;
  label: () => string;
}

const verificationBadges: Record<BusinessVerification, BadgeStyle> = {
  verified: { colour: 'green', icon: 'check-circle', label: m.business_verification_verified },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_verification_pending },
  rejected: { colour: 'red', icon: 'ban', label: m.business_verification_rejected },
};
const paymentBadges: Record<BusinessPayment, BadgeStyle> = {
  paid: { colour: 'green', icon: 'check-circle', label: m.business_payment_paid },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_payment_pending },
  overdue: { colour: 'red', icon: 'warning', label: m.business_payment_overdue },
};
const documentBadges: Record<ReviewState | 'over', BadgeStyle> = {
  approved: { colour: 'green', icon: 'check-circle', label: m.business_document_approved },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_document_pending },
  rejected: { colour: 'red', icon: 'ban', label: m.business_document_rejected },
  over: { colour: 'red', icon: 'warning', label: m.business_document_over },
};

export const MissingBadge = () => (
  <Badge icon="empty" className="bg-pending-soft text-pending">
    {m.business_document_missing()}
  </Badge>
);

const StatusBadge = ({ style: { colour, icon, label } }: { style: BadgeStyle }) => (
  <Badge icon={icon} className={colourClasses[colour]}>
    {label()}
  </Badge>
);

export const VerificationBadge = ({ status }: { status: BusinessVerification }) => (
  <StatusBadge style={verificationBadges[status]} />
);
export const PaymentBadge = ({ status }: { status: BusinessPayment }) => <StatusBadge style={paymentBadges[status]} />;
export const DocumentBadge = ({ status }: { status: ReviewState | 'over' }) => (
  <StatusBadge style={documentBadges[status]} />
);
