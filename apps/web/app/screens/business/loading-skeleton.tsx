import { m } from '../../paraglide/messages.js';

export const LoadingSkeleton = () => <div role="status" aria-label={m.business_loading()} className="skeleton h-48" />;
