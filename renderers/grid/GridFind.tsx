import ArrowDownOutlined from "@ant-design/icons/ArrowDownOutlined";
import ArrowUpOutlined from "@ant-design/icons/ArrowUpOutlined";
import CloseOutlined from "@ant-design/icons/CloseOutlined";
import { Button, Input } from "antd";
import { type KeyboardEvent, useMemo, useState } from "react";
import { IconButton } from "../layouts/IconButton.tsx";
import { messages } from "../messages.ts";
import { findCells, replaceInCells } from "./find-cells.ts";
import { useModelVersion } from "./GridToolbar.tsx";
import { gridMessages } from "./grid-messages.ts";
import type { GridParts } from "./grid-parts.ts";
import type { CellPlace } from "./grid-types.ts";

const texts = gridMessages.find;

interface GridFindProps {
  readonly parts: GridParts;
  onClose(): void;
}

/** Finds a text in all rows of the table, and replaces it in cells that are typed. */
export function GridFind({ parts, onClose }: GridFindProps) {
  const { model, services } = parts;
  const version = useModelVersion(parts);
  const [wanted, setWanted] = useState("");
  const [by, setBy] = useState("");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is the same object, its version grows
  const found = useMemo(() => findCells(parts, wanted), [parts, wanted, version]);
  const at = found.findIndex((place) => isSame(place, model.active));
  const go = (step: 1 | -1) => {
    const next = found[(at + step + found.length) % found.length] ?? found[0];
    if (next) model.activate(next);
  };
  const replace = (places: readonly CellPlace[]) => {
    const written = model.put(replaceInCells(parts, places, wanted, by));
    if (written.length < places.length) services.notify("info", texts.kept(places.length - written.length));
    return written;
  };
  const keys = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter") go(event.shiftKey ? -1 : 1);
    else return;
    // In a form Enter would save it, and Escape close it.
    event.preventDefault();
    event.stopPropagation();
  };
  const isNone = found.length === 0;
  return (
    <search className="sc-grid-bar sc-line sc-unprinted" onKeyDown={keys}>
      <Input
        autoFocus
        className="sc-grid-find"
        value={wanted}
        placeholder={texts.find}
        aria-label={texts.find}
        // Always there: with its first suffix the control would be made anew and lose the focus.
        suffix={<span>{wanted === "" ? "" : texts.place(at + 1, found.length)}</span>}
        onChange={(event) => setWanted(event.target.value)}
      />
      <IconButton
        label={texts.previous}
        icon={<ArrowUpOutlined aria-hidden="true" />}
        disabled={isNone}
        onClick={() => go(-1)}
      />
      <IconButton
        label={texts.next}
        icon={<ArrowDownOutlined aria-hidden="true" />}
        disabled={isNone}
        onClick={() => go(1)}
      />
      {model.isLocked ? null : (
        <>
          <Input
            className="sc-grid-find"
            value={by}
            placeholder={texts.by}
            aria-label={texts.by}
            onChange={(event) => setBy(event.target.value)}
          />
          <Button
            disabled={isNone}
            onClick={() => {
              const place = found[at];
              if (place) replace([place]);
              go(1);
            }}
          >
            {texts.replace}
          </Button>
          <Button
            disabled={isNone}
            onClick={() => {
              const written = replace(found);
              if (written.length > 0) services.notify("success", texts.replaced(written.length));
            }}
          >
            {texts.replaceAll}
          </Button>
        </>
      )}
      <span className="sc-grow" />
      <IconButton label={messages.form.close} icon={<CloseOutlined aria-hidden="true" />} onClick={onClose} />
    </search>
  );
}

const isSame = (place: CellPlace, active: CellPlace | undefined) => place.id === active?.id && place.key === active.key;
