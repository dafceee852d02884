import { Alert, Button } from "antd";
import { studioMessages as texts } from "./studio-messages.ts";

/** Above a page of which a newer version is in force; it stays as it is until somebody asks for the new one. */
export function NewVersion({ onRefresh }: { onRefresh(): void }) {
  return (
    <Alert
      banner
      type="info"
      role="status"
      title={texts.newVersion}
      action={
        <Button size="small" onClick={onRefresh}>
          {texts.refresh}
        </Button>
      }
    />
  );
}
