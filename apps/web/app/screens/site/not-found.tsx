import { data } from 'react-router';
import { NotFoundView } from '../../components/layout/error-view.tsx';
import { unlistedPage } from '../../lib/pages/head.ts';
import { m } from '../../paraglide/messages.js';

export const loader = () => data(null, { status: 404 });

export const meta = unlistedPage('/', m.not_found_title, m.not_found_text);

export default NotFoundView;
