import { Button } from "antd";
import { currentLocale, locales } from "../../runtime/language/language.ts";
import { switchLanguage } from "../language/switch-language.ts";
import { messages } from "../messages/messages.ts";
import { useConsole } from "../stores/console.ts";

const { label, names } = messages.language;

/** The languages by their own names, in the corner of every page before the shell. */
export function LanguageChoice() {
  const owner = useConsole();
  return (
    <fieldset className="login-languages sc-line sc-tight" aria-label={label}>
      {locales.map((locale) => (
        <Button
          key={locale}
          type="text"
          size="small"
          lang={locale}
          aria-pressed={locale === currentLocale()}
          onClick={() => locale !== currentLocale() && void switchLanguage(locale, owner)}
        >
          {names[locale]}
        </Button>
      ))}
    </fieldset>
  );
}
