/** Reads texts and values from rendered elements. */

/** The visible text, with one space between elements. */
export function textOf(node: Node): string {
  const pieces: string[] = [];
  const collect = (one: Node): void => {
    if (one.nodeType === Node.TEXT_NODE) pieces.push(one.textContent ?? '');
    else for (const child of one.childNodes) collect(child);
  };
  // React leaves several adjacent text nodes.
  const copy = node.cloneNode(true);
  copy.normalize();
  collect(copy);
  return pieces.join(' ').replace(/\s+/g, ' ').trim();
}

export const linksOf = (part: ParentNode): { href: string | null; text: string }[] =>
  [...part.querySelectorAll('a')].map((link) => ({ href: link.getAttribute('href'), text: textOf(link) }));

/** The terms of description lists with their values. */
export const factsOf = (part: ParentNode): [string, string][] =>
  [...part.querySelectorAll('dt')].flatMap((term) => {
    const value = term.nextElementSibling;
    return value?.matches('dd') ? [[textOf(term), textOf(value)]] : [];
  });

/** The names of a form's fields, in order. */
export const fieldsOf = (form: ParentNode): string[] =>
  [...form.querySelectorAll(':is(input, select, textarea)[name]')].map((field) => field.getAttribute('name') ?? '');

/** All values of an attribute, in order. */
export const valuesOf = (part: ParentNode, attribute: string): string[] =>
  [...part.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute) ?? '');

/** The form that posts, not the search. */
export const formOf = (part: ParentNode): HTMLFormElement => {
  const form = part.querySelector<HTMLFormElement>('form[method="post"]');
  if (!form) throw new Error('There is no POST form.');
  return form;
};

/** The error messages of fields. */
export const errorsOf = (part: ParentNode): string[] => [...part.querySelectorAll('p[id$="-error"]')].map(textOf);

/** The options of a select by name, as value and text. */
export const optionsOf = (part: ParentNode, name: string): [value: string, text: string][] =>
  [...part.querySelectorAll<HTMLOptionElement>(`select[name="${name}"] option`)].map((option) => [
    option.value,
    textOf(option),
  ]);

/** The chosen option of every select. */
export const chosenIn = (part: ParentNode): string[] =>
  [...part.querySelectorAll('select')].flatMap((select) => {
    // Server markup has an attribute, a page rendered in the browser a property.
    const marked = [...select.querySelectorAll('option[selected]')];
    return (marked.length > 0 ? marked : [...select.selectedOptions]).map(textOf);
  });

/** The values of all checked boxes. */
export const tickedIn = (part: ParentNode): string[] =>
  [...part.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);
