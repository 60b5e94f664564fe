/**
 * Keyboard shortcuts of the queue: single letters that work while no field has the focus. Each action also has a
 * button; the help dialog (`?`) uses the same table.
 */
import { useEffect, useEffectEvent } from 'react';
import { m } from '../../../paraglide/messages.js';

type QueueAction =
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
  | 'snooze'
  | 'merge'
  | 'split'
  | 'move'
  | 'undo';

interface KeyBinding {
  action: QueueAction | 'template';
  /** As shown in the help dialog. */
  keyLabel: string;
  label: () => string;
}

/** In the order of the work. */
export const keyBindings: readonly KeyBinding[] = [
  { action: 'next', keyLabel: 'n', label: m.triage_key_next },
  { action: 'down', keyLabel: 'j', label: m.triage_key_down },
  { action: 'up', keyLabel: 'k', label: m.triage_key_up },
  { action: 'more', keyLabel: 'm', label: m.triage_key_more },
  { action: 'select', keyLabel: 'x', label: m.triage_key_select },
  { action: 'evidence', keyLabel: 'e', label: m.triage_key_evidence },
  { action: 'words', keyLabel: 't', label: m.triage_key_words },
  { action: 'question', keyLabel: 'q', label: m.triage_key_question },
  { action: 'contact', keyLabel: 'c', label: m.triage_key_contact },
  { action: 'approve', keyLabel: 'a', label: m.triage_key_approve },
  { action: 'reject', keyLabel: 'r', label: m.triage_key_reject },
  { action: 'template', keyLabel: '1–9', label: m.triage_key_template },
  { action: 'write', keyLabel: 'w', label: m.triage_key_write },
  { action: 'submit', keyLabel: 'Ctrl+Enter', label: m.triage_key_submit },
  { action: 'undo', keyLabel: 'z', label: m.triage_key_undo },
  { action: 'release', keyLabel: 'l', label: m.triage_key_release },
  { action: 'snooze', keyLabel: 'p', label: m.triage_key_snooze },
  { action: 'merge', keyLabel: 'g', label: m.triage_key_merge },
  { action: 'split', keyLabel: 's', label: m.triage_key_split },
  { action: 'move', keyLabel: 'v', label: m.triage_key_move },
  { action: 'list', keyLabel: 'b', label: m.triage_key_list },
  { action: 'leave', keyLabel: 'Esc', label: m.triage_key_leave },
  { action: 'search', keyLabel: '/', label: m.triage_key_search },
  { action: 'help', keyLabel: '?', label: m.triage_key_help },
];

const actionsByLetter = new Map<string, QueueAction>(
  keyBindings.flatMap(({ action, keyLabel }) =>
    action !== 'template' && keyLabel.length === 1 ? [[keyLabel, action] as const] : [],
  ),
);

export interface KeyPress {
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
export function getAction(keyPress: KeyPress): QueueAction | number | undefined {
  const { key, ctrlKey, metaKey, altKey, isRepeated, isTyping, isInDialog } = keyPress;
  if (isInDialog) return undefined;
  if (key === 'Enter' && (ctrlKey || metaKey)) return isRepeated ? undefined : 'submit';
  if (key === 'Escape') return isTyping ? 'leave' : undefined;
  if (isTyping || ctrlKey || metaKey || altKey) return undefined;
  if (/^[1-9]$/.test(key)) return Number(key) - 1;
  const action = actionsByLetter.get(key);
  // Holding a key down repeats only the navigation.
  return isRepeated && action !== 'down' && action !== 'up' ? undefined : action;
}

/** Leaves the field, so that the shortcuts work again. */
export function blurField(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

const isField = (element: Element | null): boolean =>
  element instanceof HTMLElement &&
  (element.isContentEditable || element.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

const toKeyPress = (event: KeyboardEvent): KeyPress => ({
  key: event.key,
  ctrlKey: event.ctrlKey,
  metaKey: event.metaKey,
  altKey: event.altKey,
  isRepeated: event.repeat,
  isTyping: isField(document.activeElement),
  isInDialog: document.querySelector('dialog[open]') !== null,
});

export type KeyHandlers = Partial<Record<QueueAction, () => void>> & { template?: (index: number) => void };

/** Listens while the component is mounted. */
export function useQueueKeys(handlers: KeyHandlers): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const action = getAction(toKeyPress(event));
    if (action === undefined) return;
    const run =
      typeof action === 'number' ? handlers.template && (() => handlers.template?.(action)) : handlers[action];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
