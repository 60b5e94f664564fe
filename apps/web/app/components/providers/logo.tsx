/**
 * The provider's logo, or its initial. Only images from our own server are shown: an image from a provider's server
 * would tell it who reads about it.
 */
export function ProviderLogo({
  name,
  logoUrl,
  isLarge = false,
}: {
  name: string;
  logoUrl: string | null;
  isLarge?: boolean;
}) {
  const size = isLarge ? 'size-20 text-2xl' : 'size-12 text-lg';
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
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center rounded-control bg-brand-soft font-bold text-brand ${size}`}
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
