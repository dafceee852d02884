import type { ReactNode } from "react";

interface PanelLinkProps {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
  navigate(to: string): void;
}

/** A way to another page: opens in place, or in a new tab as any link when a key is held. */
export function PanelLink({ to, className, navigate, children }: PanelLinkProps) {
  return (
    <a
      href={to}
      className={className}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        navigate(to);
      }}
    >
      {children}
    </a>
  );
}
