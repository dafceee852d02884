import { Checkbox, ConfigProvider, Flex, Segmented, Select, Skeleton } from "antd";
import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { LazyBoundary } from "../../renderers/layouts/LazyBoundary.tsx";
import { WindowWidth } from "../../renderers/layouts/use-media.ts";
import { ScreenBoundary } from "../../renderers/screens/ScreenBoundary.tsx";
import { ScreenHost } from "../../renderers/screens/ScreenHost.tsx";
import { memoryAddress } from "../../runtime/react/address-bar.ts";
import type { ConsoleServices } from "../../runtime/react/services.ts";
import { useConsole } from "../stores/console.ts";
import { antdTheme } from "../theme/antd-theme.ts";
import { applyPalette } from "../theme/apply-palette.ts";
import { resolvePalette } from "../theme/resolve-palette.ts";
import { previewServices } from "./preview-services.ts";
import { studioMessages as texts } from "./studio-messages.ts";
import type { StudioPageAnswer, Words } from "./studio-types.ts";
import type { Studio } from "./use-studio.ts";

const phonePx = 390;
/** A desktop page beside the text is drawn smaller, so that its parts stand as they will. */
const desktopZoom = 0.6;
type Width = keyof typeof texts.widths;

interface StudioPreviewProps {
  readonly studio: Studio;
  readonly words: Words;
  readonly services: ConsoleServices;
}

/** The page of the draft, drawn by the real renderers over real rows; nothing is written. */
export function StudioPreview({ studio, words, services }: StudioPreviewProps) {
  const [roleCode, setRoleCode] = useState("");
  const role = words.roles.find(({ code }) => code === roleCode);
  const [width, setWidth] = useState<Width>("fill");
  const { settings } = useConsole();
  const [isDark, setDark] = useState(settings.mode === "dark");
  const { answer } = studio.checked;
  const page = useLastPage(answer?.page?.screen ? answer.page : undefined);
  const own = useMemo(() => page && previewServices(services, page, role), [services, page, role]);
  const address = useMemo(() => memoryAddress(), []);
  const mode = isDark ? "dark" : "light";
  const palette = useMemo(() => resolvePalette(mode, settings.primary), [mode, settings.primary]);
  const theme = useMemo(() => antdTheme(palette, mode, settings.primary), [palette, mode, settings.primary]);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (place.current) applyPalette(palette, mode, place.current);
  }, [palette, mode]);
  const note = !page
    ? answer === undefined
      ? texts.checking
      : answer.mayPublish
        ? texts.noPreview
        : texts.previewBroken
    : answer?.mayPublish === false
      ? texts.previewBroken
      : role
        ? texts.previewAsNote
        : texts.previewNote;
  return (
    <Flex component="section" vertical aria-label={texts.preview} style={{ height: "100%" }}>
      <div className="sc-bar sc-under sc-line sc-wrap">
        <Segmented<Width>
          size="small"
          aria-label={texts.preview}
          value={width}
          onChange={setWidth}
          options={(["fill", "phone"] as const).map((value) => ({ value, label: texts.widths[value] }))}
        />
        <Checkbox checked={isDark} onChange={({ target }) => setDark(target.checked)}>
          {texts.dark}
        </Checkbox>
        <Select
          size="small"
          showSearch={{ optionFilterProp: "label" }}
          aria-label={texts.previewAs}
          style={{ width: 120 }}
          popupMatchSelectWidth={false}
          value={roleCode}
          onChange={setRoleCode}
          options={[
            { value: "", label: texts.ownRights },
            ...words.roles.map(({ code, title }) => ({ value: code, label: title })),
          ]}
        />
        <span className="sc-hint" role="status">
          {note}
        </span>
      </div>
      <div ref={place} style={{ flex: 1, minHeight: 0, overflow: "auto", background: "var(--bg)" }}>
        <div style={width === "phone" ? { width: phonePx, padding: 12 } : { padding: 12, zoom: desktopZoom }}>
          <ConfigProvider theme={theme} getPopupContainer={() => place.current ?? globalThis.document.body}>
            <WindowWidth value={width === "phone" ? phonePx : undefined}>
              {page && own ? (
                <ScreenBoundary key={`${page.id} ${width} ${roleCode}`}>
                  <LazyBoundary fallback={<Skeleton active />}>
                    <ScreenHost screenId={page.id} services={own} address={address} />
                  </LazyBoundary>
                </ScreenBoundary>
              ) : null}
            </WindowWidth>
          </ConfigProvider>
        </div>
      </div>
    </Flex>
  );
}

/** The last page that could be shown: it stays while the text is broken, and as it is while nothing of it changes. */
function useLastPage(page: StudioPageAnswer | undefined): StudioPageAnswer | undefined {
  const last = useRef<StudioPageAnswer>(undefined);
  const same = (one: StudioPageAnswer | undefined) => JSON.stringify([one?.screen, one?.models]);
  if (page && same(page) !== same(last.current)) last.current = page;
  return last.current;
}
