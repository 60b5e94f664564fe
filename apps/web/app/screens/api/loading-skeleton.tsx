import { Skeleton } from '../../components/query-states.tsx';
import { m } from '../../paraglide/messages.js';

export const LoadingSkeleton = () => <Skeleton label={m.api_loading()} className="h-48" />;
