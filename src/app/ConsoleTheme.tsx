import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { useConsole } from "../stores/console.ts";
import { AntdTheme } from "../theme/AntdTheme.tsx";

/** The theme that the person chose, around everything. */
export const ConsoleTheme = observer(function ConsoleTheme({ children }: { readonly children: ReactNode }) {
  const { mode, primary } = useConsole().settings;
  return (
    <AntdTheme mode={mode} primary={primary}>
      {children}
    </AntdTheme>
  );
});
