import PlusOutlined from "@ant-design/icons/PlusOutlined";
import { Button } from "antd";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";

/** No page is the first thing that antd draws in an application: its theme and the styles of a button are there by then. */
export const firstButton = (around: (button: ReactNode) => ReactNode): Promise<void> =>
  new Promise((resolve) => {
    const button = (
      <Button type="primary" icon={<PlusOutlined />} ref={() => resolve()}>
        新增
      </Button>
    );
    createRoot(document.createElement("div")).render(around(button));
  });
