/**
 * Queue of alerts that are announced as toasts, one after another. An alert counts as announced when its toast was
 * closed, by the person or by the timeout, on a visible page; an interrupted toast is shown again. The stored time
 * never passes an unannounced alert, so each alert is announced exactly once.
 */
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { alertPath } from '@hakiki/contract/site';
import { m } from '../../paraglide/messages.js';
import { announcedAhead, hearOtherTabs, lastAnnouncedAt, rememberAhead, rememberAnnounced } from './memory.ts';
import { teaserOf } from './teaser.ts';
import { to } from '../pages/paths.ts';
import { showToast, takeToastBack, toastStore } from '../browser/toast.ts';

const timeOf = ({ createdAt }: Alert): number => Date.parse(createdAt);
const isCritical = ({ severity }: Alert): boolean => severity.toLowerCase() === 'critical';

/** High before Critical, so that the reader sees the most severe alert last; older before newer within a severity. */
const inOrder = (one: Alert, other: Alert): number =>
  Number(isCritical(one)) - Number(isCritical(other)) || timeOf(one) - timeOf(other);

export interface Announcements {
  /** Adds alerts to the queue and removes queued alerts that are no longer public. */
  offer: (due: readonly Alert[], isWithdrawn: (alert: Alert) => boolean) => void;
  stop: () => void;
}

export function startAnnouncements(isInView: (id: string) => boolean): Announcements {
  /** All alerts that were due since this page was opened. */
  const known = new Map<string, Alert>();
  const announced = new Set(announcedAhead());
  let waiting: Alert[] = [];
  let current: { alert: Alert; toastId: number } | undefined;

  const isAnnounced = ({ id }: Alert) => announced.has(id);

  /** Moves the stored time forward, but not past an alert that was not announced yet. */
  function moveOn(): void {
    const left = [...known.values()].filter((alert) => !isAnnounced(alert)).map(timeOf);
    const end = Math.min(...left);
    const passed = [...known.values()].filter((alert) => isAnnounced(alert) && timeOf(alert) < end);
    const newest = passed.toSorted((one, other) => timeOf(one) - timeOf(other)).at(-1);
    if (newest && timeOf(newest) > lastAnnouncedAt()) rememberAnnounced(newest.createdAt);
  }

  function note(id: string): void {
    announced.add(id);
    rememberAhead(id);
  }
  const otherTabs = hearOtherTabs(note);

  function finish({ id }: Alert): void {
    note(id);
    otherTabs.tell(id);
    moveOn();
  }

  function next(): void {
    if (current || document.visibilityState !== 'visible') return;
    if (toastStore.current().some(({ isOpen }) => isOpen)) return;
    const alert = waiting.shift();
    if (!alert) return;
    if (isAnnounced(alert) || isInView(alert.id)) {
      finish(alert);
      next();
      return;
    }
    current = { alert, toastId: show(alert) };
  }

  const stopListening = toastStore.subscribe(() => {
    if (current) {
      const { alert, toastId } = current;
      const toast = toastStore.current().find(({ id }) => id === toastId);
      if (toast?.isOpen) return;
      current = undefined;
      if (toast) finish(alert);
      // Another toast replaced it.
      else waiting.unshift(alert);
    }
    next();
  });

  /** Hides the current toast when the page becomes hidden, and queues its alert again. */
  function interrupt(): void {
    if (!current) return;
    const { alert, toastId } = current;
    current = undefined;
    waiting.unshift(alert);
    takeToastBack(toastId);
  }
  const onVisibility = () => (document.visibilityState === 'visible' ? next() : interrupt());
  document.addEventListener('visibilitychange', onVisibility);

  return {
    offer(due, isWithdrawn) {
      for (const alert of known.values()) {
        if (!isAnnounced(alert) && isWithdrawn(alert)) known.delete(alert.id);
      }
      waiting = waiting.filter(({ id }) => known.has(id));
      const fresh = due.filter(({ id }) => !known.has(id));
      for (const alert of fresh) known.set(alert.id, alert);
      waiting = [...waiting, ...fresh.filter((alert) => !isAnnounced(alert))].toSorted(inOrder);
      moveOn();
      next();
    },
    stop() {
      stopListening();
      otherTabs.stop();
      document.removeEventListener('visibilitychange', onVisibility);
      waiting = [];
      interrupt();
    },
  };
}

const show = (alert: Alert): number =>
  showToast({
    title: (isCritical(alert) ? m.alert_toast_critical : m.alert_toast_high)({ title: alert.title }),
    description: teaserOf(alert),
    isDestructive: isCritical(alert),
    durationMs: alertTiming.toastMs,
    alert: { severity: isCritical(alert) ? 'Critical' : 'High', href: to(alertPath(alert.id)) },
  });
