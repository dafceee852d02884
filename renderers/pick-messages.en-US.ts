import { inSentence, type Texts } from "../runtime/language/language.ts";
import type { chinesePicks } from "./pick-messages.ts";

export const englishPicks: Texts<typeof chinesePicks> = {
  depart: "Select department",
  departHint: "Select a department",
  searchDepart: "Enter a department name",
  user: "Select user",
  userHint: "Select a user",
  searchUser: "Enter a name or account",
  userColumns: [
    { name: "realname", title: "Name" },
    { name: "username", title: "Account" },
    { name: "sex", title: "Sex" },
    { name: "orgCode", title: "Department" },
    { name: "birthday", title: "Birthday" },
    { name: "phone", title: "Mobile number" },
    { name: "id", title: "User ID" },
  ],
  userFilters: { account: "Enter account", sex: "Select sex", birthday: "Select birthday" },
  record: (title) => `Select ${inSentence(title)}`,
  choose: "Select",
  chosen: "Selected",
  none: "Nothing selected yet",
  remove: "Remove",
  removeOne: (text) => `Remove ${text}`,
  ok: "OK",
  misconfigured: "The popup's parameters are not set up correctly",
  miscounted: "The popup's parameters are not set up correctly: the numbers of source and target fields differ",
  chooseOne: "Select a record first",
  area: {
    levels: ["Province", "City", "District"],
    badType: "Bad type value",
    missing: "The divisions could not be loaded",
  },
  trees: { badCondition: "JTreeSelect: condition has to be a JSON text" },
};
