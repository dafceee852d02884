import dayjs from "dayjs";
import "dayjs/locale/zh-cn";
import { currentLocale } from "../../runtime/language/language.ts";

// Month and week names of the date pickers; fetched with the first of them.
dayjs.locale({ "zh-CN": "zh-cn", "en-US": "en" }[currentLocale()]);
