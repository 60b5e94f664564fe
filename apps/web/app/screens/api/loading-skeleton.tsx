import { m } from '../../paraglide/messages.js';

export const LoadingSkeleton = () => <div role="status" aria-label={m.api_loading()} className="skeleton h-48" />;
