export function Spinner({ label, className = 'size-8' }: { label: string; className?: string }) {
  return (
    <span role="status" className="inline-flex items-center gap-2">
      <span
        aria-hidden="true"
        className={`inline-block animate-[spin_800ms_linear_infinite] rounded-full border-3 border-line border-t-brand ${className}`}
      />
      <span className="sr-only">{label}</span>
    </span>
  );
}
