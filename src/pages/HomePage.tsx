import { observer } from "mobx-react-lite";
import { messages } from "../messages/messages.ts";
import { greetingAt } from "../shell/greeting.ts";
import { MenuEntryLink } from "../shell/MenuEntryLink.tsx";
import { useHour } from "../shell/use-hour.ts";
import { useConsole } from "../stores/console.ts";
import "./home-page.css";

/** The home page of a console without a dashboard of its own: a greeting and the pages the person may open. */
export const HomePage = observer(function HomePage() {
  const { session, navigation } = useConsole();
  const { shell } = messages;
  const groups = navigation.current.items.filter(({ children }) => children.length > 0);
  return (
    <div className="home-page">
      <h2>{shell.greetingTo(greetingAt(useHour()), session.user?.realname ?? "")}</h2>
      <p>{shell.homeHint}</p>
      <div className="home-groups">
        {groups.map((group) => (
          <section key={group.path} className="page-card">
            <h3>{group.title}</h3>
            <ul>
              {group.children.map((item) => (
                <li key={item.path}>
                  <MenuEntryLink item={item}>{item.title}</MenuEntryLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
});
