/**
 * The provider's logo, or its initial. Only pictures we keep ourselves are shown: a picture on a provider's own server would
 * tell that server who reads about it.
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
  // Browsers read more than `//` as the beginning of another host: `/\`, or a tab between the two.
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
