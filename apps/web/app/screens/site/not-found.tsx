import { data } from 'react-router';
import { NotFoundView } from '../../components/layout/error-view.tsx';
import { pageHead } from '../../lib/pages/head.ts';
import { m } from '../../paraglide/messages.js';
import type { Route } from './+types/not-found.ts';

export const loader = () => data(null, { status: 404 });

export const meta: Route.MetaFunction = (metaArgs) =>
  pageHead(metaArgs, { path: '/', title: m.not_found_title(), description: m.not_found_text(), isIndexed: false });

export default NotFoundView;
