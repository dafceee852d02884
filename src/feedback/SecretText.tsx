import { Typography } from "antd";

/** A text that is shown once, to be copied whole: a key breaks over lines only where it has to. */
export function SecretText({ text }: { readonly text: string }) {
  return (
    <Typography.Paragraph code copyable style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {text}
    </Typography.Paragraph>
  );
}
