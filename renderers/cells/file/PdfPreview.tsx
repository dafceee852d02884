import LeftOutlined from "@ant-design/icons/LeftOutlined";
import MinusOutlined from "@ant-design/icons/MinusOutlined";
import PlusOutlined from "@ant-design/icons/PlusOutlined";
import RightOutlined from "@ant-design/icons/RightOutlined";
import { Button, Flex, InputNumber } from "antd";
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { IconButton } from "../../layouts/IconButton.tsx";
import { messages } from "../../messages.ts";
import { uploadCellMessages as texts } from "../../upload-messages.ts";
import { type OpenPdf, openPdf, type PageSize, pdfRefusal } from "./pdf-reader.ts";

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3];
const gapPx = 12;

/** A PDF page below page, as wide as the window it stands in; only pages in sight are drawn. */
export function PdfPreview({ bytes, name }: { readonly bytes: ArrayBuffer; readonly name: string }) {
  const [pdf, setPdf] = useState<OpenPdf>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let opened: OpenPdf | undefined;
    let isGone = false;
    // pdf.js takes the bytes away: a second look needs its own.
    openPdf(bytes.slice(0)).then(
      (document) => {
        opened = document;
        if (isGone) document.close();
        else setPdf(document);
      },
      (reason) => {
        if (!isGone) setProblem(pdfRefusal(reason) === "locked" ? texts.lockedPdf : texts.brokenPdf);
      },
    );
    return () => {
      isGone = true;
      opened?.close();
    };
  }, [bytes]);
  if (problem !== undefined) {
    return (
      <p className="sc-file-preview" role="alert">
        {problem}
      </p>
    );
  }
  if (!pdf) return <p className="sc-file-preview">{messages.states.loading}</p>;
  return <Pages pdf={pdf} name={name} />;
}

function Pages({ pdf, name }: { readonly pdf: OpenPdf; readonly name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [boxWidth, setBoxWidth] = useState(0);
  const [zoom, setZoom] = useState(1);
  const [current, setCurrent] = useState(1);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const watcher = new ResizeObserver(() => setBoxWidth(element.clientWidth));
    watcher.observe(element);
    setBoxWidth(element.clientWidth);
    return () => watcher.disconnect();
  }, []);
  const widthPx = Math.max(120, Math.min(boxWidth - 2 * gapPx, pdf.firstSize.width * 1.25)) * zoom;

  const pageAt = (number: number) => box.current?.children[number - 1] as HTMLElement | undefined;
  const goTo = (number: number) => {
    const page = pageAt(Math.min(pdf.count, Math.max(1, number)));
    if (page && box.current) box.current.scrollTop = page.offsetTop - gapPx;
  };
  const findCurrent = () => {
    const element = box.current;
    if (!element) return;
    const middle = element.scrollTop + element.clientHeight / 3;
    let [low, high] = [1, pdf.count];
    while (low < high) {
      const number = Math.ceil((low + high) / 2);
      if ((pageAt(number)?.offsetTop ?? 0) <= middle) low = number;
      else high = number - 1;
    }
    setCurrent(low);
  };
  const step = (by: 1 | -1) => {
    const next = by > 0 ? zooms.find((each) => each > zoom) : zooms.findLast((each) => each < zoom);
    if (next) setZoom(next);
  };
  const keys: Readonly<Record<string, () => void>> = {
    PageDown: () => goTo(current + 1),
    PageUp: () => goTo(current - 1),
    Home: () => goTo(1),
    End: () => goTo(pdf.count),
    "+": () => step(1),
    "=": () => step(1),
    "-": () => step(-1),
    "0": () => setZoom(1),
  };
  const press = (event: KeyboardEvent) => {
    const act = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <Flex align="center" justify="center" gap={4} wrap role="toolbar" aria-label={name}>
        <IconButton
          size="small"
          label={texts.previousPage}
          icon={<LeftOutlined aria-hidden="true" />}
          disabled={current <= 1}
          onClick={() => goTo(current - 1)}
        />
        <InputNumber
          aria-label={texts.pageNumber}
          size="small"
          min={1}
          max={pdf.count}
          precision={0}
          controls={false}
          style={{ width: 48 }}
          value={current}
          onChange={(number) => goTo(Number(number ?? 1))}
        />
        <span className="sc-num">{texts.ofPages(pdf.count)}</span>
        <IconButton
          size="small"
          label={texts.nextPage}
          icon={<RightOutlined aria-hidden="true" />}
          disabled={current >= pdf.count}
          onClick={() => goTo(current + 1)}
        />
        <IconButton
          size="small"
          label={texts.smaller}
          icon={<MinusOutlined aria-hidden="true" />}
          disabled={zoom <= (zooms[0] ?? 1)}
          onClick={() => step(-1)}
        />
        <Button type="text" size="small" title={texts.fitWidth} onClick={() => setZoom(1)}>
          {`${Math.round(zoom * 100)}%`}
        </Button>
        <IconButton
          size="small"
          label={texts.larger}
          icon={<PlusOutlined aria-hidden="true" />}
          disabled={zoom >= (zooms.at(-1) ?? 1)}
          onClick={() => step(1)}
        />
      </Flex>
      {/* biome-ignore lint/a11y/noNoninteractiveElementInteractions: what scrolls by keyboard takes the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls */}
      <div
        ref={box}
        className="sc-file-preview"
        style={{ position: "relative", overflow: "auto", background: "var(--fill)" }}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls by keyboard takes the focus
        tabIndex={0}
        aria-label={name}
        onScroll={findCurrent}
        onKeyDown={press}
      >
        {boxWidth > 0
          ? Array.from({ length: pdf.count }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other name
              <PdfPage key={index} pdf={pdf} number={index + 1} widthPx={Math.round(widthPx)} size={pdf.firstSize} />
            ))
          : null}
      </div>
    </>
  );
}

interface PdfPageProps {
  readonly pdf: OpenPdf;
  readonly number: number;
  readonly widthPx: number;
  /** Of a page that nobody has drawn yet. */
  readonly size: PageSize;
}

function PdfPage({ pdf, number, widthPx, size }: PdfPageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isNear, setNear] = useState(false);
  const [ratio, setRatio] = useState(size.height / size.width);
  const [text, setText] = useState("");
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watcher = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), {
      root: element.parentElement,
      rootMargin: "100% 0px",
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const element = canvas.current;
    if (!isNear || !element) return;
    const control = new AbortController();
    pdf.draw(number, element, widthPx, control.signal).then(
      (drawn) => {
        if (!drawn || control.signal.aborted) return;
        setRatio(drawn.heightPx / widthPx);
        setText(drawn.text);
      },
      () => (control.signal.aborted ? undefined : setFailed(true)),
    );
    return () => control.abort();
  }, [pdf, number, widthPx, isNear]);
  return (
    <div ref={frame} style={{ width: widthPx, height: widthPx * ratio, margin: `${gapPx}px auto`, background: "#fff" }}>
      {isFailed ? (
        <p role="alert" style={{ padding: 16, color: "#5f6670" }}>
          {texts.brokenPage(number)}
        </p>
      ) : isNear ? (
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${texts.page(number)}${text}`}
          style={{ display: "block", width: "100%", height: "100%" }}
        />
      ) : null}
    </div>
  );
}
