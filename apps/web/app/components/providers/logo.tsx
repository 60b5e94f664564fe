interface Props {
  name: string;
  logoUrl: string | null;
  isLarge?: boolean;
}

/**
 * The provider's logo, or its initial on a tile. Only images from our own server are shown: an image from a provider's
 * server would tell it who reads about it.
 */
export function ProviderLogo({ name, logoUrl, isLarge = false }: Props) {
  const size = isLarge ? 'size-16 md:size-20' : 'size-12';
  // Browsers treat more than `//` as the start of another host: `/\`, or a tab between the two.
  if (logoUrl && /^\/\w/.test(logoUrl)) {
    return (
      <img
        src={isLarge ? logoUrl : `${logoUrl}?size=small`}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        className={`shrink-0 rounded-control object-contain ${size}`}
      />
    );
  }
  return (
    <span aria-hidden="true" className={`tile ${size} ${isLarge ? 'text-3xl' : 'text-xl'} ${pickTileColours(name)}`}>
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}

/** No verdict colours: a tile says nothing about the provider. */
const tileColours = [
  'bg-brand text-on-brand',
  'bg-brand-soft text-brand',
  'bg-accent-soft text-accent',
  'bg-badge-blue-soft text-badge-blue',
  'bg-badge-purple-soft text-badge-purple',
] as const;

/** Depends only on the name, so that a provider has the same tile everywhere. */
const pickTileColours = (name: string) =>
  tileColours[[...name].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0) % tileColours.length];
