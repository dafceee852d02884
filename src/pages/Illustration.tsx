export type IllustrationKind = "empty" | "nothingFound" | "error" | "denied" | "success";

/** Drawn in grey with one stroke of the accent colour, 120 × 88. */
export function Illustration({ kind }: { readonly kind: IllustrationKind }) {
  return (
    <svg className="illustration" width="120" height="88" viewBox="0 0 120 88" aria-hidden="true" focusable="false">
      <ellipse cx="60" cy="80" rx="44" ry="5" className="illustration-ground" />
      {shapes[kind]}
    </svg>
  );
}

const shapes = {
  empty: (
    <>
      <path d="M24 40l12-20h48l12 20v30a4 4 0 0 1-4 4H28a4 4 0 0 1-4-4z" className="illustration-body" />
      <path d="M24 40h22a3 3 0 0 1 3 3c0 6 4 10 11 10s11-4 11-10a3 3 0 0 1 3-3h22" className="illustration-line" />
    </>
  ),
  nothingFound: (
    <>
      <circle cx="54" cy="40" r="24" className="illustration-body" />
      <path d="M72 58l18 16" className="illustration-line" strokeWidth="5" />
      <path d="M44 40h20" className="illustration-accent" />
    </>
  ),
  error: (
    <>
      <rect x="22" y="14" width="76" height="56" rx="5" className="illustration-body" />
      <path d="M22 28h76" className="illustration-line" />
      <circle cx="30" cy="21" r="2" className="illustration-dot" />
      <circle cx="37" cy="21" r="2" className="illustration-dot" />
      <path d="M46 58l10-10M56 58L46 48M66 53h16" className="illustration-accent" />
    </>
  ),
  success: (
    <>
      <circle cx="60" cy="42" r="28" className="illustration-body" />
      <path d="M47 43l9 9 17-18" className="illustration-accent" strokeWidth="4" />
    </>
  ),
  denied: (
    <>
      <rect x="34" y="36" width="52" height="38" rx="6" className="illustration-body" />
      <path d="M44 36V26a16 16 0 0 1 32 0v10" className="illustration-line" />
      <circle cx="60" cy="52" r="5" className="illustration-dot" />
      <path d="M60 56v8" className="illustration-accent" />
    </>
  ),
} as const;
