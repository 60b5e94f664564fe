import { Outlet } from 'react-router';
import { Untranslated } from '../../components/layout/untranslated.tsx';

/** Around the pages for businesses and developers. */
export default function ExpertFrame() {
  return (
    <Untranslated>
      <Outlet />
    </Untranslated>
  );
}
