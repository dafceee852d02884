import dayjs from "dayjs";
import "dayjs/locale/zh-cn";

// Month and week names of the date pickers; fetched after the first screen is shown, before anybody opens one.
dayjs.locale("zh-cn");
