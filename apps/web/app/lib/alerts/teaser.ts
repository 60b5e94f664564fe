/** The beginning of a description, with an ellipsis if it was cut. */
export const toTeaser = ({
  description,
  descriptionCut,
}: {
  description: string;
  descriptionCut?: true | undefined;
}): string => (descriptionCut ? `${description.trimEnd()}...` : description);
