import { m } from '../../paraglide/messages.js';
import { useField, type NamedFieldProps } from './form.tsx';
import { StarsField, type StarsFieldProps } from '../ui/stars-field.tsx';

const getStarLabels = () => [m.form_stars_1(), m.form_stars_2(), m.form_stars_3(), m.form_stars_4(), m.form_stars_5()];

export function FormStars({ name, ...props }: Omit<NamedFieldProps<StarsFieldProps>, 'labels' | 'defaultValue'>) {
  const { typed, ...field } = useField(name);
  return <StarsField {...props} {...field} key={typed} labels={getStarLabels()} defaultValue={typed} />;
}
