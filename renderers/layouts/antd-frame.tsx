import { type ComponentType, createContext, type ReactNode, useContext } from "react";

/** Wraps antd parts in the console's theme. It is loaded with the first of them, never with the list itself. */
export type AntdFrameComponent = ComponentType<{ readonly children: ReactNode }>;

function Bare({ children }: { readonly children: ReactNode }) {
  return children;
}

const FrameContext = createContext<AntdFrameComponent>(Bare);

/** Given by the console; a test or a preview may leave it out. */
export const AntdFrameProvider = FrameContext.Provider;

/** Everything made of antd stands inside one of these. */
export function AntdFrame({ children }: { readonly children: ReactNode }) {
  const Frame = useContext(FrameContext);
  return <Frame>{children}</Frame>;
}
