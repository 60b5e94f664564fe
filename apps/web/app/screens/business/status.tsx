/** Status badges with text; colour and icon only repeat the text. */
import type { BusinessPayment, BusinessVerification } from '@hakiki/contract/business-values';
import type { ReviewState } from '@hakiki/contract/directory-values';
import { Icon, type IconName } from '../../components/ui/icon.tsx';
import { m } from '../../paraglide/messages.js';

const looks = {
  green: 'bg-verified-soft text-verified',
  yellow: 'bg-limited-soft text-limited',
  red: 'bg-flagged-soft text-flagged',
} as const;

interface Look {
  colour: keyof typeof looks;
  icon: IconName;
  label: () => string;
}

const verification: Record<BusinessVerification, Look> = {
  verified: { colour: 'green', icon: 'check-circle', label: m.business_verification_verified },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_verification_pending },
  rejected: { colour: 'red', icon: 'ban', label: m.business_verification_rejected },
};
const payment: Record<BusinessPayment, Look> = {
  paid: { colour: 'green', icon: 'check-circle', label: m.business_payment_paid },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_payment_pending },
  overdue: { colour: 'red', icon: 'warning', label: m.business_payment_overdue },
};
const document: Record<ReviewState | 'over', Look> = {
  approved: { colour: 'green', icon: 'check-circle', label: m.business_document_approved },
  pending: { colour: 'yellow', icon: 'clock', label: m.business_document_pending },
  rejected: { colour: 'red', icon: 'ban', label: m.business_document_rejected },
  over: { colour: 'red', icon: 'warning', label: m.business_document_over },
};

const Badge = ({ look: { colour, icon, label } }: { look: Look }) => (
  <span
    data-colour={colour}
    className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-sm font-semibold ${looks[colour]}`}
  >
    <Icon name={icon} className="size-4" />
    {label()}
  </span>
);

export const VerificationBadge = ({ status }: { status: BusinessVerification }) => (
  <Badge look={verification[status]} />
);
export const PaymentBadge = ({ status }: { status: BusinessPayment }) => <Badge look={payment[status]} />;
export const DocumentBadge = ({ status }: { status: ReviewState | 'over' }) => <Badge look={document[status]} />;
