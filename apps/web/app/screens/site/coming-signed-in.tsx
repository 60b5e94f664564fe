import { useLocation } from 'react-router';
import { AuthGate } from '../../components/layout/auth-gate.tsx';
import { SignInPrompt } from '../../components/layout/sign-in-prompt.tsx';
import { authUser } from '../../lib/api/auth.ts';
import { ensure, prefetch } from '../../lib/api/use-read.ts';
import type { Route } from './+types/coming-signed-in.ts';
import { ComingPublic, titleOf } from './coming-public.tsx';

export { meta } from './coming-public.tsx';

export const loader = ({ context }: Route.LoaderArgs) => prefetch(context, [authUser]);

export const clientLoader = ensure(() => [authUser]);

/** Screens that will depend on the account wait to learn who looks. */
export default function ComingSignedIn() {
  const { pathname } = useLocation();
  return <AuthGate visitor={<SignInPrompt title={titleOf(pathname)} />}>{() => <ComingPublic />}</AuthGate>;
}
