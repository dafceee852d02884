import { sitePicture, siteSettings } from "../api/site-settings.ts";

/** The mark of the product, or the operator's own. */
export function Logo({ size }: { readonly size: number }) {
  if (siteSettings().hasLogo) {
    return <img className="site-logo" src={sitePicture("logo")} width={size} height={size} alt="" />;
  }
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect width="28" height="28" rx="7" fill="#1890FF" />
      <path d="M6.5 12.2 14 6.4l7.5 5.8V19a2.6 2.6 0 0 1-2.6 2.6H9.1A2.6 2.6 0 0 1 6.5 19z" fill="#fff" />
      <path
        d="M10.6 14.6c.9 2 2 3 3.4 3s2.5-1 3.4-3"
        stroke="#1890FF"
        strokeWidth="2"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}
