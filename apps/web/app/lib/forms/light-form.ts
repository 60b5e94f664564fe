/**
 * A form as its page carries it. What checks and sends it comes when someone begins to write, so that it is loaded before the
 * connection is lost and most readers never download it.
 */
import type { FailureTexts } from '../errors/failure.ts';
import type { Form } from './forms.ts';

export interface LightForm<Reply> extends Form<Reply> {
  /** For the form's focus. */
  readonly prepare: () => void;
}

export function lightForm<Reply>(
  name: string,
  load: () => Promise<Form<Reply>>,
  failure: FailureTexts,
): LightForm<Reply> {
  return {
    name,
    prepare: () => void load().catch(() => undefined),
    async submit(values, at, send, extra) {
      const form = await load().catch(() => undefined);
      if (form) return form.submit(values, at, send, extra);
      const notice = { title: failure.title(), text: failure.fallback() };
      return { status: 'refused', refusal: { form: name, fields: {}, notice, typed: values }, httpStatus: 503 };
    },
  };
}
