/**
 * Queue of alerts that are announced as toasts, one after another. An alert counts as announced when its toast was
 * closed, by the person or by the timeout, on a visible page; an interrupted toast is shown again. The stored time
 * never passes an unannounced alert, so each alert is announced exactly once.
 */
import type { Alert } from '@hakiki/contract/alerts';
import { alertTiming } from '@hakiki/contract/limits';
import { alertPath } from '@hakiki/contract/site';
import { m } from '../../paraglide/messages.js';
import {
  getAnnouncedAhead,
  openTabChannel,
  getLastAnnouncedAt,
  saveAnnouncedAhead,
  saveLastAnnounced,
} from './alert-storage.ts';
import { toTeaser } from './teaser.ts';
import { pathTo } from '../pages/paths.ts';
import { showToast, removeToast, toastStore } from '../browser/toast.ts';

const createdAtMs = ({ createdAt }: Alert): number => Date.parse(createdAt);
const isCritical = ({ severity }: Alert): boolean => severity.toLowerCase() === 'critical';

/** Critical before High and newer before older, so that a person who leaves early has seen the worst. */
const compareAlerts = (a: Alert, b: Alert): number =>
  Number(isCritical(b)) - Number(isCritical(a)) || createdAtMs(b) - createdAtMs(a);

export interface AnnouncementQueue {
  /** Adds alerts to the queue and removes queued alerts that are no longer public. */
  enqueue: (due: readonly Alert[], isWithdrawn: (alert: Alert) => boolean) => void;
  stop: () => void;
}

export function startAnnouncementQueue(isInView: (id: string) => boolean): AnnouncementQueue {
  /** All alerts that were due since this page was opened. */
  const knownAlerts = new Map<string, Alert>();
  const announcedIds = new Set(getAnnouncedAhead());
  let queue: Alert[] = [];
  let current: { alert: Alert; toastId: number } | undefined;

  const isAnnounced = ({ id }: Alert) => announcedIds.has(id);

  /** Moves the stored time forward, but not past an alert that was not announced yet. */
  function advanceStoredTime(): void {
    const unannouncedTimes = [...knownAlerts.values()].filter((alert) => !isAnnounced(alert)).map(createdAtMs);
    const firstUnannounced = Math.min(...unannouncedTimes);
    const passedAlerts = [...knownAlerts.values()].filter(
      (alert) => isAnnounced(alert) && createdAtMs(alert) < firstUnannounced,
    );
    const newest = passedAlerts.toSorted((one, other) => createdAtMs(one) - createdAtMs(other)).at(-1);
    if (newest && createdAtMs(newest) > getLastAnnouncedAt()) saveLastAnnounced(newest.createdAt);
  }

  function markAnnounced(id: string): void {
    announcedIds.add(id);
    saveAnnouncedAhead(id);
  }
  const tabChannel = openTabChannel(markAnnounced);

  function finish({ id }: Alert): void {
    markAnnounced(id);
    tabChannel.announce(id);
    advanceStoredTime();
  }

  function showNext(): void {
    if (current || document.visibilityState !== 'visible') return;
    if (toastStore.current().some(({ isOpen }) => isOpen)) return;
    const alert = queue.shift();
    if (!alert) return;
    if (isAnnounced(alert) || isInView(alert.id)) {
      finish(alert);
      showNext();
      return;
    }
    current = { alert, toastId: showAlertToast(alert) };
  }

  const stopListening = toastStore.subscribe(() => {
    if (current) {
      const { alert, toastId } = current;
      const toast = toastStore.current().find(({ id }) => id === toastId);
      if (toast?.isOpen) return;
      current = undefined;
      if (toast) finish(alert);
      // Another toast replaced it.
      else queue.unshift(alert);
    }
    showNext();
  });

  /** Hides the current toast when the page becomes hidden, and queues its alert again. */
  function interrupt(): void {
    if (!current) return;
    const { alert, toastId } = current;
    current = undefined;
    queue.unshift(alert);
    removeToast(toastId);
  }
  const onVisibility = () => (document.visibilityState === 'visible' ? showNext() : interrupt());
  document.addEventListener('visibilitychange', onVisibility);

  return {
    enqueue(due, isWithdrawn) {
      for (const alert of knownAlerts.values()) {
        if (!isAnnounced(alert) && isWithdrawn(alert)) knownAlerts.delete(alert.id);
      }
      queue = queue.filter(({ id }) => knownAlerts.has(id));
      const newAlerts = due.filter(({ id }) => !knownAlerts.has(id));
      for (const alert of newAlerts) knownAlerts.set(alert.id, alert);
      queue = [...queue, ...newAlerts.filter((alert) => !isAnnounced(alert))].toSorted(compareAlerts);
      advanceStoredTime();
      showNext();
    },
    stop() {
      stopListening();
      tabChannel.stop();
      document.removeEventListener('visibilitychange', onVisibility);
      queue = [];
      interrupt();
    },
  };
}

const showAlertToast = (alert: Alert): number =>
  showToast({
    title: (isCritical(alert) ? m.alert_toast_critical : m.alert_toast_high)({ title: alert.title }),
    description: toTeaser(alert),
    isDestructive: isCritical(alert),
    durationMs: alertTiming.toastMs,
    alert: { severity: isCritical(alert) ? 'Critical' : 'High', href: pathTo(alertPath(alert.id)) },
  });
