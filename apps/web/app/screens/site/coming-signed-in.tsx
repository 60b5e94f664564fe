import { AuthGate } from '../../components/auth-gate.tsx';
import ComingPublic from './coming-public.tsx';

export { meta } from './coming-public.tsx';

/** Screens that will depend on the account wait to learn who looks. */
export default function ComingSignedIn() {
  return <AuthGate visitor={<ComingPublic />}>{() => <ComingPublic />}</AuthGate>;
}
