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
        src={logoUrl}
        alt=""
        width={80}
        height={80}
        loading="lazy"
        className={`shrink-0 rounded-control object-contain ${size}`}
      />
    );
  }
  return <Monogram name={name} className={size} />;
}

/** No verdict colours: a tile says nothing about the provider. */
const tileColours = [
  'fill-brand text-on-brand',
  'fill-brand-soft text-brand',
  'fill-accent-soft text-accent',
  'fill-badge-blue text-on-brand',
  'fill-badge-purple-soft text-badge-purple',
];

/** Colours and pattern depend on the name alone, so that a provider has the same tile everywhere. */
function Monogram({ name, className }: { name: string; className: string }) {
  const letters = [...name.trim()];
  const seed = letters.reduce((sum, letter) => sum + letter.codePointAt(0)!, letters.length);
  return (
    <svg
      viewBox="0 0 40 40"
      aria-hidden="true"
      className={`shrink-0 rounded-control ${className} ${tileColours[seed % tileColours.length]}`}
    >
      <path d="M0 0h40v40H0z" />
      <g fill="currentColor" opacity=".16" transform={`rotate(${(seed % 4) * 90} 20 20)`}>
        <path d="M0 0h20a20 20 0 0 1-20 20zM40 40H20a20 20 0 0 1 20-20z" />
      </g>
      <text x="20" y="27.5" textAnchor="middle" fontSize="21" fontWeight="700" fill="currentColor">
        {letters[0]?.toUpperCase()}
      </text>
    </svg>
  );
}
