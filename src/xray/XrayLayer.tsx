import { Button, Drawer } from "antd";
import { useEffect, useMemo, useState } from "react";
import { useEvent } from "../../renderers/layouts/use-event.ts";
import { useConsole } from "../stores/console.ts";
import { HiddenParts } from "./HiddenParts.tsx";
import { PartCard } from "./PartCard.tsx";
import { type DrawnPart, partAt, partsInSight } from "./part-at.ts";
import { xrayMessages as texts } from "./xray-messages.ts";
import "./xray.css";

/** The layer's own bar and drawer, which it does not look through. */
const own = ".xray-bar, .xray-drawer";

/**
 * Looks through the page: point at a part and press, and a drawer says where it is written, what each of its values comes
 * from and what its expressions give here. Nothing below hears the press.
 */
export function XrayLayer({ onClose }: { readonly onClose: () => void }) {
  const { services } = useConsole();
  const [pointed, setPointed] = useState<DrawnPart | undefined>(() => partsInSight()[0]);
  const [chosen, setChosen] = useState<DrawnPart | "hidden">();
  const isEmpty = useMemo(() => partsInSight().length === 0, []);

  const point = useEvent((event: PointerEvent) => {
    const part = chosen === undefined && event.target instanceof Element ? partAt(event.target) : undefined;
    if (part) setPointed(part);
  });
  const press = useEvent((event: MouseEvent) => {
    if (!(event.target instanceof Element) || event.target.closest(own)) return;
    event.preventDefault();
    event.stopPropagation();
    const part = partAt(event.target);
    if (!part) return;
    setPointed(part);
    if (event.type === "click") setChosen(part);
  });
  const step = (by: number) => {
    const all = partsInSight();
    const at = all.findIndex(({ element }) => element === pointed?.element);
    const next = all[(at + by + all.length) % all.length];
    next?.element.scrollIntoView({ block: "nearest", inline: "nearest" });
    setPointed(next);
  };
  const hear = useEvent((event: KeyboardEvent) => {
    const isOwn = event.target instanceof Element && event.target.closest(own) !== null;
    if (event.key === "Escape") {
      if (chosen) setChosen(undefined);
      else onClose();
    } else if (isOwn || chosen) return;
    else if (event.key === "Tab") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Enter" && pointed) setChosen(pointed);
    else if (!(event.altKey && event.code === "KeyX")) return;
    else onClose();
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const pressed = ["pointerdown", "mousedown", "click"] as const;
    for (const type of pressed) document.addEventListener(type, press, true);
    document.addEventListener("pointermove", point, true);
    document.addEventListener("keydown", hear, true);
    return () => {
      for (const type of pressed) document.removeEventListener(type, press, true);
      document.removeEventListener("pointermove", point, true);
      document.removeEventListener("keydown", hear, true);
    };
  }, [press, point, hear]);

  return (
    <>
      {pointed && chosen !== "hidden" ? <Frame key={pointed.place.at} part={pointed} /> : null}
      {chosen ? null : (
        <div className="xray-bar sc-box sc-bar sc-line sc-wrap sc-airy" role="status">
          <strong>{texts.title}</strong>
          <span className="sc-grow">{isEmpty ? texts.nothing : texts.hint}</span>
          <Button size="small" disabled={isEmpty} onClick={() => setChosen("hidden")}>
            {texts.hiddenTitle}
          </Button>
          <Button size="small" type="primary" onClick={onClose}>
            {texts.leave}
          </Button>
        </div>
      )}
      <Drawer
        rootClassName="xray-drawer"
        open={chosen !== undefined}
        size={520}
        styles={{ wrapper: { maxWidth: "100vw" } }}
        zIndex={1950}
        mask={false}
        title={chosen === "hidden" ? texts.hiddenTitle : chosen?.title}
        onClose={() => setChosen(undefined)}
      >
        {chosen === "hidden" ? <HiddenParts services={services} /> : null}
        {chosen && chosen !== "hidden" ? <PartCard key={chosen.place.at} part={chosen} services={services} /> : null}
      </Drawer>
    </>
  );
}

/** Around what is pointed at; it follows the page when that scrolls. */
function Frame({ part }: { readonly part: DrawnPart }) {
  const [box, setBox] = useState(() => part.element.getBoundingClientRect());
  useEffect(() => {
    const follow = () => setBox(part.element.getBoundingClientRect());
    follow();
    document.addEventListener("scroll", follow, true);
    window.addEventListener("resize", follow);
    return () => {
      document.removeEventListener("scroll", follow, true);
      window.removeEventListener("resize", follow);
    };
  }, [part]);
  const { left, top, width, height } = box;
  return (
    <div className="xray-frame" style={{ left, top, width, height }} aria-hidden="true">
      <span className="sc-cut" data-below={top < 28 || undefined}>
        {part.title}
      </span>
    </div>
  );
}
