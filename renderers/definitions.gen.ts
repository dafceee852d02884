// Generated from the renderers' folders whenever something is built; do not edit.

import type { AnyDefinition } from "../runtime/registry/define.ts";
import { callAction } from "./actions/call/call.def.ts";
import { closeAction } from "./actions/close/close.def.ts";
import { confirmAction } from "./actions/confirm/confirm.def.ts";
import { copyAction } from "./actions/copy/copy.def.ts";
import { downloadAction } from "./actions/download/download.def.ts";
import { ifAction } from "./actions/if/if.def.ts";
import { messageAction } from "./actions/message/message.def.ts";
import { navigateAction } from "./actions/navigate/navigate.def.ts";
import { openAction } from "./actions/open/open.def.ts";
import { printAction } from "./actions/print/print.def.ts";
import { reloadAction } from "./actions/reload/reload.def.ts";
import { requestAction } from "./actions/request/request.def.ts";
import { setQueryAction } from "./actions/set-query/set-query.def.ts";
import { setValueAction } from "./actions/set-value/set-value.def.ts";
import { submitAction } from "./actions/submit/submit.def.ts";
import { transitionAction } from "./actions/transition/transition.def.ts";
import { uploadAction } from "./actions/upload/upload.def.ts";
import { areaCell } from "./cells/area/area.def.ts";
import { codeCell } from "./cells/code/code.def.ts";
import { cronCell } from "./cells/cron/cron.def.ts";
import { dateCell } from "./cells/date/date.def.ts";
import { datetimeCell } from "./cells/datetime/datetime.def.ts";
import { departCell } from "./cells/depart/depart.def.ts";
import { dictTagCell } from "./cells/dict-tag/dict-tag.def.ts";
import { dictCell } from "./cells/dict/dict.def.ts";
import { ellipsisCell } from "./cells/ellipsis/ellipsis.def.ts";
import { fileCell } from "./cells/file/file.def.ts";
import { htmlCell } from "./cells/html/html.def.ts";
import { iconCell } from "./cells/icon/icon.def.ts";
import { imageCell } from "./cells/image/image.def.ts";
import { linkCell } from "./cells/link/link.def.ts";
import { markdownCell } from "./cells/markdown/markdown.def.ts";
import { maskCell } from "./cells/mask/mask.def.ts";
import { moneyCell } from "./cells/money/money.def.ts";
import { numberCell } from "./cells/number/number.def.ts";
import { percentCell } from "./cells/percent/percent.def.ts";
import { progressCell } from "./cells/progress/progress.def.ts";
import { switchCell } from "./cells/switch/switch.def.ts";
import { tagsCell } from "./cells/tags/tags.def.ts";
import { textCell } from "./cells/text/text.def.ts";
import { userCell } from "./cells/user/user.def.ts";
import { areaEditor } from "./editors/area/area.def.ts";
import { categorySelectEditor } from "./editors/category-select/category-select.def.ts";
import { checkboxEditor } from "./editors/checkbox/checkbox.def.ts";
import { codeEditorEditor } from "./editors/code-editor/code-editor.def.ts";
import { cronEditor } from "./editors/cron/cron.def.ts";
import { dateEditor } from "./editors/date/date.def.ts";
import { datetimeEditor } from "./editors/datetime/datetime.def.ts";
import { departPickerEditor } from "./editors/depart-picker/depart-picker.def.ts";
import { entriesEditor } from "./editors/entries/entries.def.ts";
import { fileUploadEditor } from "./editors/file-upload/file-upload.def.ts";
import { fileEditor } from "./editors/file/file.def.ts";
import { iconEditor } from "./editors/icon/icon.def.ts";
import { imageUploadEditor } from "./editors/image-upload/image-upload.def.ts";
import { imageEditor } from "./editors/image/image.def.ts";
import { inputPopEditor } from "./editors/input-pop/input-pop.def.ts";
import { inputEditor } from "./editors/input/input.def.ts";
import { markdownEditor } from "./editors/markdown/markdown.def.ts";
import { monthEditor } from "./editors/month/month.def.ts";
import { multiSelectEditor } from "./editors/multi-select/multi-select.def.ts";
import { numberEditor } from "./editors/number/number.def.ts";
import { passwordEditor } from "./editors/password/password.def.ts";
import { popupEditor } from "./editors/popup/popup.def.ts";
import { positionPickerEditor } from "./editors/position-picker/position-picker.def.ts";
import { progressEditor } from "./editors/progress/progress.def.ts";
import { radioEditor } from "./editors/radio/radio.def.ts";
import { rangeEditor } from "./editors/range/range.def.ts";
import { recordPickerEditor } from "./editors/record-picker/record-picker.def.ts";
import { richTextEditor } from "./editors/rich-text/rich-text.def.ts";
import { rolePickerEditor } from "./editors/role-picker/role-picker.def.ts";
import { searchSelectEditor } from "./editors/search-select/search-select.def.ts";
import { selectEditor } from "./editors/select/select.def.ts";
import { sqlEditor } from "./editors/sql/sql.def.ts";
import { suggestEditor } from "./editors/suggest/suggest.def.ts";
import { switchEditor } from "./editors/switch/switch.def.ts";
import { tagsEditor } from "./editors/tags/tags.def.ts";
import { textareaEditor } from "./editors/textarea/textarea.def.ts";
import { timeEditor } from "./editors/time/time.def.ts";
import { treeSelectEditor } from "./editors/tree-select/tree-select.def.ts";
import { userPickerEditor } from "./editors/user-picker/user-picker.def.ts";
import { areaPanel } from "./panels/area/area.def.ts";
import { barPanel } from "./panels/bar/bar.def.ts";
import { chartChoicePanel } from "./panels/chart-choice/chart-choice.def.ts";
import { gaugePanel } from "./panels/gauge/gauge.def.ts";
import { heatMapPanel } from "./panels/heat-map/heat-map.def.ts";
import { linePanel } from "./panels/line/line.def.ts";
import { myTasksPanel } from "./panels/my-tasks/my-tasks.def.ts";
import { noticesPanel } from "./panels/notices/notices.def.ts";
import { piePanel } from "./panels/pie/pie.def.ts";
import { pivotPanel } from "./panels/pivot/pivot.def.ts";
import { rankPanel } from "./panels/rank/rank.def.ts";
import { scatterPanel } from "./panels/scatter/scatter.def.ts";
import { shortcutsPanel } from "./panels/shortcuts/shortcuts.def.ts";
import { statPanel } from "./panels/stat/stat.def.ts";
import { tablePanel } from "./panels/table/table.def.ts";
import { textPanel } from "./panels/text/text.def.ts";
import { dashboardScreen } from "./screens/dashboard/dashboard.def.ts";
import { detailScreen } from "./screens/detail/detail.def.ts";
import { erpListScreen } from "./screens/erp-list/erp-list.def.ts";
import { formScreen } from "./screens/form/form.def.ts";
import { innerListScreen } from "./screens/inner-list/inner-list.def.ts";
import { listScreen } from "./screens/list/list.def.ts";
import { pageScreen } from "./screens/page/page.def.ts";
import { reportScreen } from "./screens/report/report.def.ts";
import { tabListScreen } from "./screens/tab-list/tab-list.def.ts";
import { treeListScreen } from "./screens/tree-list/tree-list.def.ts";

/** Every renderer of the product; data and pure functions only. */
export const definitions: readonly AnyDefinition[] = [
  callAction,
  closeAction,
  confirmAction,
  copyAction,
  downloadAction,
  ifAction,
  messageAction,
  navigateAction,
  openAction,
  printAction,
  reloadAction,
  requestAction,
  setQueryAction,
  setValueAction,
  submitAction,
  transitionAction,
  uploadAction,
  areaCell,
  codeCell,
  cronCell,
  dateCell,
  datetimeCell,
  departCell,
  dictTagCell,
  dictCell,
  ellipsisCell,
  fileCell,
  htmlCell,
  iconCell,
  imageCell,
  linkCell,
  markdownCell,
  maskCell,
  moneyCell,
  numberCell,
  percentCell,
  progressCell,
  switchCell,
  tagsCell,
  textCell,
  userCell,
  areaEditor,
  categorySelectEditor,
  checkboxEditor,
  codeEditorEditor,
  cronEditor,
  dateEditor,
  datetimeEditor,
  departPickerEditor,
  entriesEditor,
  fileUploadEditor,
  fileEditor,
  iconEditor,
  imageUploadEditor,
  imageEditor,
  inputPopEditor,
  inputEditor,
  markdownEditor,
  monthEditor,
  multiSelectEditor,
  numberEditor,
  passwordEditor,
  popupEditor,
  positionPickerEditor,
  progressEditor,
  radioEditor,
  rangeEditor,
  recordPickerEditor,
  richTextEditor,
  rolePickerEditor,
  searchSelectEditor,
  selectEditor,
  sqlEditor,
  suggestEditor,
  switchEditor,
  tagsEditor,
  textareaEditor,
  timeEditor,
  treeSelectEditor,
  userPickerEditor,
  areaPanel,
  barPanel,
  chartChoicePanel,
  gaugePanel,
  heatMapPanel,
  linePanel,
  myTasksPanel,
  noticesPanel,
  piePanel,
  pivotPanel,
  rankPanel,
  scatterPanel,
  shortcutsPanel,
  statPanel,
  tablePanel,
  textPanel,
  dashboardScreen,
  detailScreen,
  erpListScreen,
  formScreen,
  innerListScreen,
  listScreen,
  pageScreen,
  reportScreen,
  tabListScreen,
  treeListScreen,
];
