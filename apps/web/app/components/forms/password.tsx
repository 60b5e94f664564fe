import { m } from '../../paraglide/messages.js';
import { useField, type NamedFieldProps } from './form.tsx';
import { PasswordField, type PasswordFieldProps } from '../ui/password-field.tsx';

export function FormPassword({ name, ...props }: Omit<NamedFieldProps<PasswordFieldProps>, 'showText' | 'showLabel'>) {
  const { typed: _, ...field } = useField(name);
  return <PasswordField required {...props} {...field} showText={m.form_show()} showLabel={m.form_show_password()} />;
}
