import { useEffect } from "react";
import { useEvent } from "../../../renderers/layouts/use-event.ts";
import type { ConsoleServices } from "../../../runtime/react/services.ts";
import { administrationMessages } from "../../messages/administration.ts";

/** Ticks that are not saved are unsaved work: closing asks first, and so does whoever else would lose them. */
export function useCloseWithTicks(services: ConsoleServices, isDirty: boolean, onClose: () => void) {
  const { leaveTitle, leaveText } = administrationMessages.grants;
  const mayLeave = () => services.confirm({ title: leaveTitle, content: leaveText, danger: true, okText: leaveTitle });
  const close = async () => {
    if (isDirty && !(await mayLeave())) return;
    onClose();
  };
  const dirtyNow = useEvent(() => isDirty);
  useEffect(() => services.unsaved?.watch(dirtyNow), [services, dirtyNow]);
  return { close, mayLeave };
}
