import AppstoreOutlined from "@ant-design/icons/AppstoreOutlined";
import CalendarOutlined from "@ant-design/icons/CalendarOutlined";
import UnorderedListOutlined from "@ant-design/icons/UnorderedListOutlined";
import type { ReactNode } from "react";
import type { RowLayout } from "../../../runtime/compile/plan.ts";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";

interface LayoutButtonsProps {
  readonly layouts: readonly RowLayout[];
  readonly as: RowLayout;
  onAs(as: RowLayout): void;
}

const icons: Readonly<Record<RowLayout, ReactNode>> = {
  table: <UnorderedListOutlined aria-hidden="true" />,
  cards: <AppstoreOutlined aria-hidden="true" />,
  calendar: <CalendarOutlined aria-hidden="true" />,
};

/** From the way that the rows are drawn now to each of the others. */
export function LayoutButtons({ layouts, as, onAs }: LayoutButtonsProps) {
  return layouts
    .filter((layout) => layout !== as)
    .map((layout) => (
      <IconButton
        key={layout}
        label={messages.list.layouts[layout]}
        icon={icons[layout]}
        onClick={() => onAs(layout)}
      />
    ));
}
