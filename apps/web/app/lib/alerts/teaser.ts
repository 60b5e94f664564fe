/** The beginning of a description, marked as one where there is more. */
export const teaserOf = ({
  description,
  descriptionCut,
}: {
  description: string;
  descriptionCut?: true | undefined;
}): string => (descriptionCut ? `${description.trimEnd()}...` : description);
