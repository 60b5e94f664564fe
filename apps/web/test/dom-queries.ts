/** Reads texts and values from rendered elements. */

/** The visible text, with one space between elements. */
export function getText(node: Node): string {
  const texts: string[] = [];
  const collect = (current: Node): void => {
    if (current.nodeType === Node.TEXT_NODE) texts.push(current.textContent ?? '');
    else for (const child of current.childNodes) collect(child);
  };
  // React leaves several adjacent text nodes.
  const copy = node.cloneNode(true);
  copy.normalize();
  collect(copy);
  return texts.join(' ').replace(/\s+/g, ' ').trim();
}

export const getLinks = (root: ParentNode): { href: string | null; text: string }[] =>
  [...root.querySelectorAll('a')].map((link) => ({ href: link.getAttribute('href'), text: getText(link) }));

/** The terms of description lists with their values. */
export const getFacts = (root: ParentNode): [string, string][] =>
  [...root.querySelectorAll('dt')].flatMap((term) => {
    const value = term.nextElementSibling;
    return value?.matches('dd') ? [[getText(term), getText(value)]] : [];
  });

/** The names of a form's fields, in order. */
export const getFieldNames = (form: ParentNode): string[] =>
  [...form.querySelectorAll(':is(input, select, textarea)[name]')].map((field) => field.getAttribute('name') ?? '');

/** All values of an attribute, in order. */
export const getAttributeValues = (root: ParentNode, attribute: string): string[] =>
  [...root.querySelectorAll(`[${attribute}]`)].map((element) => element.getAttribute(attribute) ?? '');

/** The form that posts, not the search. */
export const getPostForm = (root: ParentNode): HTMLFormElement => {
  const form = root.querySelector<HTMLFormElement>('form[method="post"]:not([role="search"])');
  if (!form) throw new Error('There is no POST form.');
  return form;
};

/** The error messages of fields. */
export const getFieldErrors = (root: ParentNode): string[] =>
  [...root.querySelectorAll('p[id$="-error"]')].map(getText);

/** The options of a select by name, as value and text. */
export const getOptions = (root: ParentNode, name: string): [value: string, text: string][] =>
  [...root.querySelectorAll<HTMLOptionElement>(`select[name="${name}"] option`)].map((option) => [
    option.value,
    getText(option),
  ]);

/** The chosen option of every select. */
export const getSelectedTexts = (root: ParentNode): string[] =>
  [...root.querySelectorAll('select')].flatMap((select) => {
    // Server markup has an attribute, a page rendered in the browser a property.
    const selectedByAttribute = [...select.querySelectorAll('option[selected]')];
    return (selectedByAttribute.length > 0 ? selectedByAttribute : [...select.selectedOptions]).map(getText);
  });

/** The values of all checked boxes. */
export const getCheckedValues = (root: ParentNode): string[] =>
  [...root.querySelectorAll('input')].filter(({ checked }) => checked).map(({ value }) => value);
