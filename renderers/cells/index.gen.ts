// Generated from the renderers' folders whenever something is built; do not edit.

import { AreaCell } from "./area/AreaCell.tsx";
import { DictTagCell } from "./dict-tag/DictTagCell.tsx";
import { EllipsisCell } from "./ellipsis/EllipsisCell.tsx";
import { IconCell } from "./icon/IconCell.tsx";
import { ImageCell } from "./image/ImageCell.tsx";
import { LinkCell } from "./link/LinkCell.tsx";
import { SwitchCell } from "./switch/SwitchCell.tsx";
import { TagsCell } from "./tags/TagsCell.tsx";
import { areaText as areaCellText } from "./area/area.def.ts";
import { codeText as codeCellText } from "./code/code.def.ts";
import { dateText as dateCellText } from "./date/date.def.ts";
import { datetimeText as datetimeCellText } from "./datetime/datetime.def.ts";
import { departText as departCellText } from "./depart/depart.def.ts";
import { dictTagText as dictTagCellText } from "./dict-tag/dict-tag.def.ts";
import { dictText as dictCellText } from "./dict/dict.def.ts";
import { ellipsisText as ellipsisCellText } from "./ellipsis/ellipsis.def.ts";
import { fileText as fileCellText } from "./file/file.def.ts";
import { htmlText as htmlCellText } from "./html/html.def.ts";
import { iconText as iconCellText } from "./icon/icon.def.ts";
import { imageText as imageCellText } from "./image/image.def.ts";
import { linkText as linkCellText } from "./link/link.def.ts";
import { markdownText as markdownCellText } from "./markdown/markdown.def.ts";
import { maskText as maskCellText } from "./mask/mask.def.ts";
import { moneyText as moneyCellText } from "./money/money.def.ts";
import { numberText as numberCellText } from "./number/number.def.ts";
import { percentText as percentCellText } from "./percent/percent.def.ts";
import { progressText as progressCellText } from "./progress/progress.def.ts";
import { registerRenderers } from "../../runtime/registry/registry.ts";
import { switchText as switchCellText } from "./switch/switch.def.ts";
import { tagsText as tagsCellText } from "./tags/tags.def.ts";
import { textText as textCellText } from "./text/text.def.ts";
import { userText as userCellText } from "./user/user.def.ts";

registerRenderers("cell", {
  area: { text: areaCellText, grows: true, sent: true, width: 160, component: AreaCell },
  code: { text: codeCellText, grows: true, width: 160, load: "inline", component: EllipsisCell },
  cron: { width: 176, fetch: async () => (await import("./cron/CronCell.tsx")).CronCell },
  date: { text: dateCellText, digits: true, width: 112 },
  datetime: { text: datetimeCellText, digits: true, width: 152 },
  depart: { text: departCellText, sent: true, width: 140 },
  "dict-tag": { text: dictTagCellText, width: 104, load: "inline", component: DictTagCell },
  dict: { text: dictCellText, sent: true, width: 100 },
  ellipsis: { text: ellipsisCellText, grows: true, width: 160, load: "inline", component: EllipsisCell },
  file: { text: fileCellText, width: 96, fetch: async () => (await import("./file/FileCell.tsx")).FileCell },
  html: { text: htmlCellText },
  icon: { text: iconCellText, width: 64, load: "inline", component: IconCell },
  image: { text: imageCellText, width: 96, component: ImageCell },
  link: { text: linkCellText, digits: true, width: 168, load: "inline", component: LinkCell },
  markdown: { text: markdownCellText },
  mask: { text: maskCellText, digits: true, width: 124 },
  money: { text: moneyCellText, digits: true, width: 116 },
  number: { text: numberCellText, digits: true, width: 88 },
  percent: { text: percentCellText, digits: true, width: 88 },
  progress: { text: progressCellText, width: 140, fetch: async () => (await import("./progress/ProgressCell.tsx")).ProgressCell },
  switch: { text: switchCellText, width: 80, load: "inline", component: SwitchCell },
  tags: { text: tagsCellText, load: "inline", component: TagsCell },
  text: { text: textCellText, grows: true },
  user: { text: userCellText, sent: true, width: 100 },
});
