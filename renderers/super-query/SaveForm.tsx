import { Button } from "antd";
import { useState } from "react";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { OneOf } from "../choice/OneOf.tsx";
import { messages } from "../messages.ts";
import type { SaveRequest } from "./use-saved-queries.ts";
import "../editors/ticks.css";
import "../layouts/box.css";

const texts = messages.superQuery;

interface SaveFormProps {
  readonly services: ConsoleServices;
  readonly initialTitle: string;
  /** Columns and order as they are now. */
  readonly view: Pick<SavedQuery, "columns" | "sort">;
  onSave(request: SaveRequest): Promise<boolean>;
  onClose(): void;
}

interface Place {
  readonly value: string;
  readonly label: string;
}

/** Where this person may save: the browser, the server for himself, his roles, his department, everyone. */
function placesOf({ user, hasPermission }: ConsoleServices): readonly Place[] {
  const options = texts.audienceOptions;
  const mayShareWithAll = user.roles.includes("admin") || hasPermission("system:saved-query:share");
  return [
    { value: "local", label: options.local },
    { value: "mine", label: options.mine },
    ...user.roles.map((role) => ({ value: `role:${role}`, label: options.role(role) })),
    ...(user.orgCode ? [{ value: `depart:${user.orgCode}`, label: options.depart }] : []),
    ...(mayShareWithAll ? [{ value: "all", label: options.all }] : []),
  ];
}

/** Name and place of a query that is saved. Enter saves, Escape goes back. */
export function SaveForm({ services, initialTitle, view, onSave, onClose }: SaveFormProps) {
  const [title, setTitle] = useState(initialTitle);
  const [place, setPlace] = useState("local");
  const [isDefault, setDefault] = useState(false);
  const [withView, setWithView] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isLocal = place === "local";
  const save = async () => {
    const [kind = "local", audienceKey = ""] = place.split(":");
    setBusy(true);
    const isSaved = await onSave({
      title: title.trim(),
      place: kind as SaveRequest["place"],
      audienceKey,
      isDefault: !isLocal && isDefault,
      view: !isLocal && withView ? view : undefined,
    });
    setBusy(false);
    if (isSaved) onClose();
  };
  return (
    <form
      className="sc-super-save"
      aria-label={texts.save}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a press on 保存查询
        autoFocus
        type="text"
        className="sc-box sc-super-name"
        maxLength={50}
        aria-label={texts.name}
        placeholder={texts.namePlaceholder}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <OneOf
        className="sc-super-place"
        label={texts.audience}
        choices={placesOf(services)}
        value={place}
        onChange={setPlace}
      />
      {isLocal ? null : (
        <span className="sc-super-checks">
          <Tick label={texts.withView} checked={withView} onChange={setWithView} />
          <Tick label={texts.asDefault} checked={isDefault} onChange={setDefault} />
        </span>
      )}
      <span className="sc-grow" />
      <Button onClick={onClose}>{messages.form.cancel}</Button>
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {messages.form.save}
      </Button>
    </form>
  );
}

interface TickProps {
  readonly label: string;
  readonly checked: boolean;
  onChange(checked: boolean): void;
}

function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label className="sc-tick">
      <input
        type="checkbox"
        className="sc-check"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
