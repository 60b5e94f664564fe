import type { InvoiceState } from '@hakiki/contract/payment-values';
import { Icon, type IconName } from '../ui/icon.tsx';
import { invoiceStatusLabel } from './invoice-labels.ts';

const stateStyles: Record<InvoiceState, { icon: IconName; className: string }> = {
  issued: { icon: 'clock', className: '' },
  paid: { icon: 'check-circle', className: 'text-verified' },
  overdue: { icon: 'warning', className: 'text-flagged' },
  credited: { icon: 'ban', className: 'text-muted' },
};

/** The word has the meaning; colour and icon repeat it. */
export const InvoiceStatus = ({ state }: { state: InvoiceState }) => (
  <span className={`inline-flex items-center gap-1 font-semibold ${stateStyles[state].className}`}>
    <Icon name={stateStyles[state].icon} className="size-4" />
    {invoiceStatusLabel(state)}
  </span>
);
