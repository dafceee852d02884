import FileExcelOutlined from "@ant-design/icons/FileExcelOutlined";
import { type DragEvent, useRef, useState } from "react";
import { importMessages as texts } from "./import-messages.ts";
import "./import.css";

interface FileZoneProps {
  readonly file: File | undefined;
  readonly isBusy: boolean;
  /** What a person should know before choosing. */
  readonly hint?: string;
  onFile(file: File | undefined): void;
}

/** Where a spreadsheet is chosen or dropped. */
export function FileZone({ file, isBusy, hint = texts.hint, onFile }: FileZoneProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const handleDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) onFile(event.dataTransfer.files[0]);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".xls,.xlsx,.csv"
        aria-label={texts.choose}
        onChange={(event) => {
          onFile(event.target.files?.[0]);
          event.target.value = ""; // the same file, corrected, may be chosen again
        }}
      />
      <button
        type="button"
        className={`sc-import-zone sc-ground sc-stack sc-tight${isOver ? " sc-import-over" : ""}`}
        disabled={isBusy}
        onClick={() => input.current?.click()}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={handleDrop}
      >
        <FileExcelOutlined aria-hidden="true" />
        <span className="sc-import-name">{file ? file.name : texts.drop}</span>
        <span className="sc-hint">{file ? texts.chooseOther : hint}</span>
      </button>
    </>
  );
}
