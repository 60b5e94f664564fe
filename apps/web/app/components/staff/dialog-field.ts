/** Helpers for the fields of dialogs. */
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Values } from '../../lib/forms/forms.ts';

/** Focuses the main field; by default the browser would focus the close button. */
export function useFieldFocus<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** Ctrl+Enter submits the form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

export const getTrimmed = (values: Values, name: string): string => values[name]?.trim() ?? '';
