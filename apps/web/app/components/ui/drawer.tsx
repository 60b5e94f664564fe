/**
 * A panel that slides in on a phone. Without scripts, and before hydration, it is a popover; with scripts it opens as a
 * modal dialog, so that the focus stays inside, Escape closes it and the focus returns to the button.
 */
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface Props {
  id: string;
  title: string;
  closeLabel: string;
  children: ReactNode;
  /** On a wide screen its content is part of the page instead. */
  isInlineOnDesktop?: boolean;
}

export function Drawer({ id, title, closeLabel, children, isInlineOnDesktop = false }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const desktopQuery = matchMedia('(min-width: 64rem)');
    const close = () => closeDrawer(id);
    desktopQuery.addEventListener('change', close);
    return () => desktopQuery.removeEventListener('change', close);
  }, [id]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keyboard has Escape
    <dialog
      ref={panel}
      id={id}
      popover="auto"
      aria-label={title}
      // Only a click on the backdrop has the dialog itself as target.
      onClick={({ target }) => {
        if (target === panel.current) closeDrawer(id);
      }}
      className={
        isInlineOnDesktop
          ? 'drawer lg:static lg:block lg:h-auto lg:w-auto lg:overflow-visible lg:bg-transparent'
          : 'drawer lg:hidden'
      }
    >
      <div className={`flex min-h-full flex-col gap-4 p-4 ${isInlineOnDesktop ? 'lg:p-0' : ''}`}>
        <div className={`flex items-center justify-between ${isInlineOnDesktop ? 'lg:hidden' : ''}`}>
          <p className="text-lg font-semibold">{title}</p>
          <button
            type="button"
            {...getCloseButtonProps(id)}
            className="inline-flex size-11 items-center justify-center rounded-control border border-line-strong"
          >
            <Icon name="close" />
            <span className="sr-only">{closeLabel}</span>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}

const findDrawer = (id: string) => document.getElementById(id) as HTMLDialogElement | null;

/** Attributes of a button that opens a drawer. */
export const getOpenButtonProps = (id: string) => ({
  popoverTarget: id,
  'aria-haspopup': 'dialog' as const,
  onClick(event: MouseEvent) {
    const drawer = findDrawer(id);
    if (!drawer || drawer.matches(':popover-open')) return;
    event.preventDefault();
    drawer.showModal();
  },
});

/** Attributes of a button in a drawer that closes it. */
export const getCloseButtonProps = (id: string) => ({
  popoverTarget: id,
  popoverTargetAction: 'hide' as const,
  onClick: () => closeDrawer(id),
});

/** Closes it, whether popover or dialog. */
export function closeDrawer(id: string): void {
  const drawer = findDrawer(id);
  if (drawer?.matches(':popover-open')) drawer.hidePopover();
  else drawer?.close();
}
