import { observer } from "mobx-react-lite";
import { messages } from "../messages/messages.ts";
import { homePath } from "../router/guard.ts";
import { useHour } from "../shell/use-hour.ts";
import { useConsole } from "../stores/console.ts";
import { greetingAt } from "../stores/greeting.ts";
import { EntrySections } from "./EntrySections.tsx";
import "./home-page.css";

/** The home page of a console without a dashboard of its own: a greeting and the pages the person may open. */
export const HomePage = observer(function HomePage() {
  const { session, navigation } = useConsole();
  const { shell } = messages;
  return (
    <div className="home-page">
      <h2>{shell.greetingTo(greetingAt(useHour()), session.user?.realname ?? "")}</h2>
      <p>{shell.homeHint}</p>
      <EntrySections items={navigation.current.items.filter(({ path }) => path !== homePath)} />
    </div>
  );
});
