import { Button, Checkbox } from "antd";
import Input from "antd/es/input/Input";
import { useState } from "react";
import type { SavedQuery } from "../../runtime/query/saved-query.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { OneOf } from "../editors/OneOf.tsx";
import { messages } from "../messages.ts";
import { superQueryMessages } from "./super-query-messages.ts";
import type { SaveRequest } from "./use-saved-queries.ts";

const texts = superQueryMessages;

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

/** Where this person may save: the browser, the server for themselves, their roles, their department, everyone. */
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
      className="sc-line sc-wrap"
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
      <Input
        // biome-ignore lint/a11y/noAutofocus: it was asked for by a press on 保存查询
        autoFocus
        className="sc-super-name"
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
          <Checkbox checked={withView} onChange={(event) => setWithView(event.target.checked)}>
            {texts.withView}
          </Checkbox>
          <Checkbox checked={isDefault} onChange={(event) => setDefault(event.target.checked)}>
            {texts.asDefault}
          </Checkbox>
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
