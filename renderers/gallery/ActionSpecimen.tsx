import { Button } from "antd";
import "../actions/index.gen.ts";
import { useState } from "react";
import { type ActionHost, runActions } from "../../runtime/react/run-actions.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import type { ActionDefinition } from "../../runtime/registry/define.ts";
import type { Actions } from "../../runtime/schema/types.gen.ts";
import { messages } from "../messages.ts";
import type { SpecimenProps } from "./CellSpecimen.tsx";
import { GalleryState } from "./GalleryState.tsx";
import { galleryMessages } from "./gallery-messages.ts";

/** What the example of the action `call` names. */
const exampleHandler = "store.recalculate";

/** A button that runs the action over a host that only says what would happen. */
export function ActionSpecimen({ definition, example, services }: SpecimenProps<ActionDefinition>) {
  const { states, tryIt, declined, nothing } = galleryMessages;
  const [said, setSaid] = useState<readonly string[]>([]);
  const run = async () => {
    const told: string[] = [];
    const isDone = await runActions(
      [example] as unknown as Actions,
      tellingHost(services, (text) => told.push(text)),
    );
    setSaid(isDone ? (told.length > 0 ? told : [nothing]) : [...told, declined]);
  };
  return (
    <>
      <GalleryState name={states.normal}>
        <Button onClick={() => void run()}>{tryIt}</Button>
        <p className="sc-hint" role="status">
          {said.join("；") || messages.dash}
        </p>
      </GalleryState>
      <GalleryState name={states.disabled}>
        <Button disabled>{definition.title}</Button>
      </GalleryState>
    </>
  );
}

function tellingHost(services: ConsoleServices, tell: (text: string) => void): ActionHost {
  const { told } = galleryMessages;
  const asked = async (options: { readonly method: string; readonly url: string }) => {
    tell(told.request(options.method, options.url));
    return undefined as never;
  };
  return {
    services: {
      ...services,
      user: services.user,
      permissions: services.permissions,
      request: asked,
      send: asked,
      download: async ({ url }) => {
        tell(told.download(url));
        return { blob: new Blob(), fileName: "" };
      },
      confirm: async (question) => {
        const isSure = await services.confirm(question);
        if (isSure) tell(told.confirmed);
        return isSure;
      },
      notify: (level, text) => {
        services.notify(level, text);
        tell(text);
      },
      navigate: (to) => tell(told.navigate(to)),
      handlers: { [exampleHandler]: async () => tell(told.call(exampleHandler)) },
    },
    scope: () => ({
      row: { id: "1", memberId: "m1" },
      form: { details: [] },
      selection: { keys: ["1"] },
      user: services.user,
    }),
    open: (view) => tell(told.open(view)),
    close: () => tell(told.close),
    reload: async () => tell(told.reload),
    transition: async (name, ids) => tell(told.transition(name, ids.length)),
    submit: async () => {
      tell(told.submit);
      return true;
    },
    setValue: (field, value) => tell(told.setValue(field, value)),
    setQuery: (values) => tell(told.setQuery(JSON.stringify(values))),
    print: () => tell(told.print),
    save: () => undefined,
  };
}
