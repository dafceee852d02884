import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { type LazyPart, lazyPart } from "../../runtime/react/lazy-part.ts";

/** Wraps antd parts in the console's theme. It is loaded with the first of them, never with a list or a form itself. */
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

/** A part made of antd: it comes when it is first drawn, and stands in the console's theme. */
export function antdPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(async () => {
    const Part = await load();
    return {
      default: (props: Props) => (
        <AntdFrame>
          <Part {...props} />
        </AntdFrame>
      ),
    };
  });
}
