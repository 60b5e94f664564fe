import { ShareButton } from '../../components/share-button.tsx';
import { buttonClass } from '../../components/ui/button.ts';
import { m } from '../../paraglide/messages.js';

export function ShareButtons({ path, title }: { path: string; title: string }) {
  return (
    <div className="needs-scripts flex gap-2 print:hidden">
      <ShareButton title={title} path={path} label={m.compare_share()} />
      <button type="button" onClick={() => print()} className={buttonClass('secondary', 'max-md:hidden')}>
        {m.compare_print()}
      </button>
    </div>
  );
}
