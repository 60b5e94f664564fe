import { Icon, type IconName } from './icon.tsx';

/** A number with its label, for a `dl`. */
export const LabelledNumber = ({ icon, label, value }: { icon: IconName; label: string; value: string }) => (
  <div className="flex flex-col gap-1 rounded-card border border-line bg-surface p-4">
    <dt className="text-sm text-muted">
      <Icon name={icon} className="me-2 inline size-4" />
      {label}
    </dt>
    <dd className="text-xl font-bold md:text-2xl tabular-nums">{value}</dd>
  </div>
);
