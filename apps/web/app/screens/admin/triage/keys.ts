/**
 * Keyboard shortcuts of the queue: single letters that work while no field has the focus. Each action also has a
 * button; the help dialog (`?`) uses the same table.
 */
import { useEffect, useEffectEvent } from 'react';
import { m } from '../../../paraglide/messages.js';

type QueueAct =
  | 'help'
  | 'leave'
  | 'search'
  | 'next'
  | 'down'
  | 'up'
  | 'more'
  | 'list'
  | 'approve'
  | 'reject'
  | 'write'
  | 'submit'
  | 'select'
  | 'evidence'
  | 'words'
  | 'question'
  | 'contact'
  | 'release'
  | 'putOff'
  | 'merge'
  | 'split'
  | 'move'
  | 'undo';

interface KeyRow {
  act: QueueAct | 'template';
  /** As shown in the help dialog. */
  shown: string;
  label: () => string;
}

/** In the order of the work. */
export const keyRows: readonly KeyRow[] = [
  { act: 'next', shown: 'n', label: m.triage_key_next },
  { act: 'down', shown: 'j', label: m.triage_key_down },
  { act: 'up', shown: 'k', label: m.triage_key_up },
  { act: 'more', shown: 'm', label: m.triage_key_more },
  { act: 'select', shown: 'x', label: m.triage_key_select },
  { act: 'evidence', shown: 'e', label: m.triage_key_evidence },
  { act: 'words', shown: 't', label: m.triage_key_words },
  { act: 'question', shown: 'q', label: m.triage_key_question },
  { act: 'contact', shown: 'c', label: m.triage_key_contact },
  { act: 'approve', shown: 'a', label: m.triage_key_approve },
  { act: 'reject', shown: 'r', label: m.triage_key_reject },
  { act: 'template', shown: '1–9', label: m.triage_key_template },
  { act: 'write', shown: 'w', label: m.triage_key_write },
  { act: 'submit', shown: 'Ctrl+Enter', label: m.triage_key_submit },
  { act: 'undo', shown: 'z', label: m.triage_key_undo },
  { act: 'release', shown: 'l', label: m.triage_key_release },
  { act: 'putOff', shown: 'p', label: m.triage_key_put_off },
  { act: 'merge', shown: 'g', label: m.triage_key_merge },
  { act: 'split', shown: 's', label: m.triage_key_split },
  { act: 'move', shown: 'v', label: m.triage_key_move },
  { act: 'list', shown: 'b', label: m.triage_key_list },
  { act: 'leave', shown: 'Esc', label: m.triage_key_leave },
  { act: 'search', shown: '/', label: m.triage_key_search },
  { act: 'help', shown: '?', label: m.triage_key_help },
];

const letters = new Map<string, QueueAct>(
  keyRows.flatMap(({ act, shown }) => (act !== 'template' && shown.length === 1 ? [[shown, act] as const] : [])),
);

export interface Pressed {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  isRepeated: boolean;
  /** The focus is in a text field. */
  isTyping: boolean;
  /** A dialog is open and handles the keys itself. */
  isInDialog: boolean;
}

/** The action of a key; a number is the index of a template. */
export function actOf(pressed: Pressed): QueueAct | number | undefined {
  const { key, ctrlKey, metaKey, altKey, isRepeated, isTyping, isInDialog } = pressed;
  if (isInDialog) return undefined;
  if (key === 'Enter' && (ctrlKey || metaKey)) return isRepeated ? undefined : 'submit';
  if (key === 'Escape') return isTyping ? 'leave' : undefined;
  if (isTyping || ctrlKey || metaKey || altKey) return undefined;
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  const act = letters.get(key);
  // Holding a key down repeats only the navigation.
  return isRepeated && act !== 'down' && act !== 'up' ? undefined : act;
}

/** Leaves the field, so that the shortcuts work again. */
export function leaveField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const isField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

const pressedOf = (event: KeyboardEvent): Pressed => ({
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  isRepeated: event.repeat,
  isTyping: isField(document.activeElement),
  isInDialog: document.querySelector('dialog[open]') !== null,
});

export type KeyActs = Partial<Record<QueueAct, () => void>> & { template?: (place: number) => void };

/** Listens while the component is mounted. */
export function useQueueKeys(acts: KeyActs): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = actOf(pressedOf(event));
    if (act === undefined) return;
    const run = typeof act === 'number' ? acts.template && (() => acts.template?.(act)) : acts[act];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
