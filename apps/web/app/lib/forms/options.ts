/** The options of a select or a group of choices. */
export const toOptions = <Value extends string>(values: readonly Value[], getLabel: (value: Value) => string) =>
  values.map((value) => ({ value, label: getLabel(value) }));
