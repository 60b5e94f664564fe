/** What the fields of dialogs share. */
import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { Values } from '../../lib/forms/forms.ts';

/** What the dialog was opened for comes first; by itself it would offer its close button. */
export function useFieldFocus<Field extends HTMLElement>() {
  const field = useRef<Field>(null);
  useEffect(() => field.current?.focus(), []);
  return field;
}

/** Sends the form around it without leaving the field. */
export function sendByKey(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.closest('form')?.requestSubmit();
}

export const textIn = (given: Values, name: string): string => given[name]?.trim() ?? '';
