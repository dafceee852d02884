import type { initChart } from "./echarts.ts";

/** Pixels of the picture for one of the page. */
const scale = 2;

/** The chart as a PNG file on the ground that it stands on. */
export async function chartPicture(chart: ReturnType<typeof initChart>, ground: string): Promise<Blob> {
  const [width, height] = [chart.getWidth() * scale, chart.getHeight() * scale];
  const picture = new Image(width, height);
  picture.src = chart.getDataURL({ type: "svg", backgroundColor: ground });
  await picture.decode();
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png"),
  );
}
